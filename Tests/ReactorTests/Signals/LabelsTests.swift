import Testing

@testable import Reactor

/// The names of what turns without end.
@Suite struct LabelsTests {
  @Test func thoseMetAtLeastHalfAsOftenAsTheFirstAreNamed() {
    #expect(Labels.most([]) == [])
    #expect(Labels.most(["a"]) == ["a"])
    #expect(Labels.most(["a", "b", "b", "c", "c", "c", "c"]) == ["b", "c"])
    #expect(Labels.most(["c", "b", "c", "b", "c", "a"]) == ["c", "b"])
    #expect(Labels.most(["a", "b", "b", "b"]) == ["b"])
  }

  @Test func aFewAreNamedInOrderOfFirstAppearance() {
    let many = (0..<20).map { "n\($0)" }
    #expect(Labels.most(many + many.reversed()) == Array(many.prefix(Labels.named)))
  }
}
