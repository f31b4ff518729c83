/// Short options that are written together: `-qh`.
enum ShortOptions {
  /// Those that take no value, of whatever command.
  private static let known = Array("hqv")

  /// A word such as `-dash.yaml`, which a glob may give and which asks for help by its `h` alone: the parser would answer
  /// with help, and a run in which nothing runs would pass.
  static func strayHelp(in arguments: [String]) -> String? {
    arguments.prefix { $0 != "--" }.first { word in
      word.hasPrefix("-") && !word.hasPrefix("--") && word != "-help" && word.contains("h")
        && !word.dropFirst().allSatisfy(known.contains)
    }
  }
}
