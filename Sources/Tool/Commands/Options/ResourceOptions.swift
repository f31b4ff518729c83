import ArgumentParser
import Scenarios
import Values

/// The options that say what a command that runs scenarios may use of the machine.
struct ResourceOptions: ParsableArguments {
  @Option(
    name: [.customShort("j", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "Use so many threads, a scenario each (default: the cores). What comes out is the same.",
      valueName: "n"))
  var jobs: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "End when so much real time is over, such as 90s or 10m; a bare number is seconds. "
        + "The scenario under way fails, and what is left is reported missing.",
      valueName: "time"))
  var timeout: String?

  @Option(
    help: ArgumentHelp(
      "Let a world hold so much, such as 2GB, where its file asks for no less (default: 512MB).",
      valueName: "size"))
  var memory: String?

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs takes a number from 1 to 1024.")
    }
    if let timeout, Scenario.Timeout(option: timeout) == nil {
      throw ValidationError(
        "--timeout takes a time above zero and up to 292 years, such as 5s, 500ms or 2m; "
          + "a bare number is seconds.")
    }
    if let memory, ByteSize.bytes(memory).map({ $0 < Settings.leastMemory }) ?? true {
      throw ValidationError(
        "--memory takes a whole number of at most six digits in kB, MB or GB, such as 2GB, and "
          + "\(ByteSize.text(Settings.leastMemory)) or more.")
    }
  }

  /// Puts what was given in the place of what is usual.
  func apply(to settings: inout SessionSettings) {
    if let jobs { settings.jobs = jobs }
    if let memory, let bytes = ByteSize.bytes(memory) { settings.memory = bytes }
    settings.timeout = timeout.flatMap { Scenario.Timeout(option: $0) }
  }
}
