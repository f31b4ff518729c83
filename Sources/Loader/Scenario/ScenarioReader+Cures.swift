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

  /// A key behind which nothing stands, not even a colon, as the entry that it becomes with one behind its first
  /// word; nil for any other key.
  func withColon(_ key: Name) -> String? {
    guard key.span.file == document.file, let blank = key.text.utf8.firstIndex(of: 0x20) else {
      return nil
    }
    let (word, rest) = (String(key.text[..<blank]), key.text[blank...])
    let behind = document.source.bytes[Int(key.span.end)...].first { $0 != 0x20 }
    guard behind == 0x2c || behind == 0x7d, Names.isName(word) else { return nil }
    return short("\(word):\(rest)")
  }

  /// A text with a colon and a blank that is none to YAML, such as one that breaks no line, with a plain one.
  func withPlainBlank(_ text: String) -> String? {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let first = parts[1].first, first.isWhitespace, first != " " else {
      return nil
    }
    return short("\(parts[0]): \(parts[1].drop { $0.isWhitespace })")
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
    if isFormulaWithoutSign(id) {
      return "a formula begins with \"=\": \(short(FormulaText.yaml("= \(text(id))")))"
    }
    guard let formula = formula(giving: id) else { return "a formula begins with \"=\"" }
    return "to \(purpose) a value, write: \(formula)"
  }

  /// The formula that a scalar is meant as, or that gives it; nil where that is not known.
  mutating func asFormula(meantBy id: ID) -> String? {
    isFormulaWithoutSign(id) ? short(FormulaText.yaml("= \(text(id))")) : formula(giving: id)
  }

  /// Whether it is a formula that reads something which is known here.
  func isFormulaWithoutSign(_ id: ID) -> Bool {
    let text = text(id)
    guard case .text? = document.plainReading(id) ?? .text,
      let references = (try? Expression.parse(text))?.references
    else { return false }
    return references.contains { locals.contains($0.name) || symbols[$0.name] != nil }
  }

  /// A formula that gives what a scalar is.
  private mutating func formula(giving id: ID) -> String? {
    switch document.plainReading(id) {
    case .ambiguous, .outOfRange: return nil
    case .null, .bool, .int, .double, .text, nil: break
    }
    return datum(id).literal.map { short(FormulaText.yaml(FormulaText.formula($0))) }
  }
}
