import Loader
import Runner
import Scenarios
import Testing
import Values

/// What a log tells, and in what its entries happen.
@Suite struct LogTests {
  private func log(
    of text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> RunLog {
    let loaded = ScenarioLoader.load(bytes: Array(text.utf8), name: "test.yaml")
    let problems = loaded.diagnostics.map { $0.text(in: loaded.sources) }.joined()
    let file = try #require(loaded.file, "\(problems)", sourceLocation: sourceLocation)
    let result = onLargeStack {
      let runner = ScenarioRunner(file)
      return runner.run(runner.candidates[0], isRecording: true)
    }
    #expect(result.verdict == .passed, sourceLocation: sourceLocation)
    return try #require(result.log, sourceLocation: sourceLocation)
  }

  /// The log in few words, each entry indented below what it happened in.
  private func outline(_ log: RunLog) -> [String] {
    var depths: [Int] = []
    return log.entries.map { entry in
      depths.append(entry.parent.map { depths[$0] + 1 } ?? 0)
      return String(repeating: "  ", count: depths.last ?? 0) + words(entry.event)
    }
  }

  private func words(_ event: TraceEvent) -> String {
    switch event {
    case .started: "start"
    case .step(let verb, _, _): verb
    case .turn(let about): "turn \(about)"
    case .moved: "moved"
    case .ran(let name, _): "\(name) runs"
    case .changed(let path, _, _): "\(path) changes"
    case .derived(let name, let old, let value):
      "\(name) \(old.map(\.description) ?? "none") \(value.map(\.description) ?? "none")"
    case .emitted(let channel, _): "\(channel) emits"
    case .messaged(let from, let to, let message, _, _): "\(from) -> \(to): \(message)"
    case .answered(let name, _): "\(name) answers"
    case .timed(let about, _): "timer \(about)"
    case .round(let number, let name, _): "round \(number) \(name ?? "")"
    default: "\(event)".split(separator: "(").first.map(String.init) ?? ""
    }
  }

  @Test func aStepHoldsItsChangesAndReRuns() throws {
    let log = try log(
      of: """
        cells: {price: 10, total: = price * 2}
        computations: {label: = string(total)}
        steps:
          - set: {price: 20}
          - set: {price: 20}
        """)
    #expect(
      outline(log) == [
        "start", "  label runs", "    total none 20", "    label emits",
        "set", "  price changes", "  total 20 40", "  label runs", "    label emits",
        "set", "  unchanged",
      ])
  }

  @Test func aMessageIsTheCauseOfTheTurnThatReceivesIt() throws {
    let log = try log(
      of: """
        actors:
          a: {on: {Go: [{tell: {b: Ping}}]}}
          b: {on: {Ping: {do: []}}}
        steps:
          - tell: {a: Go}
        """)
    #expect(
      outline(log) == [
        "start", "tell", "  script -> a: Go", "  began", "  turn a.Go", "    a -> b: Ping",
        "    began", "  turn b.Ping",
      ])
    #expect(log.entries[4].cause == 2)
    #expect(log.entries[7].cause == 5)
  }

  @Test func aTimerIsTheCauseOfItsTurnAndTimesCountFromTheStart() throws {
    let log = try log(
      of: """
        computations: {late: [{wait: 300ms}, {emit: done}]}
        steps:
          - advance: 1s
        """)
    #expect(
      outline(log) == [
        "start", "  late runs", "    timer late (wait)", "advance", "  moved",
        "    turn late (wait)", "      late emits", "  moved",
      ])
    #expect(log.entries[5].cause == 2)
    #expect(
      log.entries.map { $0.time.nanoseconds / 1_000_000 } == [0, 0, 0, 0, 300, 300, 300, 1000])
  }

  @Test func aPassOfALoopHoldsItsSteps() throws {
    let log = try log(
      of: """
        cells: {n: 0}
        steps:
          - for: {x: '= [1, 2]'}
            do:
              - set: {n: = x}
        """)
    #expect(
      outline(log) == [
        "start", "for", "  round 1 x", "    set", "      n changes", "  round 2 x", "    set",
        "      n changes",
      ])
  }

  @Test func whatOutcomesLookAtIsNoPartOfIt() throws {
    let log = try log(
      of: """
        cells: {n: 1, twice: = n * 2}
        always: [twice > 0]
        steps:
          - set: {n: 2}
            expect: {twice: 4}
          - assert: twice == 4
        """)
    #expect(outline(log) == ["start", "set", "  n changes", "assert"])
  }

  @Test func anActionSentFromABodyIsTheCauseOfItsTurn() throws {
    let log = try log(
      of: """
        reactors:
          counter: {state: 0, reduce: {increment: = state + 1}}
        stores:
          app: {state: {n: 0}, reducers: {add: {n: = state.n + 1}}}
        computations:
          starter: [{send: {counter: increment}}, {dispatch: {app: add}}]
        steps: [{advance: 1ms}]
        """)
    let events = outline(log)
    let turns = log.entries.indices.filter { events[$0].contains("turn ") }
    #expect(turns.map { events[$0] } == ["  turn counter.increment", "  turn app.add"])
    #expect(turns.map { log.entries[$0].cause } == [2, 3])
  }

  @Test func aLogThatGrowsTooLargeIsCutAndTheScenarioPasses() throws {
    let log = try log(
      of: """
        cells: {n: 0}
        steps:
          - repeat: 34000
            do: [{set: {n: = n + 1}}]
        """)
    #expect(log.isCut)
    #expect(log.entries.count == RunLog.mostEntries)
  }
}
