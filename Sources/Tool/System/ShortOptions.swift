import Values

/// Short options that are written together: `-qh`.
enum ShortOptions {
  /// Those that take no value, of whatever command.
  private static let known = Array("hqv")

  /// Refuses a word such as `-dash.yaml`, which a glob may give and which asks for help by its `h` alone: the parser would
  /// answer with help, and a run in which nothing runs would pass.
  static func refuseStrayHelp(in arguments: [String]) throws(ArgumentMistake) {
    let stray = arguments.prefix { $0 != "--" }.first { word in
      word.hasPrefix("-") && !word.hasPrefix("--") && word != "-help" && word.contains("h")
        && !word.dropFirst().allSatisfy(known.contains)
    }
    guard let stray else { return }
    let shown = SafeText.shown(stray)
    throw ArgumentMistake(
      message: "\(shown) is no option; a file of that name is written ./\(shown)")
  }
}
