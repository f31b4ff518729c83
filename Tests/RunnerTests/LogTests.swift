import Loader
import Scenarios
import Testing
import Values

@testable import Runner

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
    let subject = event.subject?.description ?? ""
    let other = event.other?.description ?? ""
    let name = event.name?.description ?? ""
    let text = event.text?.description ?? ""
    let old = event.old?.description ?? "none"
    let value = event.value?.description ?? ""
    return switch event.kind {
    case .step: name
    case .turn: "turn \(subject)"
    case .ran: "\(subject) runs"
    case .changed: "\(subject) changes"
    case .derived: "\(subject) \(old) \(value)"
    case .emitted: "\(subject) emits"
    case .told: "\(subject) -> \(other): \(name)"
    case .answered: "\(subject) answers"
    case .timed: "timer \(subject)"
    case .round: "round \(event.count ?? 0) \(name)"
    case .starting: "\(subject) starts as \(value)"
    case .readable: "\(subject) reads as \(value)"
    case .unreadable: "\(subject) reads as an error: \(text)"
    case .pulsed: "\(subject) pulses"
    case .repeated: "\(subject) again"
    case .reduced: "\(subject) reduced to \(value)"
    case .began: "\(subject) begins with \(value)"
    case .restarted: "\(subject) restarts with \(value)"
    case .presented: "\(subject) \(event.isReplacing ? "replaces" : "presents") \(value)"
    case .stepFailed: "fails: \(text)"
    default: event.kind.rawValue
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
        "start", "  price starts as 10", "  label runs", "    total none 20", "    label emits",
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
        "start", "tell", "  script -> a: Go", "  a begins with null", "  turn a.Go",
        "    a -> b: Ping", "    b begins with null", "  turn b.Ping",
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
        "start", "  n starts as 0", "for", "  round 1 x", "    set", "      n changes",
        "  round 2 x", "    set", "      n changes",
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
    #expect(
      outline(log) == [
        "start", "  n starts as 1", "  twice reads as 2", "set", "  n changes",
        "  twice reads as 4", "assert",
      ])
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
    #expect(turns.map { log.entries[$0].cause } == [4, 5])
  }

  @Test func anActionThatAMiddlewareReturnsAsItWasBecomesNoOther() throws {
    let log = try log(
      of: """
        stores:
          app:
            state: {n: 0}
            reducers: {add: {n: = state.n + action}, more: {n: = state.n + action}}
            middleware:
              - on: {add: [{return: {add: = action}}], more: [{return: {add: = action}}]}
        steps:
          - dispatch: {app: {add: 1}}
          - dispatch: {app: {more: 2}}
        """)
    let others = log.entries.compactMap { entry -> String? in
      let event = entry.event
      guard event.kind == .replaced, let name = event.name, let other = event.other else {
        return nil
      }
      return "\(name) becomes \(other) of \(event.value ?? .null)"
    }
    #expect(others == ["more becomes add of 2"])
  }

  @Test func aLogHoldsAsManyBytesAsItMayAndNoMore() {
    var trail = Trail(isRecording: true)
    let whole = String(repeating: "x", count: RunLog.mostBytes)
    trail.add(TraceEvent(.note, text: whole))
    #expect(trail.log?.isCut == false && trail.log?.entries.count == 1)
    trail.add(TraceEvent(.note, text: "x"))
    #expect(trail.log?.isCut == true && trail.log?.entries.count == 1)
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

  @Test func whatTheWorldBeginsWithIsTold() throws {
    let log = try log(
      of: """
        settings: {start: 2030-01-01T00:00:00Z}
        cells: {price: 10, person: {name: Ada, age: 36}}
        reactors: {counter: {state: 1, reduce: {up: = state + 1}}}
        stores:
          app: {state: {}, parcels: [todos]}
        parcels:
          todos: {focus: todos, state: {items: []}, reducers: {add: {items: [1]}}}
        services:
          clock: {state: 7, methods: {now: = state}}
          plain: {methods: {get: = 1}}
        actors:
          session: {state: {token: none}, on: {Get: = state}}
          eager: {provider: instance, state: 3, on: {Get: = state}}
          workers: {provider: {pool: 2}, state: 4, on: {Get: = state}}
        scenarios:
          - name: given
            given: {price: 12, person.name: Eve, session.token: x}
            steps: [{tell: {session: Get}}, {tell: {workers: Get}}]
        """)
    #expect(
      outline(log) == [
        "start", "  now starts as timestamp(\"2030-01-01T00:00:00Z\")", "  price starts as 12",
        "  person starts as {name: \"Eve\", age: 36}", "  counter starts as 1",
        "  app starts as {todos: {items: []}}", "  clock starts as 7", "  eager begins with 3",
        "  session reads as {token: \"x\"}", "  workers reads as []", "tell",
        "  script -> session: Get",
        "  session begins with {token: \"x\"}", "  turn session.Get", "tell",
        "  script -> workers: Get", "  workers#1 begins with 4", "  turn workers#1.Get",
      ])
    let given = log.entries.filter { $0.event.kind == .starting }.map(\.event.name)
    #expect(given == [nil, "", "name", nil, nil, nil])
  }

  @Test func lookingAtWhatNobodyReadsRunsNothing() throws {
    let log = try log(
      of: """
        cells: {n: 1, twice: = n * 2, inverse: = 1 / n, even: {formula: = n % 2, cutoff: never}}
        computations: {late: {autostart: false, run: [{emit: = twice}]}}
        steps:
          - set: {n: 0}
            runs: {twice: 0, inverse: 0}
          - start: late
            runs: {twice: 1}
          - set: {n: 0}
        """)
    #expect(
      outline(log) == [
        "start", "  n starts as 1", "  twice reads as 2", "  inverse reads as 1",
        "  even reads as 1", "set", "  n changes", "  twice reads as 0",
        "  inverse reads as an error: divide by zero", "  even reads as 0", "start",
        "  late runs", "    twice 0 0", "    late emits", "set", "  unchanged",
      ])
  }

  @Test func anEqualValueThatCountsIsTold() throws {
    let log = try log(
      of: """
        cells: {a: 1, b: {value: 1, cutoff: never}, c: {value: 1, cutoff: = false}}
        reactors:
          form: {state: {alert: x}, pulse: [alert], reduce: {show: {alert: = mutation}, nothing: {}}}
        steps:
          - set: {a: 1, b: 1, c: 1}
          - send: {form: {show: x}}
          - send: {form: nothing}
        """)
    #expect(
      outline(log).dropFirst(5) == [
        "set", "  unchanged", "  b again", "  c again", "send", "  sent", "    form.alert pulses",
        "    state", "send", "  sent", "    unchanged", "    state",
      ])
  }

  @Test func aPulseIsTheReactorsAlsoWhereItsStatesAreTransformed() throws {
    let log = try log(
      of: """
        reactors:
          form:
            state: {alert: x}
            pulse: [alert]
            reduce: {show: {alert: = mutation}}
            transform: {state: [{tap: []}]}
        steps: [{send: {form: {show: x}}}]
        """)
    #expect(outline(log).contains("    form.alert pulses"), "\(outline(log))")
  }

  @Test func aStateThatAFilterCutsIsTold() throws {
    let log = try log(
      of: """
        reactors:
          counter:
            state: 0
            reduce: {up: = state + 1}
            transform: {state: [{filter: = it != 1}]}
        steps: [{send: {counter: up}}, {send: {counter: up}}]
        """)
    #expect(
      outline(log) == [
        "start", "  counter starts as 0", "  unchanged", "send", "  sent",
        "    counter reduced to 1", "send", "  sent", "    counter reduced to 2",
        "    counter changes",
        "    state",
      ])
  }

  @Test func whatIsOnShowIsToldWhole() throws {
    let log = try log(
      of: """
        stores: {app: {state: {n: 1}, routes: {details: {screen: '= "Todo " + string(args.id)', modal: true}}}}
        steps:
          - present: {app: {details: {id: 3}}}
          - replace: {app: {details: {id: 4}}}
        """)
    #expect(
      outline(log).filter { $0.contains("app ") }.dropFirst() == [
        "  app presents {route: \"details\", args: {id: 3}, screen: \"Todo 3\", modal: true}",
        "  app replaces {route: \"details\", args: {id: 4}, screen: \"Todo 4\", modal: true}",
      ])
  }

  @Test func anExpectedErrorAndAFailureAreToldWithTheirWords() throws {
    let log = try log(
      of: """
        cells: {n: 1, inverse: = 1 / n, m: 2}
        computations: {late: {run: [{emit: = inverse}], onError: [{emit: = error}]}}
        steps:
          - set: {n: 0}
          - set: {m: = 1 / n}
            fails: divide
        """)
    let words = log.entries.compactMap { entry -> String? in
      let event = entry.event
      guard [.failed, .stepFailed].contains(event.kind), let text = event.text else { return nil }
      return "\(event.subject ?? "step"): \(text)"
    }
    #expect(
      words == ["inverse: divide by zero", "late: inverse: divide by zero", "step: divide by zero"])
  }

  @Test func whatAReducerPutsWithinAnotherPathIsToldOnce() throws {
    let log = try log(
      of: """
        stores:
          s:
            state: {l: [1], m: {k: 0}, n: 1}
            reducers: {go: {l: [5, 6], 'l[1]': 3, m.k: 2, m: {k: 4}, n: 5}}
        steps: [{dispatch: {s: go}, expect: {s: {l: [5, 3], m: {k: 4}, n: 5}}}]
        """)
    let changes = log.entries.map(\.event).filter { $0.kind == .changed }
    #expect(changes.map { $0.subject?.raw } == ["s.l", "s.m", "s.n"])
    #expect(changes.first?.old.map { "\($0)" } == "[1]")
    #expect(changes.first?.value.map { "\($0)" } == "[5, 3]")
  }
}
