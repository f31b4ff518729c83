import ArgumentParser
import CEL
import Reports
import Values

struct FunctionsCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "functions",
    abstract: "Lists what formulas can use: operators, macros and functions.",
    discussion: """
      Each with the types that it takes and gives, what it does, and an example with its result. In \
      types, T, K and V stand for any type, and number for int, uint or double.
      """)

  @Argument(
    help: """
      Show this one in full, such as sortBy, math.greatest or in, or a library, such as lists.
      """,
    completion: .custom { _, _, _ in FunctionsCommand.names })
  var name: String?

  func execute(_ console: Console) -> ExitStatus {
    let manual = Manual(.standard)
    guard let name else {
      console.out.put(FunctionsCommand.list(manual))
      return .success
    }
    var entries = manual.entries(named: name)
    if entries.isEmpty { entries = manual.entries(of: name) }
    if entries.isEmpty {
      let advice = manual.advice(for: name) ?? "reactorctl functions lists what they know"
      console.complain("formulas know no \"\(SafeText.shown(name))\"; \(advice)")
      return .usage
    }
    let texts = entries.map { FunctionsCommand.text($0, examples: .max) }
    console.out.put(texts.joined(separator: "\n"))
    return .success
  }

  /// All that can be asked for, in the order of the list, each once.
  private static var names: [String] {
    var seen: TextSet = []
    return Manual(.standard).entries.flatMap { [$0.library, $0.name] }
      .filter { seen.insert($0) }
  }

  private static func list(_ manual: Manual) -> String {
    var text = ""
    var library = ""
    for entry in manual.entries {
      if entry.library != library {
        text += "\(text.isEmpty ? "" : "\n")\(entry.library)\n"
        library = entry.library
      }
      text += FunctionsCommand.text(entry, examples: 1)
    }
    return text + cost
  }

  private static func text(_ entry: Manual.Entry, examples count: Int) -> String {
    var text = entry.usages.map { "  \($0)\n" }.joined()
    text += "      \(entry.meaning)\n"
    for example in entry.examples.prefix(count) {
      text += "      \(example.formula) => \(example.result)\n"
    }
    return text
  }

  private static let cost = """

    What a formula costs: 1 for each part that is evaluated and each turn of a macro, 1 for each
    element or byte that is made, a tenth for each byte that is read. One evaluation may cost
    \(Budget.standard). A formula that reads a list is evaluated anew, over all its elements, when
    anything in the list has changed; one that reads a property, person.name, when that property has.

    """
}
