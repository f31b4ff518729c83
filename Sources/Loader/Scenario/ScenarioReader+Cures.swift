import CEL
import Scenarios
import Values

/// What stands in the file, written so that it can stand where a help wants it.
extension ScenarioReader {
  /// The longest that a help repeats.
  private static let longestEcho = 200

  /// A value in brackets, in the style that it has where it stands.
  func inBrackets(_ id: ID) -> String {
    let target = document.target(id)
    switch document[target].kind {
    case .list: return "[…]"
    case .map, .alias: return "{…}"
    case .scalar:
      // What is read in several ways is refused without quotes.
      switch document.plainReading(target) {
      case .ambiguous, .outOfRange: return asValue(text(target))
      case .null, .bool, .int, .double, .text, nil: break
      }
      return short(document.line(ofScalar: target, like: document[target].style, inFlow: true))
    }
  }

  /// A list of one element: the value, or a map of it under a key.
  func inList(_ id: ID, under key: String? = nil) -> String {
    key.map { "[{\($0): \(inBrackets(id))}]" } ?? "[\(inBrackets(id))]"
  }

  /// A text as the key of a map.
  func asKey(_ text: String, inFlow: Bool = true) -> String {
    short(ScalarText.key(text, inFlow: inFlow) ?? FormulaQuoting.quote(text))
  }

  /// A text as the value of a key.
  func asValue(_ text: String, inFlow: Bool = true) -> String {
    short(ScalarText.text(text, like: .plain, inFlow: inFlow))
  }

  /// A scalar that holds a formula, with or without its "=".
  func asFormula(_ id: ID, inFlow: Bool = false) -> String {
    let text = text(id)
    return text.utf8.first == UInt8(ascii: "=")
      ? short(ScalarText.formula(text, inFlow: inFlow)) : asValue(text, inFlow: inFlow)
  }

  private func short(_ text: String) -> String {
    text.utf8.count > ScenarioReader.longestEcho ? "…" : text
  }

  /// For a scalar where a formula stands: a formula whose "=" is missing, or a value, which the
  /// formula is to give for what `purpose` says.
  mutating func cure(forFormula id: ID, to purpose: String) -> String {
    let text = text(id)
    if case .text? = document.plainReading(id) ?? .text,
      let references = (try? Expression.parse(text))?.references,
      references.contains(where: { locals.contains($0.name) || symbols[$0.name] != nil })
    {
      return "a formula begins with \"=\": \(short(FormulaText.yaml("= \(text)")))"
    }
    switch document.plainReading(id) {
    case .ambiguous, .outOfRange: return "a formula begins with \"=\""
    case .null, .bool, .int, .double, .text, nil: break
    }
    guard let value = datum(id).literal else { return "a formula begins with \"=\"" }
    return "to \(purpose) a value, write: \(short(FormulaText.yaml(FormulaText.formula(value))))"
  }
}
