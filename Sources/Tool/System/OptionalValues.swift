import Loader

/// Options of `run` whose value may be left out: `--shuffle` or `--shuffle=7`. The parser of
/// arguments would take the path behind a bare one for its value, so that what it stands for is
/// filled in before.
enum OptionalValues {
  private static let defaults: [(option: String, value: String)] = [
    ("--shuffle", RunRequest.Shuffle.anySeed), ("--changed", "HEAD"),
    ("--update", Updater.Mode.write.rawValue),
  ]

  static var options: [String] { defaults.map(\.option) }

  /// The arguments with every such option followed by `=` and a value. A word behind `--changed`
  /// is its value where it leads to no file.
  static func filled(_ arguments: [String]) -> [String] {
    guard arguments.first == "run" else { return arguments }
    let end = arguments.firstIndex(of: "--") ?? arguments.count
    var filled: [String] = []
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      let next = index + 1 < end ? arguments[index + 1] : nil
      index += 1
      guard index <= end, let entry = defaults.first(where: { $0.option == argument }) else {
        filled.append(argument)
        continue
      }
      var value = entry.value
      if argument == "--changed", let next, isReference(next) {
        value = next
        index += 1
      }
      filled.append("\(argument)=\(value)")
    }
    return filled
  }

  private static func isReference(_ word: String) -> Bool {
    if word.isEmpty || word.hasPrefix("-") { return false }
    let selector = Selector(Arguments.Path(word), exists: Arguments.exists)
    return !Arguments.exists(selector.path)
  }
}
