import Loader
import Scenarios
import Testing
import Values

@testable import Runner

/// What is kept of what happened, and what it costs where nobody listens.
@Suite struct TrailTests {
  private func numbered(_ count: Int) -> TraceEvent { TraceEvent(.ran, "c", count: count) }

  @Test func noEventIsMadeWhereNobodyListens() {
    var trail = Trail(isListening: false)
    var made = 0
    func event() -> TraceEvent {
      made += 1
      return TraceEvent(.start)
    }
    trail.add(event())
    trail.record(event())
    trail.end(trail.begin(event()))
    trail.end(trail.beginRecord(event()))
    #expect(made == 0 && trail.count == 2)
    trail.listen()
    trail.add(event())
    #expect(made == 1 && trail.count == 3)
  }

  @Test(arguments: [0, 1, 23, 24, 25, 100])
  func theLastEventsAreKept(_ unheard: Int) {
    var trail = Trail(isListening: unheard == 0)
    for count in 0..<unheard { trail.add(numbered(count)) }
    trail.listen()
    for heard in 1...60 {
      trail.add(numbered(unheard + heard - 1))
      for position in 0...unheard + heard where trail.hasHeard(since: position) {
        let (events, omitted) = trail.since(position)
        let first = max(position, unheard + heard - Trail.shown)
        #expect(events.map(\.count) == (first..<unheard + heard).map { $0 })
        #expect(omitted == first - position)
      }
    }
    #expect(trail.hasHeard(since: 0))
  }

  private static let loud = """
    cells: {n: 0, twice: = n * 2}
    computations: {label: = string(twice)}
    scenarios:
      - {name: a, steps: [{set: {n: 1}}, {expect: {n: 2}}]}
      - {name: b, steps: [{repeat: 9, do: [{set: {n: = n + 1}}]}, {set: {n: = 1 / 0}}]}
      - {name: c, steps: [{repeat: 40, do: [{set: {n: = n + 1}}], expect: {n: 1}}]}
      - {name: d, each: [{x: 1}, {x: 2}], steps: [{set: {n: = x}, expect: {n: 1}}]}
    """

  /// Which of the runs listens is not seen: the one that failed, from its start or from somewhere
  /// on, or another one behind it.
  @Test(arguments: [0, 300, 1_000, 3_000, 10_000, .max])
  func aFailureTellsTheSameWhoeverListens(_ unheard: Int) throws {
    let loaded = ScenarioLoader.load(bytes: Array(TrailTests.loud.utf8), name: "test.yaml")
    let file = try #require(loaded.file)
    func stories(_ change: (ScenarioRunner) -> Void, isRecording: Bool) -> [String] {
      onLargeStack {
        let runner = ScenarioRunner(file)
        change(runner)
        return runner.candidates.flatMap { runner.run($0, isRecording: isRecording).failures }.map {
          failure in
          let events = failure.trail.map { "\($0.kind) \($0.subject ?? "") \($0.value ?? .null)" }
          return "\(failure.message): \(failure.omitted) \(events)"
        }
      }
    }
    let heard = stories({ _ in }, isRecording: true)
    #expect(heard.count == 4)
    #expect(stories({ $0.whole.unheard = unheard }, isRecording: false) == heard)
  }
}
