import Testing
import Values

@Suite struct LimitTests {
  @Test func `no value that is made of others goes beyond the limits`() throws {
    var value = Value.null
    for _ in 0..<ValueLimits.depth { value = try .optional(of: value) }
    #expect(value.measure.depth == ValueLimits.depth)
    #expect(throws: ValueFault.tooDeep) { try Value.optional(of: value) }
    #expect(throws: ValueFault.tooDeep) { try Value.list(of: [value]) }
  }

  @Test func `a long text is measured where it comes to stand in another value`() throws {
    let text = Value.string(String(repeating: "a", count: ValueLimits.text + 1))
    let octets = Value.bytes(Bytes([UInt8](repeating: 0, count: ValueLimits.text + 1)))
    for value in [text, octets] {
      #expect(throws: ValueFault.tooMuchText) { try Value.list(of: [value]) }
      #expect(throws: ValueFault.tooMuchText) { try Value.record([("a", value)]) }
      #expect(throws: ValueFault.tooMuchText) { try Value.optional(of: value) }
    }
    #expect("\(ValueFault.tooMuchText)" == ValueFault.tooMuchText.message)
    #expect(OptionalValue.absent.wrapped == nil)
  }

  @Test func `octets and names of types can be put in sets`() {
    #expect(Set([Bytes([1]), Bytes([1]), Bytes([2])]).count == 2)
    #expect(Set([TypeName("int"), TypeName("int")]).count == 1)
  }
}
