import ArgumentParser
import Reports
import Values

struct ExplainCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains the code of a message, such as unknown-key.",
    discussion: """
      Every error and warning about a file ends with its code in brackets: \
      error: unknown key "cels"  [unknown-key]. The explanation says what it means, and shows a \
      file that gives it beside one that does not. Without a code all are listed.
      """)

  @Argument(
    help: "The code, with or without its brackets.",
    completion: .custom { _, _, _ in ProblemCode.allCases.map(\.rawValue) })
  var code: String?

  func execute(_ console: Console) -> ExitStatus {
    guard let code else {
      console.out.put(Explanation.list)
      return .success
    }
    let word = ExplainCommand.bare(code)
    guard let found = ProblemCode(rawValue: word), let explanation = Explanation.of(found) else {
      let near = Suggestion.nearest(to: word, among: ProblemCode.allCases.map(\.rawValue))
      let advice = near.map { "did you mean \($0)?" } ?? "reactorctl explain lists all codes"
      console.complain("there is no code \"\(SafeText.shown(code))\"; \(advice)")
      return .usage
    }
    console.out.put(explanation.text)
    return .success
  }

  /// The code as it was perhaps copied from a message: in brackets, with blanks around.
  private static func bare(_ code: String) -> String {
    let strange: Set<Character> = ["[", "]", " "]
    var rest = code.lowercased()[...]
    while let first = rest.first, strange.contains(first) { rest.removeFirst() }
    while let last = rest.last, strange.contains(last) { rest.removeLast() }
    return String(rest)
  }
}
