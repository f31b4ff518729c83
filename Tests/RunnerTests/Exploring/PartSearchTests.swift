import Foundation
import Scenarios
import TestSupport
import Testing

@testable import Runner

/// The fast search of actors against the one by replay, on models that chance has made: the same words, but
/// for how it was done. `LONG=1` tries ten thousand.
@Suite struct PartSearchTests {
  private static let isLong = ProcessInfo.processInfo.environment["LONG"] != nil
  private static let count = isLong ? 10_000 : 40
  private static let perCase = 20

  @Test(arguments: 0..<count / perCase)
  func bothWaysSayTheSameOfActors(_ number: Int) throws { try compare(number, Self.actors) }

  @Test(arguments: 0..<count / perCase)
  func bothWaysSayTheSameOfParts(_ number: Int) throws { try compare(number, Self.parts) }

  /// A turn that sends takes a fault that waits: what it came to before that one waited is not what it comes to.
  @Test(arguments: 0..<count / perCase)
  func bothWaysSayTheSameOfFaultsOfScripts(_ number: Int) throws {
    try compare(number, Self.disturbed)
  }

  private static func disturbed(_ seed: Int) -> String {
    var chance = Seeded(UInt64(161_803 + seed))
    return SmallActors(&chance, isRich: chance.chance(50), isDisturbed: true).text
  }

  private static func actors(_ seed: Int) -> String {
    var chance = Seeded(UInt64(31_337 + seed))
    return SmallActors(&chance, isRich: chance.chance(75)).text
  }

  private static func parts(_ seed: Int) -> String {
    var chance = Seeded(UInt64(271_828 + seed))
    return SmallParts(&chance).text
  }

  private func compare(_ number: Int, _ make: (Int) -> String) throws {
    var reasons: [String] = []
    for model in 0..<PartSearchTests.perCase {
      let seed = number * PartSearchTests.perCase + model
      let text = make(seed)
      try checkTurns(text, seed)
      var settings = ExploreSettings()
      let quick = try explore(text, settings)
      settings.isByReplay = true
      let slow = try explore(text, settings)
      #expect(allWords(of: quick) == allWords(of: slow), "seed \(seed):\n\(text)")
      reasons += quick.compactMap { $0.explored?.byReplay }
    }
    #expect(reasons.count < PartSearchTests.perCase / 2, "\(reasons)")
  }

  /// Models in which the two ways have differed.
  @Test(arguments: [
    // What was emitted last is read below the name of an actor, as its state is.
    """
    cells: {b: 0}
    actors: {p: {provider: instance, on: {X: [{emit: = message}]}}}
    always: b == 0
    explore: {sometimes: p.emitted == 3, events: [{name: b, when: p.emitted == 3, set: {b: 1}}]}
    steps: [{choose: {v: [2, 3]}}, {tell: {p: {X: = v}}}, {set: {b: 0}}]
    """,
    """
    cells: {b: 0}
    actors: {p: {on: {X: [{emit: = message}]}}}
    explore:
      events:
        - {name: x, for: {v: [2, 3]}, when: b == 0, tell: {p: {X: = v}}}
        - {name: b, when: b == 0, set: {b: 1}}
      steps: 3
    always: p.emitted != 3 || b == 0
    steps: [{set: {b: 0}}]
    """,
    // Worlds to begin from that differ in what an actor will begin with, which another one makes.
    """
    actors:
      a: {state: {n: 0}, on: {M: [{ask: {b: Get}, as: v}, {set: {n: = v}}]}}
      b: {state: {n: 0}, on: {Get: = state.n}}
    always: a.n != 2
    explore:
      start: {for: {q: [0, 2]}, set: {b.n: = q}}
    steps:
      - tell: {a: M}
    """,
    """
    cells: {cc: 0}
    actors:
      a: {state: {n: 0}, on: {M: [{ask: {b: M}}], N: [{set: {n: 1}}]}}
      b: {on: {M: [{tell: {a: N}}], N: [{wait: 1s}]}}
    explore:
      start: {for: {q: [0, 1]}, set: {cc: = q, a.n: 0}}
    steps:
      - interleave: [[{tell: {b: N}}], [{tell: {b: M}}]]
      - advance: 2s
    """,
    // A world that violates something where it begins.
    """
    cells: {x: 0, d: = x + 1}
    always: x != 2
    explore:
      start: {for: {q: [0, 2]}, set: {x: = q}}
      events:
        - {name: two, set: {x: 2}}
    """,
    // Answers that are settled: which of them it is makes no difference.
    """
    actors:
      b: {on: {Go: [{ask: {w: Get}, as: v}]}}
      w: {provider: {pool: 2}, router: broadcast, on: {Get: = 0}}
    explore: {delivery: unordered, faults: {duplicate: [b, w]}}
    steps: [{tell: {b: Go}}]
    """,
    // The end of a thread ends the event in which it asked.
    """
    actors:
      a: {on: {Note: []}}
      b: {on: {Go: [{ask: {a: Note}}], Get: = 0}}
    explore: {faults: {crash: [b]}}
    steps:
      - interleave: [[{tell: {b: Go}}], [{ask: {b: Get}}, {tell: {b: Go}}]]
    """,
    // What is done `after` comes to its receiver in the turn of its timer, which may change nothing there.
    """
    cells: {done: false}
    actors:
      a0: {on: {N: [{tell: {a1: N}, after: 1s}]}}
      a1:
        state: {m: 0, n: 0}
        on:
          M: [{wait: 2s}, {set: {m: 1}}]
          N:
            - if: state.m == 1
              then: [{set: {n: 1}}, {tell: {a2: X}, after: 2500ms}]
      a2: {state: {x: 0}, on: {X: [{set: {x: 1}}]}}
    explore:
      events: [{name: m, tell: {a1: M}}]
      steps: 1
    always: '!(done && a1.n == 1 && a2.x == 0)'
    steps: [{tell: {a0: N}}, {advance: 5s}, {set: {done: true}}]
    """,
    // Who has had a turn and crashed is not told apart from who has had none.
    """
    actors:
      a: {on: {M: [{tell: {b: M}}]}}
      b: {state: {n: 0}, on: {M: [{set: {n: 1}}]}}
    explore:
      faults: {delay: [a], crash: [b]}
      budget: 2
      forbid: [dead_letters]
    steps:
      - interleave: [[{tell: {a: M}}]]
    """,
    // The copy of a question that is lost is answered.
    """
    actors:
      a: {state: {x: 0}, on: {Go: [{ask: {b: Get}, as: v}, {set: {x: = v}}]}}
      b: {state: {n: 0}, on: {Get: {future: [{set: {n: = state.n + 1}}, {reply: 7}]}}}
    explore: {faults: {duplicate: [b], drop: [b], delay: [b]}, budget: 3}
    eventually: [= b.n == 0 || a.x == 7]
    steps: [{tell: {a: Go}}, {tell: {a: Go}}]
    """,
    // Both are in the hands of two workers.
    """
    actors:
      a: {state: {x: 0}, on: {Go: [{ask: {w: Get}, as: v}, {set: {x: = v}}]}}
      w:
        provider: {pool: 2}
        state: {n: 0}
        on: {Get: {future: [{wait: 1s}, {set: {n: = state.n + 1}}, {reply: = state.n}]}}
    explore: {delivery: unordered, faults: {duplicate: [w, a], drop: [w]}, budget: 3}
    steps: [{tell: {a: Go}}, {ask: {a: Go}}, {advance: 2s}]
    """,
    // A worker that has crashed leaves its place as if there had been none.
    """
    {"actors": {"a0": {"on": {"M": {"future": [{"wait": "2s"}, {"ask": {"a2": "N"}}]}}}, "a2": {"provider": {"pool": 2}}}, "explore": {"faults": {"duplicate": ["a0"], "crash": ["a0", "a2"]}, "budget": 2}, "scenarios": [{"steps": [{"ask": {"a0": "M"}}, {"advance": "3s"}]}]}
    """,
    // The same beside another fault.
    """
    {"actors": {"a1": {}, "a2": {}}, "explore": {"faults": {"drop": ["a1"], "crash": ["a2"]}, "budget": 2}, "scenarios": [{"steps": [{"interleave": [[{"tell": {"a2": {"N": 1}}}], [{"tell": {"a1": {"M": 0}}}]]}]}]}
    """,
    // A timeout takes back the turn of the method that was due at the same instant, and another one comes behind the rest.
    """
    cells: {c0: 0}
    services:
      s0:
        state: {w: 0}
        methods:
          m0: [{wait: 1s}, {fail: bad}]
          m1: [{set: {w: = args}}, {wait: 1s}, {return: = state.w}]
    actors:
      a:
        state: {v0: 0}
        on:
          P:
            future:
            - call: {s0.m1: '= (message + 2) % 3'}
              as: x0
              timeout: 1s
            - reply: '= state.v0'
          Q: '= (message + state.v0) % 3'
      b:
        state: {v0: 1}
        on:
          P:
            do:
            - ask: {d: {P: '= (state.v0 + state.v0) % 4'}}
          Q:
            future:
            - ask: {a: {Q: '= (message + state.v0) % 3'}}
              as: x2
              timeout: 1s
              else:
                - reply: '= 0'
            - reply: '= 2'
      d:
        state: {v0: 0}
        on:
          P:
            future:
            - set: {v0: '= message'}
            - call: {s0.m0: '= 1'}
              as: x6
              timeout: 2s
            - set: {v0: '= (2 + state.v0) % 4'}
            - reply: '= 1'
          Q: '= (0 + state.v0) % 2'
    explore:
      delivery: pairwise
      faults:
        reject: [s0.m0]
      budget: 1
      forbid: [deadlock]
      limit: 2000
    steps:
      - interleave:
        - - tell: {a: {Q: 2}}
          - tell: {a: {P: 0}}
        - - tell: {a: {Q: 1}}
        - - tell: {b: {P: 1}}
          - tell: {a: {Q: 0}}
      - tell: {b: {P: 2}}
      - advance: 3s
    """,
    // A fault of the script that waits befalls what an actor sends, an event, a reactor.
    """
    actors:
      a: {state: {n: 0}, on: {M: [{set: {n: = state.n + 1}}]}}
      b: {on: {F: [{tell: {a: M}}]}}
    reactors: {r: {mutate: {go: [{tell: {a: M}}]}}}
    explore:
      events: [{tell: {a: M}}, {send: {r: go}}]
      steps: 2
      sometimes: [a.n == 2, a.n == 3, a.n == 4]
    steps:
      - interleave: [[{tell: {b: F}}], [{duplicate: {from: b, to: a}}, {drop: {to: a}}]]
    """,
    // One that is used up by an event before the script sends.
    """
    actors:
      a: {state: {n: 0}, on: {M: [{set: {n: = state.n + 1}}]}}
    always: a.n < 2
    explore: {events: [{tell: {a: M}}], steps: 2}
    steps: [{drop: {to: a}}, {tell: {a: M}}]
    """,
  ])
  func modelsThatDiffered(_ text: String) throws {
    try checkTurns(text, 0)
    var settings = ExploreSettings()
    let quick = try explore(text, settings)
    settings.isByReplay = true
    #expect(allWords(of: quick) == allWords(of: try explore(text, settings)))
    #expect(quick.allSatisfy { $0.explored?.byReplay == nil })
  }

  /// Turns of which more is read than what their actor is at, and that many turns of a model are.
  @Test(arguments: [
    // Messages that are lost or come twice, the last of a mailbox among them.
    """
    actors:
      a:
        state: {n: 0}
        on:
          Tick:
            - {if: state.n < 2, then: [{set: {n: = state.n + 1}}, {tell: {b: Beat}}, {tell: {a: Tick}}]}
      b: {state: {n: 0}, on: {Beat: [{set: {n: = (state.n + 1) % 3}}, {tell: {w: Check}}]}}
      w: {provider: {pool: 2}, router: smallest_mailbox, state: {n: 0}, on: {Check: [{set: {n: 1}}]}}
    explore: {faults: {drop: [b, w], duplicate: [b, w]}, budget: 2}
    steps: [{tell: {a: Tick}}]
    """,
    // Messages that overtake others, on their way and in mailboxes.
    """
    actors:
      a: {on: {Go: [{tell: {b: {Put: 1}}}, {tell: {b: Slow}}, {tell: {b: {Put: 2}}}]}}
      c: {on: {Go: [{tell: {b: {Put: 1}}}, {tell: {b: {Put: 2}}}], Get: = 1}}
      b: {state: {n: 0}, on: {Put: [{set: {n: '= (state.n * 2 + message) % 3'}}], Slow: [{ask: {c: Get}}]}}
    explore: {delivery: unordered}
    steps: [{interleave: [[{tell: {a: Go}}], [{tell: {c: Go}}]]}]
    """,
    // Steps with `after`: to oneself, and to one who is at something else or is not. Of two that are due at
    // once the first has the second told of otherwise.
    """
    actors:
      a: &ticking
        state: {n: 0}
        on:
          Tick:
            - {set: {n: = state.n + 1}}
            - {if: state.n < 3, then: [{tell: {self: Tick}, after: 1s}]}
      b:
        state: {n: 0}
        on:
          Tick:
            - {set: {n: = state.n + 1}}
            - {tell: {c: Beat}, after: 1s}
            - {if: state.n < 3, then: [{tell: {b: Tick}, after: 1s}]}
      c: {state: {n: 0}, on: {Beat: [{wait: 1s}, {set: {n: = (state.n + 1) % 3}}]}}
      d: *ticking
      e: *ticking
    steps: [{tell: {a: Tick}}, {tell: {b: Tick}}, {tell: {d: Tick}}, {tell: {e: Tick}}, {advance: 6s}]
    """,
  ])
  func mostTurnsAreRemembered(_ text: String) throws {
    try modelsThatDiffered(text)
    let file = try loaded(text)
    let (led, all) = try onLargeStack {
      Result {
        let maker = try ScenarioRunner(file).firstMaker()
        let search = PartSearch(maker, try PartModel(maker), limit: 100_000, isSure: true)
        try search.search()
        return (search.led, search.tally.generated)
      }
    }.get()
    #expect(led * 3 < all, "\(led) of \(all)")
  }

  /// What many turns find as it was is written down once: ready turns, what lingers, scripts side by side.
  @Test(arguments: [
    // Ready turns and bodies that become more and more.
    """
    actors:
      a: {on: {N: []}}
      b: {on: {N: [{tell: {b: N}}, {tell: {a: N}, after: 0s}]}}
    steps: [{tell: {b: N}}]
    """,
    // The same, of which some linger while their actor is at work, with messages that say more, and timers.
    """
    actors:
      a: {on: {N: []}}
      b:
        state: {n: 0}
        on:
          N:
            - {tell: {b: {N: = 1 - state.n}}, after: 0s}
            - {tell: {b: {N: = 1 - state.n}}, after: 0s}
            - {tell: {a: {N: {k: = state.n}}}, after: 1s}
            - {set: {n: = 1 - state.n}}
    steps: [{tell: {b: N}}]
    """,
    // Many scripts, with what they have bound, and passes that are to come.
    """
    cells: {n: 0}
    steps:
      - let: {k: = n}
      - interleave:
        - [{for: {e: [1, 2]}, do: [{set: {n: = e}}]}, {set: {n: = k}}]
        - [{let: {b: 2}}, {set: {n: = b}}]
        - [{repeat: 2, do: [{set: {n: 3}}]}]
        - [{set: {n: 4}}]
        - [{set: {n: 5}}]
        - [{set: {n: 6}}]
    """,
  ])
  func whatIsAsItWasIsNotWrittenAnew(_ text: String) throws {
    try checkTurns(text, 0, limit: 40)
    let file = try loaded(text)
    let (led, written) = try onLargeStack {
      Result {
        let maker = try ScenarioRunner(file).firstMaker()
        let search = PartSearch(maker, try PartModel(maker), limit: 60, isSure: true)
        try search.search()
        return (search.led, search.written)
      }
    }.get()
    // Of each world it is few: what its actors are at, the script, and what is emitted.
    #expect(written < led * 12, "\(written) texts for \(led) turns")
  }

  /// A worker that has crashed is named by its number in what it leaves behind, and how many there have been is no
  /// part's own.
  @Test func whereNumbersTellARunIsLedToEachState() throws {
    let text = """
      actors:
        a1: {provider: {pool: 2}, router: broadcast, on: {N: {future: [{ask: {a2: M}}]}}}
        a2: {on: {M: []}}
      explore: {faults: {crash: [a1]}, budget: 3}
      steps: [{ask: {a1: N}}]
      """
    var settings = ExploreSettings()
    let quick = try explored(text, settings)
    settings.isByReplay = true
    let slow = try explored(text, settings)
    #expect((quick.states, quick.generated) == (slow.states, slow.generated))
    #expect(quick.byReplay == "a text names a worker by its number")
  }

  /// `MODEL=path` looks at a file, and at more of it.
  @Test func oneModel() throws {
    guard let path = ProcessInfo.processInfo.environment["MODEL"] else { return }
    try checkTurns(try String(contentsOfFile: path, encoding: .utf8), 0, limit: 20_000)
  }

  /// `SEED=7` looks at one model of each sort.
  @Test func oneSeed() throws {
    guard let seed = ProcessInfo.processInfo.environment["SEED"].flatMap({ Int($0) }) else {
      return
    }
    try checkTurns(Self.actors(seed), seed)
    try checkTurns(Self.parts(seed), seed)
    try checkTurns(Self.disturbed(seed), seed)
  }

  /// Each remembered turn against a run that takes it.
  private func checkTurns(_ text: String, _ seed: Int, limit: Int = 200) throws {
    let file = try loaded(text)
    let told = try onLargeStack {
      Result {
        var told: String?
        let maker = try ScenarioRunner(file).firstMaker()
        guard let model = try? PartModel(maker) else { return told }
        let search = PartSearch(maker, model, limit: limit, isSure: true)
        search.onDoubt = { told = told ?? $0 }
        try? search.search()
        return told
      }
    }.get()
    #expect(told == nil, "seed \(seed): \(told ?? "")\n\(text)")
  }
}
