import Testing
import Values

/// The blocks of the module's page, word for word, and what the page says of them. `PageTests` of
/// `TidyTests` compares the two.
@Suite struct ValuesPageTests {
  @Test func records() throws {
    // block
    let person = try Value.record([
      ("name", .string("Ada")), ("born", .int(1815)),
    ])
    let text = person.json.text
    // end
    #expect(text == #"{"name":"Ada","born":1815}"#)
  }

  @Test func relations() {
    // block
    let whole = Value.int(1)
    let double = Value.double(1)
    let relations = (whole.isEqual(to: double), whole.isIdentical(to: double))
    // end
    #expect(relations == (true, false))
  }
}
