import ArgumentParser
import Loader
import Runner
import Scenarios
import Values

/// The options that say how the selected scenarios are explored.
struct ExploreOptions: ParsableArguments {
  @OptionGroup var resources: ResourceOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "End a search behind so many states, in the place of the file's \"limit\".",
      valueName: "states"))
  var limit: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many walks there are where the file has \"schedules: pct\" or \"random\" (default: 1000).",
      valueName: "n"))
  var runs: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where the chance of such walks begins (default: \"seed\" of the file's settings).",
      valueName: "n"))
  var seed: WalkSeed?

  @Flag(help: "Know states by 128 bits, not 64.")
  var sure = false

  @Flag(
    help: """
      Lead every run anew from its beginning, also where a model of cells, events and actors would let \
      states be gone through faster; what comes out is the same.
      """)
  var byReplay = false

  @Flag(
    help: """
      Add what is violated to its file, as a scenario that goes the same way: a test that fails until the \
      model is mended.
      """)
  var write = false

  func validate() throws {
    if let limit, !(1...1_000_000_000).contains(limit) {
      throw ValidationError("--limit takes a number of states from 1 to 1000000000.")
    }
    if let runs, !(1...1_000_000_000).contains(runs) {
      throw ValidationError("--runs takes a number from 1 to 1000000000.")
    }
  }

  /// What holds of the session whatever is selected.
  func settings(_ root: RootRule) -> SessionSettings {
    var settings = RunRequest.standard
    settings.root = root
    resources.apply(to: &settings)
    settings.exploring = request
    if write { settings.scheduleWriter = ScheduleWriter(root: root) }
    return settings
  }

  /// What is asked of each exploration.
  var request: ExploreSettings {
    var exploring = ExploreSettings()
    exploring.limit = limit
    exploring.isSure = sure
    exploring.isByReplay = byReplay
    exploring.runs = runs
    exploring.seed = seed?.bits
    return exploring
  }
}

/// A seed as the settings of a file take it, which may be below zero, or as explore tells it.
struct WalkSeed: ExpressibleByArgument {
  let bits: UInt64

  init?(argument: String) {
    guard let bits = UInt64(argument) ?? Int64(argument).map({ UInt64(bitPattern: $0) }) else {
      return nil
    }
    self.bits = bits
  }
}
