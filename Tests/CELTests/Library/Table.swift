import Testing

/// One formula and what it must give, as text.
struct Row: CustomTestStringConvertible, Sendable {
  let formula: String
  let result: String

  init(_ formula: String, _ result: String) {
    self.formula = formula
    self.result = result
  }

  var testDescription: String { formula }

  /// What a formula must give that fails, with whatever message.
  static let anError = "error"

  func check(_ location: SourceLocation = #_sourceLocation) throws {
    let text: String
    do {
      text = try evaluate(formula).text
    } catch {
      text = "error: no formula"
    }
    if result == Row.anError {
      #expect(text.hasPrefix("error: "), "\(formula)", sourceLocation: location)
    } else {
      #expect(text == result, "\(formula)", sourceLocation: location)
    }
  }
}
