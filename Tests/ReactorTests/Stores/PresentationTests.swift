import Reactor
import TestSupport
import Testing

/// What is on show: Rs-17.
struct PresentationTests {
  let graph = Graph()
  let log = Log()

  private func shown(_ routes: String...) throws -> Presentation<String> {
    let presentation = Presentation<String>(graph, limit: 5)
    try presentation.force(routes)
    return presentation
  }

  private func reason(_ body: () throws(PresentationFault) -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return error.message
    }
  }

  @Test func `push puts on top, pop takes the top away`() throws {
    let presentation = try shown()
    try presentation.push("a")
    try presentation.push("b")
    #expect(presentation.peek() == ["a", "b"])
    #expect(presentation.top == "b")
    try presentation.pop()
    #expect(presentation.peek() == ["a"])
  }

  @Test func `popping nothing is refused`() throws {
    let presentation = try shown()
    #expect(reason(presentation.pop) == "nothing to dismiss")
    #expect(
      reason { () throws(PresentationFault) in try presentation.pop("a") { _ in true } }
        == "nothing to dismiss")
  }

  @Test func `a route is popped only where it is on top`() throws {
    let presentation = try shown("a", "b")
    #expect(
      reason { () throws(PresentationFault) in try presentation.pop("a") { $0 == "a" } }
        == "a is not on top")
    #expect(presentation.peek() == ["a", "b"])
    try presentation.pop("b") { $0 == "b" }
    #expect(presentation.peek() == ["a"])
  }

  @Test func `popping goes down to a count and no further`() throws {
    let presentation = try shown("a", "b", "c")
    try presentation.pop(to: 1)
    #expect(presentation.peek() == ["a"])
    try presentation.pop(to: 1)
    #expect(
      reason { () throws(PresentationFault) in try presentation.pop(to: 3) }
        == "only 1 presented, cannot dismiss down to 3")
    #expect(
      reason { () throws(PresentationFault) in try presentation.pop(to: -1) }
        == "cannot dismiss down to -1")
    #expect(presentation.peek() == ["a"])
    try presentation.pop(to: 0)
    #expect(presentation.peek() == [])
  }

  @Test func `replacing swaps the top and needs one`() throws {
    let presentation = try shown("a", "b")
    try presentation.replace("c")
    #expect(presentation.peek() == ["a", "c"])
    try presentation.force([])
    #expect(
      reason { () throws(PresentationFault) in try presentation.replace("d") }
        == "nothing to replace")
  }

  @Test func `there is a limit to what can be shown`() throws {
    let presentation = try shown("1", "2", "3", "4", "5")
    #expect(
      reason { () throws(PresentationFault) in try presentation.push("6") }
        == "more than 5 presented")
    #expect(
      reason { () throws(PresentationFault) in
        try presentation.force(Array(repeating: "x", count: 6))
      } == "more than 5 presented")
    #expect(presentation.peek().count == 5)
  }

  @Test func `who reads it runs again after a change and after no refusal`() throws {
    let presentation = try shown("a")
    try graph.computation { [log] _ in log("\(presentation.routes)") }
    try graph.batch { try presentation.push("b") }
    try graph.batch { _ = reason { () throws(PresentationFault) in try presentation.pop(to: 9) } }
    try graph.batch { try presentation.pop(to: 2) }
    #expect(log.take() == [#"["a"]"#, #"["a", "b"]"#])
  }

  @Test func `what has not changed since it was asked is at the bottom`() throws {
    var random = Seeded(17)
    let presentation = Presentation<Int>(graph)
    var known: [Int] = []
    for number in 0..<5_000 {
      switch random.below(6) {
      case 0, 1, 2: try presentation.push(number)
      case 3: try? presentation.pop()
      case 4: try? presentation.replace(number)
      default:
        if random.chance(70) {
          try? presentation.pop(to: random.below(presentation.peek().count + 1))
        } else {
          try presentation.force([number, number])
        }
      }
      if random.chance(60) {
        let kept = presentation.takeUnchanged()
        #expect(known.prefix(kept) == presentation.peek().prefix(kept), "step \(number)")
        known = presentation.peek()
      }
    }
    try presentation.force([1, 2, 3])
    _ = presentation.takeUnchanged()
    try presentation.pop()
    try presentation.push(4)
    try presentation.push(5)
    #expect(presentation.takeUnchanged() == 2)
    #expect(presentation.takeUnchanged() == 4)
  }

  /// A route that looks where it was shown when it goes.
  private final class Looking {
    let look: () -> Void
    init(_ look: @escaping () -> Void) { self.look = look }
    deinit { look() }
  }

  @Test func `what is not on show any more may look there as it goes`() throws {
    let presentation = Presentation<Looking>(graph)
    var seen: [Int] = []
    func looking() -> Looking { Looking { seen.append(presentation.peek().count) } }
    try presentation.force([looking(), looking(), looking(), looking()])
    try presentation.pop(to: 2)
    try presentation.pop()
    try presentation.replace(looking())
    try presentation.force([])
    #expect(seen == [2, 2, 1, 1, 0])
  }
}
