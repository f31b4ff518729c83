import Testing

@Test func theSuiteIsBuilt() { #expect(Bool(true)) }
