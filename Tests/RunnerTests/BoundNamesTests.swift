import Testing

@testable import Runner

/// Locals in scope, as an array searched from its end would give them.
@Suite struct BoundNamesTests {
  @Test func theLastBindingOfANameCounts() {
    var names = BoundNames()
    var plain: [String] = []
    var random: UInt64 = 3
    for number in 0..<500 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let name = "x\((random >> 33) % 60)"
      names.bind(name, as: number % 3 == 0 ? .promise : nil)
      plain.append(name)
      for asked in [name, "x1", "x59", "y"] {
        let place = names[asked]
        #expect(place?.index == plain.lastIndex(of: asked))
        if let place { #expect((place.kind == .promise) == (place.index % 3 == 0)) }
      }
    }
    #expect(names.count == 500)
  }

  @Test func aCopyIsAScopeOfItsOwn() {
    var outer = BoundNames()
    for number in 0..<10 { outer.bind("a\(number)") }
    var inner = outer
    inner.bind("a3")
    inner.bind("b")
    outer.bind("c")
    #expect(inner["a3"]?.index == 10 && inner["b"]?.index == 11 && inner["c"] == nil)
    #expect(outer["a3"]?.index == 3 && outer["b"] == nil && outer["c"]?.index == 10)
  }
}
