import Foundation
import Scenarios
import Testing
import Values

@testable import Runner

/// Models of which others have counted the states.
@Suite struct KnownAnswerTests {
  /// Two jugs of 3 and 5 litres, and how to measure 4 (`DieHard` of tlaplus/Examples).
  static let jugs = """
    cells: {small: 0, big: 0}
    always: big != 4
    explore:
      expect: violated
      events:
        - set: {small: 3}
        - set: {big: 5}
        - set: {small: 0}
        - set: {big: 0}
        - name: small to big
          set:
            small: '= small - (small < 5 - big ? small : 5 - big)'
            big: '= big + (small < 5 - big ? small : 5 - big)'
        - name: big to small
          set:
            big: '= big - (big < 3 - small ? big : 3 - small)'
            small: '= small + (big < 3 - small ? big : 3 - small)'
    """

  @Test func theJugsHaveSixteenStatesAndTakeSixEvents() throws {
    let explored = try explored(KnownAnswerTests.jugs)
    #expect(explored.states == 16)
    let found = try #require(explored.found)
    #expect((found.turns, found.deviations, found.isLeast) == (6, 6, true))
  }

  /// An actor has become free, and what waits for it is dropped for a newer message before it has taken it: the newer
  /// one comes all the same. The plain run is the way there.
  @Test func aMessageThatReplacesAnotherComes() throws {
    let explored = try explored(
      """
      actors:
        a:
          mailbox: {limit: 1, overflow: drop_old}
          state: {l: ""}
          on:
            N: [{set: {l: '= state.l + string(message)'}}, {wait: 3s}]
        c: {on: {T: [{wait: 3s}, {tell: {a: {N: 7}}}]}}
      always: a.l != "07"
      steps:
        - tell: {a: {N: 0}}
        - tell: {c: T}
        - tell: {a: {N: 1}}
        - advance: 3s
      """)
    #expect(try #require(explored.found).deviations == 0)
  }

  /// Two-phase commit (Gray and Lamport), without the specification's messages as a set of records.
  static func commit(_ count: Int) -> String {
    let names = (1...count).map { "r\($0)" }
    let working = names.map { "\($0): working" }.joined(separator: ", ")
    let none = names.map { "\($0): false" }.joined(separator: ", ")
    return """
      cells:
        rms: [\(names.joined(separator: ", "))]
        rm: {\(working)}
        tm: init
        heard: {\(none)}
        sent: {\(none)}
        commit: false
        abort: false
      always: '!(rms.exists(r, rm[r] == "aborted") && rms.exists(r, rm[r] == "committed"))'
      explore:
        complete: true
        events:
          - {name: commit, when: 'tm == "init" && rms.all(r, heard[r])', set: {tm: committed, commit: true}}
          - {name: abort, when: tm == "init", set: {tm: aborted, abort: true}}
          - {name: hear, for: {r: = rms}, when: 'tm == "init" && sent[r]', set: {'heard[r]': true}}
          - name: prepare
            for: {r: = rms}
            when: rm[r] == "working"
            set: {'rm[r]': prepared, 'sent[r]': true}
          - {name: give up, for: {r: = rms}, when: 'rm[r] == "working"', set: {'rm[r]': aborted}}
          - {name: do commit, for: {r: = rms}, when: commit, set: {'rm[r]': committed}}
          - {name: do abort, for: {r: = rms}, when: abort, set: {'rm[r]': aborted}}
      """
  }

  @Test func twoPhaseCommitOfThreeHas288States() throws {
    let explored = try explored(KnownAnswerTests.commit(3))
    #expect(explored.states == 288 && explored.isComplete && explored.verdict == .holds)
  }

  /// 2,744,705 events lead to those of seven, of which CI does five.
  @Test func twoPhaseCommitOfMoreHasTheirs() throws {
    let isLong = ProcessInfo.processInfo.environment["LONG"] != nil
    var settings = ExploreSettings()
    settings.limit = 1_000_000
    for (count, states) in isLong ? [(5, 8_832), (7, 296_448)] : [(5, 8_832)] {
      let explored = try explored(KnownAnswerTests.commit(count), settings)
      #expect(explored.states == states && explored.isComplete && explored.verdict == .holds)
    }
  }

  /// `TCommit` of tlaplus/Examples: 34 distinct states, and 94 in all with the first.
  @Test func transactionCommitOfThreeHas34States() throws {
    let explored = try explored(
      """
      cells: {rm: {a: working, b: working, c: working}}
      always: '!(rm.exists(r, rm[r] == "aborted") && rm.exists(r, rm[r] == "committed"))'
      explore:
        complete: true
        events:
          - {for: {r: = rm}, when: 'rm[r] == "working"', set: {'rm[r]': prepared}}
          - for: {r: = rm}
            when: rm[r] == "prepared" && rm.all(o, rm[o] in ["prepared", "committed"])
            set: {'rm[r]': committed}
          - for: {r: = rm}
            when: rm[r] in ["working", "prepared"] && rm.all(o, rm[o] != "committed")
            set: {'rm[r]': aborted}
      """)
    #expect(explored.states == 34 && explored.verdict == .holds)
  }

  /// Three prisoners who switch and one who counts (`Prisoners`, the same): 214 distinct states, 860 in all,
  /// of which four are the first.
  @Test func prisonersHave214States() throws {
    let explored = try explored(
      """
      cells: {a: false, b: false, times: {x: 0, y: 0, z: 0}, count: 0}
      always: count < 6 || times.all(p, times[p] > 0)
      explore:
        complete: true
        start: {for: {up: [false, true], other: [false, true]}, set: {a: = up, b: = other}}
        events:
          - {when: a, set: {a: false, count: = count + 1}}
          - {when: '!a', set: {b: '= !b'}}
          - {for: {p: = times}, when: '!a && times[p] < 2', set: {a: true, 'times[p]': '= times[p] + 1'}}
          - {for: {p: = times}, when: 'a || times[p] == 2', set: {b: '= !b'}}
      """)
    #expect((explored.states, explored.generated) == (214, 856))
    #expect(explored.verdict == .holds)
  }

  /// A can of up to 100 beans (`CoffeeCan`, the same): 5,150 distinct states, each of them a first one.
  @Test func theCoffeeCanHas5150States() throws {
    let explored = try explored(
      """
      cells: {black: 0, white: 0}
      always: black + white > 0
      explore:
        complete: true
        start:
          for: {b: '= lists.range(101)', w: '= lists.range(101)'}
          when: b + w > 0 && b + w <= 100
          set: {black: = b, white: = w}
        events:
          - {when: black > 1, set: {black: = black - 1}}
          - {when: white > 1, set: {black: = black + 1, white: = white - 2}}
          - {when: black > 0 && white > 0, set: {black: = black - 1}}
      """)
    #expect(explored.states == 5_150 && explored.verdict == .holds && explored.isComplete)
  }

  /// Clients that read and then write (`LostUpdate`): with two, one deviation in ten turns.
  static func clients(_ count: Int) -> String {
    let names = (1...count).map { "c\($0)" }
    return """
      actors:
        counter:
          state: {n: 0}
          on: {Get: = state.n, Put: [{set: {n: = message}}]}
      \(names.map { """
          \($0):
            on: {Go: [{ask: {counter: Get}, as: n}, {tell: {counter: {Put: = n + 1}}}]}

        """ }.joined())
      eventually: counter.n == \(count)
      steps:
        - interleave: [\(names.map { "[{tell: {\($0): Go}}]" }.joined(separator: ", "))]
      """
  }

  @Test func anUpdateIsLostByOneDeviationInTenTurns() throws {
    let found = try #require(try explored(KnownAnswerTests.clients(2)).found)
    #expect((found.deviations, found.turns, found.isLeast) == (1, 10, true))
    #expect(found.failure.code == .exploredEventually)
  }

  @Test func crossedAsksAreADeadlock() throws {
    let found = try #require(
      try explored(
        """
        actors:
          a: {on: {Go: [{ask: {b: Ping}}], Ping: = 1}}
          b: {on: {Go: [{ask: {a: Ping}}], Ping: = 1}}
        steps:
          - interleave: [[{tell: {a: Go}}], [{tell: {b: Go}}]]
        """
      ).found)
    #expect(found.failure.code == .exploredDeadlock && found.deviations == 1)
  }

  @Test func whatNeverEndsIsEndless() throws {
    let found = try #require(
      try explored(
        """
        actors:
          a: {on: {Go: [{tell: {a: Go}}]}}
        steps:
          - tell: {a: Go}
        """
      ).found)
    #expect(found.failure.code == .exploredEndless)
  }

  @Test func whereThereIsNothingToChooseFromARunEnds() throws {
    let explored = try explored(
      """
      cells: {free: []}
      actors:
        guest: {on: {Sleep: [{choose: {r: = free}}, {emit: = r}]}}
      steps:
        - tell: {guest: Sleep}
      """)
    #expect(explored.found == nil && explored.isComplete)
  }

  @Test func anEventThatFailsIsFoundAlsoWhereItLeadsNowhere() throws {
    let explored = try explored(
      """
      cells: {n: 2}
      explore:
        events:
          - {name: less, when: n > 0, set: {n: = n - 1}}
          - {name: share, set: {n: '= n == 0 ? 10 / n : n'}}
      """)
    let found = try #require(explored.found)
    #expect((found.failure.code, found.turns) == (.exploredError, 3))
    #expect((explored.states, explored.violating) == (4, 1))
  }

  @Test func whatIsReportedIsSeenAlsoBeforeStepsThatOnlyLook() throws {
    for last in ["", "  - expect: {client: null}"] {
      let explored = try explored(
        """
        actors:
          worker: {on: {Job: [], Stop: [{stop: self}]}}
          boss: {on: {Evening: [{tell: {worker: Stop}}]}}
          client: {on: {Order: [{tell: {worker: Job}}]}}
        explore: {forbid: [dead_letters]}
        steps:
          - interleave: [[{tell: {client: Order}}], [{tell: {boss: Evening}}]]
        \(last)
        """)
      #expect(explored.found?.failure.code == .exploredDeadLetter, "\(last)")
    }
  }

  @Test(arguments: [
    "actors: {b: {mailbox: {limit: 1, overflow: drop_new}, on: {X: [{wait: 1s}]}}}",
    "actors: {b: {on: {Y: []}}}",
  ])
  func whatNobodyWillWorkOnIsADeadLetter(_ model: String) throws {
    let explored = try explored(
      """
      \(model)
      explore: {forbid: [dead_letters]}
      steps: [{batch: [{tell: {b: X}}, {tell: {b: X}}, {tell: {b: X}}]}]
      """)
    #expect(explored.found?.failure.code == .exploredDeadLetter)
  }

  /// The answer is looked at only behind both threads, and the one that asked is over before the other.
  @Test func whatAThreadWasAnsweredIsPartOfTheState() throws {
    for isByReplay in [true, false] {
      var settings = ExploreSettings()
      settings.isByReplay = isByReplay
      let explored = try explored(
        """
        cells: {x: -1, y: 0}
        actors: {a: {state: {n: 0}, on: {Get: = state.n, Put: [{set: {n: = message}}]}}}
        explore: {sometimes: [x == 0, x == 1]}
        steps:
          - interleave:
            - [{ask: {a: Get}, as: p}]
            - [{tell: {a: {Put: 1}}}, {set: {y: 1}}]
          - set: {x: = p.value}
        """, settings)
      #expect((explored.verdict, explored.byReplay == nil) == (.holds, !isByReplay))
      #expect(explored.states == 28)
    }
  }

  /// While the script waits for the end of a span, an event moves the clock beyond it.
  @Test func anEventMayAdvanceBeyondTheScript() throws {
    let explored = try explored(
      """
      reactors:
        r: {state: {n: 0}, mutate: {go: [{wait: 1s}, {mutation: up}]}, reduce: {up: {n: = state.n + 1}}}
      eventually: r.n == 1
      explore: {steps: 1, complete: true, events: [{advance: 5s}]}
      steps: [{send: {r: go}}, {advance: 2s}]
      """)
    #expect(explored.verdict == .holds && explored.isComplete)
  }

  /// What has waited for another of its kind takes its turn among what was sent meanwhile, in either order.
  @Test func theOrderOfWhatAReactorHasToDoIsPartOfTheState() throws {
    for isByReplay in [true, false] {
      var settings = ExploreSettings()
      settings.isByReplay = isByReplay
      let explored = try explored(
        """
        reactors:
          r:
            state: {log: ''}
            mutate:
              save: {queue: true, run: [{mutation: s}, {wait: 1s}]}
              mark: [{mutation: m}]
            reduce:
              s: {log: = state.log + "s"}
              m: {log: = state.log + "m"}
          q: {state: {}, mutate: {go: [{wait: 1s}, {send: {r: mark}}]}}
        explore: {sometimes: [r.log == "ssm", r.log == "sms"]}
        steps: [{send: {r: save}}, {send: {r: save}}, {send: {q: go}}, {advance: 1s}]
        """, settings)
      #expect((explored.verdict, explored.byReplay == nil) == (.holds, !isByReplay))
      #expect(explored.states == 17)
    }
  }

  @Test func whatHasNoPartInAViolationIsSetOff() throws {
    func past(_ cells: String) throws -> [String] {
      let found = try explored(
        """
        \(cells)
        actors:
          till: {state: {sum: 0}, on: {Pay: [{set: {sum: = state.sum + message}}]}}
          ada: {on: {Go: [{tell: {till: {Pay: 10}}}]}}
          bob: {on: {Go: [{tell: {cat: Purr}}]}}
          cat: {state: {n: 0}, on: {Purr: [{set: {n: 1}}]}}
        always: till.sum <= 10
        explore: {faults: {duplicate: [till]}}
        steps:
          - interleave: [[{tell: {bob: Go}}], [{tell: {ada: Go}}]]
        """
      ).found
      return try #require(found).schedule.filter { !$0.isPast }.map { "\($0.actor) \($0.words)" }
    }
    #expect(try past("") == ["script 1 tell bob.Go", "bob Go", "cat Purr"])
    // Who reads which cell is not known turn by turn.
    #expect(try past("cells: {n: 0}") == [])
  }

  /// Scripts side by side have begun once all is quiet before them: none of their steps waits for anything then, and
  /// what stands before them without a turn is a turn where somebody has a choice behind it.
  @Test(arguments: [
    ("", 3), ("- expect: {c: 0}", 3), ("- advance: 1s", 4), ("- let: {x: c}", 4),
    ("- {repeat: 1, do: [{expect: {c: _}}]}", 4),
  ])
  func theFirstStepOfAnInterleaveWaitsForNothing(_ before: String, _ turns: Int) throws {
    for isByReplay in [true, false] {
      var settings = ExploreSettings()
      settings.isByReplay = isByReplay
      let found = try explored(
        """
        cells: {c: 0}
        actors: {a: {state: {v: 0}, on: {P: [{set: {v: = c}}]}}}
        always: a.v == 0
        explore: {complete: true, events: [{name: e, when: c == 0, tell: {a: P}}], steps: 1}
        steps:
          \(before)
          - interleave: [[{set: {c: 1}}]]
        """, settings
      ).found
      #expect(try #require(found).deviations == 2 && found?.turns == turns, "\(before)")
    }
  }

  /// What only binds, asks or chooses is a turn where no event follows it: it waits for what a run has it wait for, may
  /// come at any other moment, and has all of its ways.
  @Test(arguments: [
    ("- interleave: [[{tell: {a: M}}, {choose: {z: []}}]]", "a.k == 5", 0, 3),
    (
      "- interleave: [[{tell: {a: M}}, {if: a.k == 0, then: [{choose: {z: []}}]}]]", "a.k == 5", 0,
      3
    ),
    ("- interleave: [[{tell: {a: M}}, {let: {z: = 1 / a.k}}]]", "", 1, 5),
    ("- interleave: [[{set: {n: 1}}, {let: {z: '= 1 / (n - 2)'}}], [{set: {n: 2}}]]", "", 1, 9),
    (
      "- interleave: [[{tell: {a: M}}], [{tell: {a: M}}]]\n- choose: {v: [1, 2]}", "n == 9", nil,
      10
    ),
    ("- {set: {n: 5}}\n- choose: {v: []}", "n == 5", 0, 2),
    ("- {set: {n: 5}}\n- {let: {z: = 1}}", "n == 9", nil, 3),
    ("- {set: {n: 5}}\n- expect: {n: 5}", "n == 9", nil, 2),
    ("- {set: {n: 5}}\n- perform: {look: = 1 / n}", "n == 9", nil, 3),
    ("- {set: {n: 5}}\n- perform: see", "n == 9", nil, 2),
  ])
  func whatNoEventFollowsIsATurn(
    _ steps: String, _ never: String, _ deviations: Int?, _ states: Int
  ) throws {
    for isByReplay in [true, false] {
      var settings = ExploreSettings()
      settings.isByReplay = isByReplay
      let explored = try explored(
        """
        cells: {n: 0}
        actors: {a: {state: {k: 0}, on: {M: [{set: {k: 5}}]}}}
        procedures:
          look: [{expect: {n: = args * 5}}]
          see: [{expect: {n: 5}}]
        always: '!(\(never.isEmpty ? "false" : never))'
        steps:
        \(steps)
        """, settings)
      #expect(explored.found?.deviations == deviations, "\(steps)")
      #expect(explored.states == states, "\(steps)")
    }
  }

  /// By `pairwise` only what one of them sends keeps its order: another one's may overtake it, also where that was
  /// sent because of it.
  @Test(arguments: [
    (
      "pairwise",
      "interleave: [[{tell: {a: P}}, {set: {c: 1}}], [{if: c == 1, then: [{tell: {a: Q}}]}]]", true
    ),
    (
      "causal",
      "interleave: [[{tell: {a: P}}, {set: {c: 1}}], [{if: c == 1, then: [{tell: {a: Q}}]}]]", false
    ),
    ("pairwise", "interleave: [[{tell: {a: P}}, {tell: {a: Q}}]]", false),
    ("unordered", "interleave: [[{tell: {a: P}}, {tell: {a: Q}}]]", true),
    ("pairwise", "interleave: [[{tell: {a: P}}, {set: {c: 2}}]]", true),
    ("causal", "interleave: [[{tell: {a: P}}, {set: {c: 2}}]]", false),
  ])
  func eachScriptAndEventIsASender(_ delivery: String, _ step: String, _ mayOvertake: Bool) throws {
    for isByReplay in [true, false] {
      var settings = ExploreSettings()
      settings.isByReplay = isByReplay
      let explored = try explored(
        """
        cells: {c: 0}
        actors:
          a: {state: {p: false, early: false}, on: {P: [{set: {p: true}}], Q: [{set: {early: = !state.p}}]}}
        always: '!a.early'
        explore: {delivery: \(delivery), events: [{name: e, when: c == 2, tell: {a: Q}}], steps: 1}
        steps: [{\(step)}]
        """, settings)
      #expect((explored.verdict == .violated) == mayOvertake)
      #expect(explored.byReplay == nil || isByReplay)
    }
  }

  /// A question whose message has no value was never put.
  @Test func whatCouldNotBeAskedIsNotUnanswered() throws {
    for isByReplay in [true, false] {
      var settings = ExploreSettings()
      settings.isByReplay = isByReplay
      let explored = try explored(
        """
        actors:
          a: {on: {Get: = 1}}
          b: {state: {n: 0}, on: {Go: [{ask: {a: {Get: = 1 / state.n}}}]}}
        explore: {forbid: [unanswered]}
        steps: [{tell: {b: Go}}]
        """, settings)
      #expect((explored.verdict, explored.states) == (.holds, 3))
    }
  }

  /// The same of several one behind the other, of which some have nothing to do.
  @Test func anInterleaveBeginsBehindAnother() throws {
    for isByReplay in [true, false] {
      var settings = ExploreSettings()
      settings.isByReplay = isByReplay
      let explored = try explored(
        """
        cells: {c: 0, d: 0}
        explore: {sometimes: [c == 2 && d == 1, c == 1 && d == 2]}
        steps:
          - repeat: 2
            do:
              - interleave: [[{expect: {c: _}}], [{expect: {c: _}}]]
              - interleave: [[{set: {c: = c + 1}}], [{set: {d: = d + 1}}], [{expect: {c: _}}]]
          - interleave: [[{expect: {c: _}}]]
        """, settings)
      #expect((explored.verdict, explored.states) == (.holds, 8))
    }
  }

  @Test func whatIsStillToBeDoneMayBeViolated() throws {
    let results = try explore(
      """
      cells: {n: 0}
      always: n < 2
      explore: {events: [{set: {n: = n + 1}}]}
      scenarios:
        - name: one
          todo: later
          steps: []
      """)
    #expect(results.map(\.verdict) == [.todo("later")] && results[0].failures.isEmpty)
  }

  @Test func whatADerivedCellHoldsIsOfItsCellsAlone() throws {
    let explored = try explored(
      """
      cells: {n: 0, m: 0, both: '= {"n": n, "m": m}'}
      explore:
        events:
          - {name: more, when: both.n < 2, set: {n: = n + 1}}
          - {name: other, when: m < 2, set: {m: = m + 1}}
          - {name: anew, set: {n: 0, m: 0}}
      """)
    #expect((explored.states, explored.isComplete) == (9, true))
  }

  @Test func aFaultOfEachKindIsFound() throws {
    func code(_ faults: String, _ property: String, _ more: String = "") throws -> Int? {
      try explored(
        """
        actors:
          till: {state: {sum: 0}, on: {Pay: [{set: {sum: = state.sum + message}}], Sum: = state.sum}}
          shop: {state: {asked: 0}, on: {Buy: [{set: {asked: 1}}, {tell: {till: {Pay: 5}}}, {set: {asked: 2}}]}}
        \(property)
        explore: {faults: {\(faults)}}
        steps:
          - tell: {shop: Buy}
        """
      ).found?.deviations
    }
    #expect(try code("drop: [till]", "eventually: till.sum == 5") == 1)
    #expect(try code("drop: [shop]", "eventually: till.sum == 5") == 1)
    #expect(try code("drop: [till.Sum]", "eventually: till.sum == 5") == nil)
    #expect(try code("duplicate: [till.Pay]", "always: till.sum <= 5") == 1)
    #expect(try code("crash_midway: [shop]", "eventually: shop.asked != 1") == 1)
    // The state of one that has crashed is what it would begin with.
    #expect(try code("crash: [shop]", "eventually: shop.asked == 2") == 1)
    #expect(try code("delay: [till]", "eventually: till.sum == 5") == nil)
  }

  @Test func faultsOfServicesAreChosenInsideTurns() throws {
    func deviations(_ faults: String, _ property: String) throws -> Int? {
      try explored(
        """
        cells: {got: none, paid: 0}
        services:
          bank: {methods: {pay: [{set: {sum: = state.sum + 1}}, {return: done}]}, state: {sum: 0}}
        actors:
          shop: {on: {Buy: [{call: bank.pay, as: answer, else: [{set: {got: failed}}, {fail: = error}]}, {set: {got: = answer}}]}, state: {got: none}}
        \(property)
        explore: {faults: {\(faults)}}
        steps:
          - tell: {shop: Buy}
        """
      ).found?.deviations
    }
    #expect(try deviations("reject: [bank.pay]", "eventually: shop.got == 'done'") == 1)
    #expect(try deviations("drop: [bank.pay]", "eventually: shop.got == 'done'") == 1)
    #expect(try deviations("duplicate: [bank.pay]", "always: bank.sum <= 1") == 1)
    #expect(try deviations("delay: [bank.pay]", "eventually: shop.got == 'done'") == nil)
    #expect(try deviations("reject: [bank.pay]", "always: bank.sum <= 1") == nil)
  }

  @Test func messagesOvertakeAsTheDeliveryAllows() throws {
    func holds(_ delivery: String, _ property: String) throws -> Bool {
      try explored(
        """
        actors:
          log: {state: {seen: []}, on: {Say: [{set: {seen: '= state.seen + [message]'}}]}}
          a: {on: {Go: [{tell: {log: {Say: 1}}}, {tell: {log: {Say: 2}}}]}}
          b: {on: {Go: [{tell: {log: {Say: 3}}}]}}
        eventually: "\(property)"
        explore: {delivery: \(delivery)}
        steps:
          - batch: [{tell: {a: Go}}, {tell: {b: Go}}]
        """
      ).found == nil
    }
    #expect(try holds("causal", "log.seen != [2, 1, 3] && log.seen != [3, 2, 1]"))
    #expect(try !holds("causal", "log.seen != [3, 1, 2]"))
    #expect(try holds("pairwise", "log.seen != [2, 1, 3] && log.seen != [3, 2, 1]"))
    #expect(try !holds("pairwise", "log.seen != [1, 3, 2]"))
    #expect(try !holds("unordered", "log.seen != [2, 1, 3]"))
  }

  @Test func oneMayBeginFromManyWorlds() throws {
    let explored = try explored(
      """
      cells: {n: 0, m: 0}
      always: n + m < 6
      explore:
        start: {for: {x: [1, 2, 3], y: '= [x, x + 1]'}, when: x < 3, set: {n: = x, m: = y}}
        events:
          - {when: n < 3, set: {n: = n + 1}}
      """)
    #expect(explored.found?.turns == 1 && explored.states == 8)
  }
}
