import ArgumentParser
import Loader
import Scenarios
import Values

/// The options that say how the selected scenarios run.
struct SessionOptions: ParsableArguments {
  @OptionGroup var resources: ResourceOptions

  @Flag(help: "End the run after the first scenario that fails.")
  var failFast = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("End the run after so many scenarios that fail.", valueName: "n"))
  var maxFail: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Run each scenario so many times.", valueName: "n"))
  var `repeat` = 1

  @Option(
    help: ArgumentHelp(
      "Run in a random order; the same seed gives the same order (default: a new one).",
      valueName: "seed"))
  var shuffle: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Name the so many slowest scenarios at the end.", valueName: "n"))
  var durations = 0

  @Flag(help: "The jsonl report tells everything that happens in each scenario, and the models.")
  var trace = false

  @Flag(
    help:
      "Compare all that derived cells give with full recomputation: to find mistakes of reactorctl."
  )
  var oracle = false

  @Flag(help: "Print the ids of the scenarios that would run, and run none.")
  var list = false

  @Flag(
    help: "Stay, and run again what an edit touches; keys run all, what failed, or quit.")
  var watch = false

  func validate() throws {
    if let maxFail, maxFail < 1 { throw ValidationError("--max-fail takes a number from 1.") }
    if failFast, maxFail != nil {
      throw ValidationError("--fail-fast is --max-fail 1: choose one of them.")
    }
    if !(1...10_000).contains(`repeat`) {
      throw ValidationError("--repeat takes a number from 1 to 10000.")
    }
    if watch, list { throw ValidationError("Choose one of --watch and --list.") }
    if !(0...1_000_000).contains(durations) {
      throw ValidationError("--durations takes a number from 0 to 1000000.")
    }
    if let shuffle, RunRequest.Shuffle(shuffle) == nil {
      throw ValidationError("--shuffle takes a number from 0 as its seed: --shuffle=7.")
    }
  }

  /// The first option that was given and says nothing of which scenarios there are, or in which order.
  var firstAboutRunning: String? {
    let given = [
      ("--fail-fast", failFast), ("--max-fail", maxFail != nil),
      ("--timeout", resources.timeout != nil),
      ("--memory", resources.memory != nil), ("--repeat", `repeat` != 1),
      ("--durations", durations != 0),
      ("--trace", trace), ("--oracle", oracle),
    ]
    return given.first { $0.1 }?.0
  }

  var purpose: RunRequest.Purpose { watch ? .watch : list ? .list : .run }

  /// What holds of the session whatever is selected.
  func settings(_ root: RootRule) -> SessionSettings {
    var settings = RunRequest.standard
    settings.root = root
    settings.isTracing = trace
    settings.asksOracle = oracle
    settings.reach = list ? .selecting : .running
    resources.apply(to: &settings)
    settings.repeats = `repeat`
    settings.isWatching = watch
    if let most = failFast ? 1 : maxFail {
      settings.mostFailures = min(most, settings.mostFailures ?? most)
    }
    return settings
  }
}
