import Scenarios
import Testing
import Values

@testable import Runner

/// What a world holds is bounded, wherever it holds it.
@Suite struct MemoryLimitTests {
  /// Lists of 900 elements, each of its own, 200 of them a step.
  private static let large = "'= lists.range(900).map(i, i + 1)'"

  @Test(arguments: [
    // Messages that wait.
    """
    actors: {a: {on: {Go: [{call: s.held}]}}}
    services: {s: {methods: {held: pending}}}
    scenarios:
      - name: x
        steps: [{repeat: 400, do: [{tell: {a: {Go: LARGE}}}]}]
    """,
    // Locals of bodies that wait.
    """
    reactors:
      r:
        state: 0
        mutate: {go: [{let: {x: LARGE}}, {wait: 1h}, {mutation: {done: = x}}]}
        reduce: {done: = state + 1}
    scenarios:
      - name: x
        steps: [{repeat: 400, do: [{send: {r: go}}]}]
    """,
    // The elements of a loop that nothing else holds.
    """
    reactors:
      r:
        state: 0
        mutate: {go: [{for: {x: LARGE}, do: [{wait: 1h}]}]}
        reduce: {done: = state + 1}
    scenarios:
      - name: x
        steps: [{repeat: 400, do: [{send: {r: go}}]}]
    """,
    // Elements of a flow.
    """
    reactors:
      r:
        state: 0
        transform: {action: [{delay: 1h}]}
        reduce: {add: = state + 1}
    scenarios:
      - name: x
        steps: [{repeat: 400, do: [{send: {r: {add: LARGE}}}]}]
    """,
    // Actions that wait for their turns.
    """
    stores: {s: {state: {n: 0}, reducers: {add: {n: = state.n + 1}}}}
    computations: {c: [{repeat: 400, do: [{dispatch: {s: {add: LARGE}}}]}]}
    scenarios: [{name: x, steps: []}]
    """,
    // What handlers and computations see.
    """
    cells: {go: 0}
    computations:
      c:
        - repeat: 400
          do:
            - let: {x: LARGE}
            - autorun: {name: inner, run: [{depend: go}, {emit: = x.size()}]}
    scenarios: [{name: x, steps: []}]
    """,
    """
    cells: {go: 0}
    computations:
      c:
        - repeat: 400
          do:
            - let: {x: LARGE}
            - onStop: [{emit: = x.size()}]
    scenarios: [{name: x, steps: []}]
    """,
    // Answers that the script has bound, and what it presents.
    """
    services: {s: {methods: {m: = args}}}
    stores: {s2: {state: {n: 0}, reducers: {}, routes: {d: {screen: LARGE}}}}
    scenarios:
      - name: x
        steps: [{repeat: 400, do: [{present: {s2: {d: 1}}}]}]
    """,
    // What actors were spawned with, and their states.
    """
    actors: {w: {state: 0, on: {X: {result: 1}}}}
    scenarios:
      - name: x
        steps: [{repeat: 400, do: [{spawn: {w: LARGE}}]}]
    """,
    """
    actors: {w: {state: LARGE, on: {X: {result: 1}}}}
    scenarios:
      - name: x
        steps: [{repeat: 400, do: [{spawn: w}]}]
    """,
    // States that an outcome looks at, and emissions.
    """
    reactors: {r: {state: [], reduce: {add: LARGE}}}
    scenarios:
      - name: x
        steps: [{repeat: 400, do: [{send: {r: add}}], states: {r: []}}]
    """,
    """
    scenarios:
      - name: x
        steps: [{batch: [{repeat: 400, do: [{emit: {log: LARGE}}]}]}]
    """,
    // What timers will see, and errors that are told of.
    """
    computations:
      c:
        - repeat: 400
          do:
            - let: {x: LARGE}
            - every: 1s
              do: [{emit: {log: = x.size()}}]
    scenarios: [{name: x, steps: []}]
    """,
    """
    actors: {a: {on: {Go: [{fail: LARGE}]}}}
    scenarios:
      - name: x
        steps: [{batch: [{repeat: 400, do: [{tell: {a: Go}}]}], reports: [x]}]
    """,
  ])
  func whateverHoldsMuchIsFound(_ text: String) throws {
    let text =
      "settings: {memory: 4MB}\n"
      + text.replacing("LARGE", with: MemoryLimitTests.large)
    let failure = try expectFailure("the world holds more than 4MB", of: text)
    #expect(failure.code == .memoryLimit)
  }

  @Test func theValuesOfARowAreCounted() throws {
    let columns = (0..<400).map { "n\($0): \(MemoryLimitTests.large)" }.joined(separator: ", ")
    let failure = try expectFailure(
      "the world holds more than 4MB",
      of: "settings: {memory: 4MB}\nscenarios: [{name: x, each: [{\(columns)}], steps: []}]\n")
    #expect(failure.code == .memoryLimit)
  }

  @Test func theFormulasOfALargeFileAreCounted() throws {
    let long = "[" + Array(repeating: "1 + 1", count: 14_000).joined(separator: ", ") + "].size()"
    let cells = (0..<6).map { "  c\($0): = \(long)\n" }.joined()
    try expectFailure(
      "most of it in the formulas of the file",
      of: """
        settings: {memory: 8MB}
        cells:
          x: []
        \(cells)
        steps: [{repeat: 400, do: [{set: {x: \(MemoryLimitTests.large)}}]}]
        """)
  }

  @Test func whatIsLetGoCountsNoMore() throws {
    try expectPass(
      """
      settings: {memory: 4MB}
      cells: {x: []}
      steps:
        - repeat: 2000
          do: [{set: {x: \(MemoryLimitTests.large)}}]
          assert: x.size() == 900
      """)
  }

  @Test func whatIsSharedCountsOnce() throws {
    try expectPass(
      """
      settings: {memory: 4MB}
      cells: {x: [], all: []}
      steps:
        - set: {x: \(MemoryLimitTests.large)}
        - repeat: 100
          do: [{set: {all: '= all + [x]'}}]
          assert: all.size() == 100
        - let: {other: \(MemoryLimitTests.large)}
        - repeat: 300
          do: [{set: {x: \(MemoryLimitTests.large)}}]
          assert: x.size() == 900
      """)
  }

  @Test func noScenarioFailsForBeingRecorded() throws {
    let file = try #require(
      validFile(
        """
        settings: {memory: 1MB}
        cells: {x: []}
        steps:
          - repeat: 300
            do: [{set: {x: \(MemoryLimitTests.large)}}]
            assert: x.size() == 900
        """))
    let result = onLargeStack {
      let runner = ScenarioRunner(file)
      return runner.run(runner.candidates[0], isRecording: true)
    }
    #expect(result.verdict == .passed)
    #expect(result.log?.entries.isEmpty == false)
  }

  @Test func theMessageNamesThePartThatHoldsMost() throws {
    try expectFailure(
      "most of it in the cells, most of that in many",
      of: """
        settings: {memory: 1MB}
        cells: {few: 1, many: []}
        steps:
          - repeat: 95
            do: [{set: {many: '= many + [lists.range(900).map(i, i + 1)]'}}]
        """)
  }

  @Test func aWorldThatFindsNoRoomBesideOthersSaysSo() throws {
    let text = """
      cells: {x: []}
      steps:
        - repeat: 3000
          do: [{set: {x: \(MemoryLimitTests.large)}}]
          assert: x.size() == 900
      """
    let crowded = try results(of: text, memory: MemoryShare { _ in false })
    #expect(crowded.map(\.isCrowded) == [true])
    let alone = try results(of: text, memory: MemoryShare { _ in true })
    #expect(alone.map(\.isCrowded) == [false])
    #expect(alone.map(\.verdict) == [.passed])
  }

  @Test func aStepMayTakeMoreTurnsThanOneInstantButNotWithoutEnd() throws {
    var whole = WorkLimits.Whole()
    whole.turns = 5_000
    let text = """
      settings: {turns: 20}
      reactors:
        clock:
          state: 0
          mutate: {start: [{every: 1ms, do: [{mutation: tick}]}]}
          reduce: {tick: = state + 1}
      steps:
        - send: {clock: start}
        - advance: SPAN
      """
    let long = try results(of: text.replacing("SPAN", with: "2s"), whole: whole)
    #expect(long.map(\.verdict) == [.passed])
    let endless = try results(of: text.replacing("SPAN", with: "10s"), whole: whole)
    let failure = try #require(endless.first?.failures.first)
    #expect(failure.message.contains("did not settle within 5000 turns and re-runs"))
    #expect(failure.message.contains("clock (every)"))
  }

  @Test func theWorkOfAScenarioHasALimit() throws {
    var whole = WorkLimits.Whole()
    whole.scenario = 100_000
    let text = """
      cells: {n: 0}
      scenarios:
        - name: x
          steps:
            - repeat: 300
              do: [{set: {n: = n + 1}}]
            - repeat: 3000
              do: [{set: {n: = n + 1}}]
            - set: {n: 0}
              expect: {n: 0}
      """
    let failure = try #require(try results(of: text, whole: whole).first?.failures.first)
    #expect(failure.message.contains("the scenario costs more than 100000 units of work"))
  }

  /// A procedure performs another one twice, and so on: twenty such lines are a million of them.
  @Test func proceduresThatPerformEachOtherHaveALimit() throws {
    var whole = WorkLimits.Whole()
    whole.procedures = 100
    let doubled = (1...6).map { "  p\($0): [{perform: p\($0 - 1)}, {perform: p\($0 - 1)}]\n" }
    func failure(_ procedure: String, steps: String? = nil) throws -> Failure? {
      let text = """
        cells: {n: 0}
        procedures:
          p0: [{set: {n: = n + 1}}]
        \(doubled.joined())steps:
          - perform: \(procedure)
          - \(steps ?? "perform: \(procedure)")
        """
      return try results(of: text, whole: whole).first?.failures.first
    }
    // There are 63 of them in a step, and in the next one 63 again.
    #expect(try failure("p5") == nil)
    #expect(
      try failure("p6")?.message.contains("one step performed procedures more than 100 times")
        == true)
    // Loops have limits of their own, which time that passes renews.
    #expect(try failure("p0", steps: "{repeat: 200, do: [{perform: p0}]}") == nil)
  }

  @Test func whatALedgerMayHoldIsWhatWasCountedAndWhatHasBeenMade() {
    var ledger = MemoryLedger(limit: 512 << 20)
    #expect(ledger.mostHeld == 0)
    _ = ledger.make(5_000)
    #expect(ledger.mostHeld == 5_000)
    ledger.leave(room: 40 << 20)
    #expect(ledger.mostHeld == 40 << 20)
    _ = ledger.make(1 << 20)
    #expect(ledger.mostHeld == 41 << 20)
  }
}
