import ArgumentParser
import Reports

/// The options that say how much is shown, and in which dress.
struct DisplayOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Show failures alone, and the last line.")
  var quiet = false

  @Flag(help: "Show failures alone, each in one line, and the last line.")
  var brief = false

  @Flag(name: .shortAndLong, help: "Name every scenario, and every file that has none.")
  var verbose = false

  @Option(help: "Colours: auto, always or never. NO_COLOR and FORCE_COLOR are heard too.")
  var color = ColourChoice.auto

  func validate() throws {
    if quiet && verbose { throw ValidationError("Choose one of --quiet and --verbose.") }
    if brief && verbose { throw ValidationError("Choose one of --brief and --verbose.") }
  }

  /// The same as plain values.
  var request: Display {
    Display(
      detail: quiet ? .quiet : verbose ? .verbose : .normal, isBrief: brief, colours: color)
  }
}

extension ColourChoice: ExpressibleByArgument {}
