import Loader

/// Why the arguments cannot be meant as they are.
struct ArgumentMistake: Error { let message: String }

/// Options whose value may be left out: `--shuffle` or `--shuffle=7`. The parser of arguments would
/// take the path behind a bare one for its value, so that what it stands for is filled in before.
enum OptionalValues {
  private struct Entry {
    let option: String
    /// What stands for it alone.
    let standard: String
    /// The commands that have it.
    let commands: [String]
    /// Whether a word could be meant for its value.
    let takes: @Sendable (String) -> Bool
    /// Whether such a word behind it is its value where it leads to no file.
    var isHeardApart = false
  }

  private static let entries: [Entry] = [
    Entry(
      option: "--shuffle", standard: RunRequest.Shuffle.anySeed, commands: ["run"],
      takes: { RunRequest.Shuffle($0) != nil }),
    Entry(
      option: "--changed", standard: "HEAD", commands: ["run", "explore"],
      takes: { !$0.isEmpty && !$0.hasPrefix("-") }, isHeardApart: true),
    Entry(
      option: "--update", standard: Updater.Mode.write.rawValue, commands: ["run"],
      takes: { Updater.Mode(rawValue: $0) != nil }),
  ]

  static var options: [String] { entries.map(\.option) }

  /// The arguments with every such option followed by `=` and a value. A word behind one that could
  /// be its value and leads to no file would be a path that is not there: behind `--changed` it is the
  /// value, and else a mistake, for without it `--update` writes unasked.
  static func filled(_ arguments: [String]) throws(ArgumentMistake) -> [String] {
    let known = entries.filter { $0.commands.contains(arguments.first ?? "") }
    if known.isEmpty { return arguments }
    let end = arguments.firstIndex(of: "--") ?? arguments.count
    var filled: [String] = []
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      let next = index + 1 < end ? arguments[index + 1] : nil
      index += 1
      guard index <= end, let entry = known.first(where: { $0.option == argument }) else {
        filled.append(argument)
        continue
      }
      var value = entry.standard
      if let next, entry.takes(next), leadsNowhere(next) {
        guard entry.isHeardApart else {
          throw ArgumentMistake(
            message: "\"\(next)\" behind \(argument) is a path, and nothing of that name is there: "
              + "for its value write \(argument)=\(next)")
        }
        value = next
        index += 1
      }
      filled.append("\(argument)=\(value)")
    }
    return filled
  }

  private static func leadsNowhere(_ word: String) -> Bool {
    let selector = Selector(Arguments.Path(word))
    return !Arguments.exists(selector.path)
  }
}
