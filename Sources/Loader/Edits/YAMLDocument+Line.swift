extension YAMLDocument {
  /// A scalar in one line that means what it means where it stands, in brackets if asked for. What is
  /// written plain and read as more than a text stays as it is, but for nothing, which is written in
  /// many ways.
  func line(ofScalar id: ID, like style: ScalarText.Style = .plain, inFlow: Bool) -> String {
    let text = text(id)
    switch plainReading(id) {
    case .null: return "null"
    case .bool, .int, .double, .ambiguous, .outOfRange: return text
    case .text, nil: break
    }
    if isPlaceholder(id) { return text }
    return text.utf8.first == UInt8(ascii: "=")
      ? ScalarText.formula(text, inFlow: inFlow)
      : ScalarText.text(text, like: style, inFlow: inFlow)
  }
}
