import ArgumentParser
import Loader
import Reports
import Values

struct ExplainCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains the code of a message, such as unknown-key, or a word of the language.",
    discussion: """
      Every error and warning about a file ends with its code in brackets: \
      error: unknown key "cels"  [unknown-key]. The explanation says what it means, and shows a \
      file that gives it beside one that does not. Of a verb, an outcome or a key it says what it \
      is for, and where it may stand. Without an argument all codes are listed.
      """)

  @Argument(
    help: "The code, with or without its brackets, or the word.",
    completion: .custom { _, _, _ in ProblemCode.allCases.map(\.rawValue) + ScenarioLoader.words })
  var subject: String?

  func execute(_ console: Console) -> ExitStatus {
    guard let subject else {
      console.out.put(Explanation.list)
      return .success
    }
    let name = ExplainCommand.bare(subject)
    // A few codes are words besides, such as overflow.
    let code = ProblemCode(rawValue: name.lowercased()).flatMap(Explanation.of)
    let entries = ScenarioLoader.entries(of: name).map { ExplainCommand.text($0, of: name) }
    let found = [code?.text].compactMap { $0 } + entries
    if !found.isEmpty {
      console.out.put(found.joined(separator: "\n"))
      return .success
    }
    let known = ProblemCode.allCases.map(\.rawValue) + ScenarioLoader.words
    let near = Suggestion.nearest(to: name, among: known)
    let advice = near.map { "did you mean \($0)?" } ?? "reactorctl explain lists all codes"
    console.complain("there is no code and no word \"\(SafeText.shown(subject))\"; \(advice)")
    return .usage
  }

  private static func text(_ entry: WordEntry, of word: String) -> String {
    var text = "\(word): \(entry.role)\n\n"
    for line in lines(of: ([entry.text] + entry.remarks).joined(separator: " ")) {
      text += "\(line)\n"
    }
    guard let example = entry.example else { return text }
    return "\(text)\n\(Explanation.indented(example))\n"
  }

  /// The text in lines of at most 88 columns, as the explanations of codes are.
  private static func lines(of text: String) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.count + 1 + word.count <= 88 {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// The code as it was perhaps copied from a message: in brackets, with blanks around.
  private static func bare(_ code: String) -> String {
    let strange: Set<Character> = ["[", "]", " "]
    var rest = code[...]
    while let first = rest.first, strange.contains(first) { rest.removeFirst() }
    while let last = rest.last, strange.contains(last) { rest.removeLast() }
    return String(rest)
  }
}
