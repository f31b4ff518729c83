import Loader
import Reactor
import Scenarios
import TestSupport
import Testing
import Values

@testable import Runner

/// Worlds that are described alike go on alike, however they came there: from every state that is
/// reached twice, each step leads both to descriptions that are equal again, and emits the same.
@Suite struct GoingOnTests {
  @Test(arguments: SteppedModel.all)
  func worldsThatAreDescribedAlikeGoOnAlike(_ model: SteppedModel) throws {
    let walk = try Walk(model)
    onLargeStack { walk.run(states: 60) }
    #expect(walk.differences == [], "\(model.name)")
    #expect(walk.meetings > 5, "\(model.name) has met \(walk.meetings) times only")
  }
}

/// Goes from state to state, the nearest first.
private final class Walk {
  /// What came of a script: what its last step has emitted, and how the world then stood.
  private struct End: Equatable {
    let emissions: [String]
    /// Nil where it has failed before.
    let description: WorldDescription?
    let failures: [String]
  }

  private let steps: [Step]
  private let tables: FileTables
  private(set) var differences: [String] = []
  /// How often it came to a state that it knew.
  private(set) var meetings = 0

  init(_ model: SteppedModel) throws {
    let file = try Playing.file("\(model.text)\nsteps:\n  - batch: []\n  - \(model.steps)")
    steps = file.scenarios[0].steps
    tables = FileTables(file)
  }

  func run(states most: Int) {
    var firstPaths: [String: [Int]] = [:]
    var nexts: [String: [End]] = [:]
    var waiting: [[Int]] = [[]]
    var next = 0
    while next < waiting.count, nexts.count < most {
      let path = waiting[next]
      next += 1
      guard let state = play(path).description?.description else { continue }
      if firstPaths[state] == nil {
        firstPaths[state] = path
        nexts[state] = (1..<steps.count).map { play(path + [$0]) }
        for step in 1..<steps.count where nexts[state]?[step - 1].failures == [] {
          waiting.append(path + [step])
        }
      } else if let known = nexts[state] {
        meetings += 1
        if meetings > 100 { return }
        for step in 1..<steps.count {
          let end = play(path + [step])
          if end == known[step - 1] { continue }
          differences.append(
            """
            \(firstPaths[state] ?? []) and \(path) are alike:
            \(state)
            but differ behind step \(step), \(steps[step].keyword.text):
            \(known[step - 1].failures) \(known[step - 1].emissions)
            \(known[step - 1].description?.description ?? "")
            and \(end.failures) \(end.emissions)
            \(end.description?.description ?? "")
            """)
          return
        }
      }
    }
  }

  private func play(_ path: [Int]) -> End {
    // The empty step at the end is an event of its own, so that nothing of the last one is under way.
    let script = (path + [0]).map { steps[$0] }
    let span = script[0].span
    let scenario = Scenario(name: Name("walk", at: span), steps: script, span: span)
    var emissions: [String] = []
    var last: WorldDescription?
    let playing = Playing(script: Script(scenario, of: tables.file), row: nil, tables: tables)
    var events = 0
    let (_, failures) = playing.play { runtime in
      if runtime.calls.event > events {
        events = runtime.calls.event
        if events <= path.count { emissions = [] }
      }
      if events == path.count {
        emissions = runtime.world.emissions().map { "\($0.channel): \($0.value)" }
      }
      if events > path.count { last = WorldDescription(of: runtime) }
    }
    return End(emissions: emissions, description: last, failures: failures.map(\.message))
  }
}

/// A model, and the steps that may be taken in it at any time.
struct SteppedModel: CustomTestStringConvertible, Sendable {
  let name: String
  let text: String
  /// In the flow style, one a line.
  let steps: String

  init(_ name: String, _ text: String, _ steps: String...) {
    self.name = name
    self.text = text
    self.steps = steps.joined(separator: "\n  - ")
  }

  var testDescription: String { name }

  static let all = [
    SteppedModel(
      "values that a cutoff keeps", cells, "{set: {x: 0}}", "{set: {x: 1}}", "{set: {x: 2}}",
      "{batch: [{emit: {log: = first}}]}"),
    SteppedModel(
      "live cells", cells, "{set: {x: 0}}", "{set: {x: 1}}", "{set: {x: 2}}", "{start: live}",
      "{stop: live}"),
    SteppedModel(
      "untracked properties", cells, "{set: {c.m: 1}}", "{set: {c.m: 0}}", "{set: {c.n: 1}}",
      "{start: sum}", "{batch: [{emit: {log: = mixed}}]}"),
    SteppedModel(
      "bodies that wait", bodies, "{send: {r: waits}}", "{send: {r: ends}}", "{advance: 700ms}"),
    SteppedModel(
      "bodies that call", bodies, "{send: {r: calls}}", "{send: {r: ends}}", "{advance: 1500ms}",
      "{resolve: {api.held: 1}}"),
    SteppedModel(
      "replies", bodies, "{send: {r: few}}", "{send: {r: ends}}", "{stub: r}"),
    SteppedModel(
      "methods that wait", bodies, "{send: {r: slow}}", "{send: {r: ends}}", "{advance: 700ms}"),
    SteppedModel(
      "debounce", flows, "{send: {d: {to: 1}}}", "{send: {d: {to: 2}}}", "{advance: 500ms}"),
    SteppedModel(
      "throttle", flows, "{send: {t: {to: 1}}}", "{send: {t: {to: 2}}}", "{advance: 500ms}"),
    SteppedModel(
      "delay", flows, "{send: {l: {to: 1}}}", "{send: {l: {to: 2}}}", "{advance: 900ms}"),
    SteppedModel(
      "periods", flows, "{send: {s: {to: 1}}}", "{send: {s: {to: 2}}}", "{advance: 300ms}"),
    SteppedModel(
      "samples and what they pass", flows, "{send: {e: {to: 1}}}", "{send: {e: {to: 2}}}",
      "{set: {v: '= 1 - v'}}", "{advance: 1s}"),
    SteppedModel(
      "operators in a row", flows, "{send: {i: {to: 1}}}", "{send: {i: {to: 2}}}",
      "{set: {v: '= 1 - v'}}"),
    SteppedModel(
      "states held back", flows, "{send: {h: {to: 1}}}", "{send: {h: {to: 2}}}"),
    SteppedModel(
      "middleware", stores, "{dispatch: {s: flip}}", "{dispatch: {s: late}}", "{advance: 600ms}"),
    SteppedModel(
      "parcels", stores, "{dispatch: {s: open}}", "{dispatch: {s: close}}", "{dispatch: {s: inner}}"
    ),
    SteppedModel(
      "routes", stores, "{dispatch: {s: flip}}", "{present: {s: page}}", "{dismiss: {s: 0}}"),
    SteppedModel(
      "mailboxes", mail, "{tell: {a: {Job: 1}}}", "{tell: {a: {Job: 2}}}", "{advance: 1s}"),
    SteppedModel(
      "stashes and behaviors", mail, "{tell: {a: {Lay: 1}}}", "{tell: {a: Up}}",
      "{tell: {a: Down}}", "{tell: {a: {Job: 1}}}", "{advance: 1s}"),
    SteppedModel(
      "asks", mail, "{tell: {b: {Pass: 1}}}", "{tell: {b: Ask}}", "{advance: 600ms}"),
    SteppedModel(
      "faults", mail, "{delay: {to: a, by: 700ms}}", "{duplicate: {to: a}}",
      "{tell: {a: {Job: 1}}}", "{advance: 1s}"),
    SteppedModel(
      "restarts", lives, "{crash: w}", "{tell: {w: Flip}}", "{advance: 1500ms}"),
    SteppedModel(
      "watches", lives, "{tell: {v: Look}}", "{tell: {v: Leave}}", "{stop: w}", "{restart: v}",
      "{advance: 600ms}"),
    SteppedModel(
      "pools", lives, "{tell: {pool: Flip}}", "{tell: {pool: Quit}}"),
    SteppedModel(
      "work cut short", lives, "{tell: {w: Slow}}", "{tell: {w: Flip}}", "{restart: w}",
      "{advance: 600ms}"),
    SteppedModel(
      "references", spawning, "{tell: {nest: One}}", "{tell: {nest: Other}}",
      "{tell: {nest: Swap}}", "{tell: {nest: Same}}", "{tell: {nest: Tell}}"),
    SteppedModel(
      "ends of spawned ones", spawning, "{tell: {nest: One}}", "{tell: {nest: Watch}}",
      "{tell: {nest: Swap}}", "{tell: {nest: End}}"),
    SteppedModel(
      "what was read", computations, "{set: {x: = 1 - x}}", "{set: {y: = 1 - y}}",
      "{set: {mode.on: 0}}", "{set: {mode.on: 1}}", "flush"),
    SteppedModel(
      "handlers", computations, "{set: {x: = 1 - x}}", "{set: {mode.on: 2}}", "{set: {mode.by: 2}}",
      "flush", "{stop: c}", "{start: c}"),
    SteppedModel(
      "children", computations, "{set: {x: = 1 - x}}", "{set: {y: = 1 - y}}", "{set: {mode.on: 3}}",
      "{set: {mode.by: 2}}", "flush"),
  ]

  private static let cells = """
    cells:
      x: 0
      c: {value: {n: 0, m: 0}, nonreactive: [m]}
      plain: = x + 1
      most: {formula: = plain, cutoff: = new < old}
      first: {formula: = x, cutoff: always}
      loud: {formula: = x > 0, cutoff: never}
      mixed: = c.n + c.m
    computations:
      live: {autostart: false, run: [{emit: = most}]}
      ear: [{depend: loud}, {emit: = x}]
      sum: {autostart: false, run: = mixed}
    always: most >= 0 && live != 99
    """

  private static let bodies = """
    services:
      api:
        state: {n: 0}
        methods:
          held: pending
          few: {replies: [{return: 1}, {fail: nothing}, {return: 2}]}
          slow: [{wait: 2s}, {set: {n: '= 1 - state.n'}}, {return: = state.n}]
    reactors:
      r:
        state: 0
        mutate:
          waits: {latest: true, run: [{wait: 1s}, {mutation: one}, {wait: 1s}, {mutation: none}]}
          calls:
            until: [ends]
            run:
              - call: api.held
                as: a
                timeout: 3s
                else: [{mutation: none}]
              - mutation: one
          few: [{call: api.few, as: a, else: [{emit: failed}]}, {emit: = a}]
          slow: {latest: true, run: [{call: api.slow, as: n}, {emit: = n}]}
          ends: [{mutation: none}]
        reduce: {one: 1, none: 0}
    """

  private static let flows = """
    cells: {v: 0}
    reactors:
      d: {state: 0, transform: {action: [{debounce: 1s}]}, reduce: {to: = mutation}}
      t: {state: 0, transform: {mutation: [{throttle: 1s}]}, reduce: {to: = mutation}}
      l: {state: 0, transform: {mutation: [{delay: 900ms}]}, reduce: {to: = mutation}}
      i:
        state: 0
        transform: {action: [{skip: 1}, {take: 2}, {distinct: true}, {merge: {from: v, as: to}}]}
        reduce: {to: = mutation}
      h: {state: 0, transform: {state: [{filter: it < 2}]}, reduce: {to: = (state + mutation) % 4}}
      s:
        state: 0
        transform: {action: [{distinct: {by: it.to % 2}}, {sample: 500ms}, {skip: {while: it.to < 1}}]}
        reduce: {to: = mutation}
      e:
        state: 0
        transform: {action: [{take: {for: 2s}}, {sample: {on: v}}, {take: {while: it.to < 2}}]}
        reduce: {to: = mutation}
      f:
        state: 0
        transform: {mutation: [{end: it.to > 2}, {delay: 300ms}], state: [{fail: it > 3}, {debounce: 400ms}]}
        reduce: {to: = state + mutation}
    """

  private static let stores = """
    stores:
      s:
        state: {n: 0, part: null}
        middleware: [{on: {late: [{wait: 1s}, {dispatch: {s: flip}}]}}]
        reducers: {flip: {n: = 1 - state.n}, late: {}, open: {part: {m: 0}}, close: {part: null}}
        routes: {page: {screen: = state.n}}
        parcels: [{parcel: p, focus: part, optional: consume}]
    parcels: {p: {reducers: {inner: {m: = 1 - state.m}}}}
    """

  private static let mail = """
    actors:
      a:
        mailbox: {limit: 2, overflow: drop_old}
        state: {n: 0}
        on:
          Job: {future: [{wait: 1s}, {set: {n: = message}}, {reply: = message}]}
          Lay: [stash]
          Up: [unstash, {become: other}]
        behaviors: {other: {Down: [{become: "on"}], Job: [{set: {n: = message}}], Lay: []}}
      b:
        on:
          Pass: {future: [{forward: {a: {Job: = message}}}]}
          Ask:
            future:
              - {ask: {a: {Job: 1}}, as: n, timeout: 1500ms, else: [{emit: late}]}
              - emit: = n
    """

  private static let lives = """
    actors:
      boss:
        provider: instance
        children: [w, v]
        supervision: {strategy: rest_for_one, restarts: 2, within: 4s, backoff: {min: 1s, max: 2s}}
      w:
        state: {n: 0}
        on: {Flip: [{set: {n: = 1 - state.n}}], Slow: [{wait: 1s}, {emit: = state.n}]}
      v:
        state: {n: 0}
        setup: [{wait: 500ms}]
        on: {Look: [{watch: w}], Leave: [{unwatch: w}], Terminated: [{emit: = message}]}
      pool:
        provider: {pool: 2}
        router: round_robin
        state: {n: 0}
        on: {Flip: [{set: {n: = 1 - state.n}}], Quit: [{stop: self}]}
    """

  private static let spawning = """
    actors:
      nest:
        state: {one: null, other: null}
        on:
          One:
            - if: state.one != null
              then: [{let: {k: = state.one}}, {stop: k}]
            - {spawn: {kid: 1}, as: k}
            - set: {one: = k}
          Other:
            - if: state.other != null
              then: [{let: {k: = state.other}}, {stop: k}]
            - {spawn: {kid: 2}, as: k}
            - set: {other: = k}
          Swap: [{set: {one: = state.other, other: = state.one}}]
          Same: [{emit: = state.one == state.other}]
          Tell: [{if: state.one != null, then: [{let: {k: = state.one}}, {tell: {k: Flip}}]}]
          End: [{if: state.one != null, then: [{let: {k: = state.one}}, {stop: k}]}]
          Watch: [{if: state.one != null, then: [{let: {k: = state.one}}, {watch: k}]}]
          Terminated: [{emit: = message == state.one}]
      kid: {state: {n: 0, of: = args}, on: {Flip: [{set: {n: = 1 - state.n}}, {emit: = state.of}]}}
    """

  private static let computations = """
    settings: {flush: manual}
    cells: {x: 0, y: 0, mode: {value: {on: 0, by: 1}, nonreactive: [on, by]}}
    computations:
      c:
        - depend: x
        - let: {n: = mode.by}
        - if: mode.on == 1
          then: [{depend: y}, {onInvalidate: [{emit: = n}]}]
        - if: mode.on == 2
          then: [{onStop: [{emit: = n}]}, {afterFlush: [{emit: {log: = n}}]}]
        - if: mode.on == 3
          then: [{autorun: {name: kid, run: [{depend: y}, {emit: {log: = n}}]}}]
      e: [{depend: y}, {emit: = y}]
    """
}
