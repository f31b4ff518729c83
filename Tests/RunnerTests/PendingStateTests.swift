import Scenarios
import Testing
import Values

@testable import Runner

/// What will stand in a state once changes have been made, without making them.
@Suite struct PendingStateTests {
  private static let names = ["a", "b", "c"]
  private static let span = SourceSpan(file: 0, start: 0, end: 0)

  private static func value(_ depth: Int, _ below: (Int) -> Int) throws -> Value {
    guard depth > 0, below(4) > 0 else { return .int(Int64(below(9))) }
    let count = below(4)
    return try .record(names.prefix(count).map { ($0, try value(depth - 1, below)) })
  }

  /// As making all changes in their order would have it.
  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func aPartIsWhatTheChangesMakeOfIt(_ seed: UInt64) throws {
    var random = seed
    func below(_ limit: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((random >> 33) % UInt64(limit))
    }
    func path() -> [String] { (0..<below(4)).map { _ in PendingStateTests.names[below(3)] } }
    var whole = try PendingStateTests.value(3, below)
    var pending = PendingState(whole)
    for _ in 0..<40 {
      let change = StateChange(
        properties: path(), value: try PendingStateTests.value(2, below),
        span: PendingStateTests.span)
      // Of what cannot be made the write tells.
      guard let next = try? [change].applied(to: whole) else { continue }
      whole = next
      pending.put(change)
      let asked = path()
      let (found, expected) = (pending.part(at: asked), whole.part(at: asked))
      #expect(
        found.map(\.description) == expected.map(\.description),
        "seed \(seed): at \(asked)")
    }
  }
}
