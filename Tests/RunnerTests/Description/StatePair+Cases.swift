// The cases by what they are about. Where paths are given, the descriptions differ in lines that begin
// so, and in no others; without any they are the same.
extension StatePair {
  static let all =
    values + graph + turns + flows + parts + mail + lives + time + gatherings + leftOut + names
    + numbered

  // MARK: Turns and bodies

  private static let turns = [
    pair(
      "a ready turn", bodies, "[{send: {r: {answered: 1}}}]", "[{send: {r: {answered: 2}}}]",
      at: (1, 1), ["ready", "body 1 locals", "body 1 waits"]),
    pair(
      "the step of a body", bodies, "[{send: {r: twice}}]", "[{send: {r: twice}}, {advance: 1s}]",
      ["body 1 steps"]),
    pair(
      "the passes that are left", bodies, "[{send: {r: thrice}}]",
      "[{send: {r: thrice}}, {advance: 1s}]", ["body 1 steps"]),
    pair(
      "the elements that are left", bodies, "[{send: {r: {each: [1, 1, 1]}}}]",
      "[{send: {r: {each: [1, 1, 1]}}}, {advance: 1s}]", ["body 1 steps"]),
    pair(
      "the locals of a body", bodies, "[{send: {r: {slow: 1}}}]", "[{send: {r: {slow: 2}}}]",
      ["body 1 locals"]),
    pair(
      "what a body waits for", bodies, "[{send: {r: {held: 1}}}]", "[{send: {r: {slow: 1}}}]",
      ["body 1", "timer", "answer 1", "service api held", "reactor r running"]),
    pair(
      "the order of open calls", bodies, "[{send: {r: {held: 1}}}, {send: {r: {held: 2}}}]",
      "[{send: {r: {held: 2}}}, {send: {r: {held: 1}}}]", ["body"]),
    pair(
      "whose answer is the first", bodies,
      "[{send: {r: {held: 1}}}, {send: {q: {held: 1}}}]",
      "[{send: {q: {held: 1}}}, {send: {r: {held: 1}}}]", ["body", "answer"]),
    pair(
      "that a body was in its first run",
      "cells: {x: 0}\ncomputations: {c: [{depend: x}, {wait: 1s}]}", "[{set: {x: 0}}]",
      "[{set: {x: 1}}, {set: {x: 0}}]", ["body 1 locals"]),
    pair(
      "a timer of a body", bodies, "[{send: {r: ticks}}]",
      "[{send: {r: ticks}}, {advance: 300ms}]", ["timer", "body 1 timer"]),
    pair(
      "a body that is over but for its timers", bodies, "[{send: {r: ticks}}]", "[{set: {x: 0}}]",
      ["timer", "body 1", "reactor r running"]),
    pair(
      "a body of a middleware", middleware, "[{dispatch: {app: add}}]",
      "[{dispatch: {app: other}}]", ["body", "timer"]),
    pair(
      "whose timers they are",
      """
      cells: {x: 1}
      stores:
        app:
          state: 0
          middleware: [{on: {tick: [{repeat: = x, do: [{every: 1s, do: []}]}]}}]
          reducers: {tick: = state}
      """,
      "[{set: {x: 2}}, {dispatch: {app: tick}}, {set: {x: 1}}]",
      "[{dispatch: {app: tick}}, {dispatch: {app: tick}}, {set: {x: 1}}]", ["timer", "body"]),
    pair(
      "a promise that the script has bound", bodies,
      "[{call: api.held, as: p}, {resolve: {api.held: 1}}, {batch: []}]",
      "[{call: api.held, as: p}, {resolve: {api.held: 2}}, {batch: []}]", ["script promise 0"]),
    pair(
      "a timeout", bodies, "[{send: {r: patient}}]", "[{send: {r: patient}}, {advance: 1s}]",
      ["answer 1 timeout", "timer"]),
  ]

  private static let gatherings = [
    pair(
      "what one of several was answered with", bodies, "[{send: {r: {all: 1}}}]",
      "[{send: {r: {all: 2}}}]", ["body 1 locals", "answer 2 of"]),
    pair(
      "which answer is made of several", bodies, "[{send: {r: race}}]", "[{send: {r: any}}]",
      ["reactor r", "body", "answer"]),
    pair(
      "which of several are answered", bodies,
      "[{send: {r: any}}, {reject: {api.held: gone}}, {batch: []}]",
      "[{send: {r: any}}, {batch: []}]",
      ["body 1 waits", "answer", "service api"]),
  ]

  private static let bodies = """
    cells: {x: 0}
    services:
      api:
        methods:
          ok: = args
          held: pending
          few: {replies: [{return: 1}, {return: 1}, {return: 1}]}
    reactors:
      r: &body
        state: 0
        mutate:
          answered: [{call: {api.ok: = action}}, {wait: 1s}]
          twice: [{wait: 1s}, {wait: 1s}, {mutation: keep}]
          thrice: [{repeat: 3, do: [{wait: 1s}]}]
          each: [{for: {n: = action}, do: [{wait: 1s}]}]
          slow: [{wait: 1s}]
          held: [{call: api.held}]
          patient: [{call: api.held, timeout: 5s, else: []}]
          ticks: [{every: 1s, do: []}]
          all: [{all: [{call: {api.ok: = action}}, {call: api.held}]}]
          race: [{race: [{call: api.held}, {call: api.held}]}]
          any: [{any: [{call: api.held}, {call: api.held}]}]
          keep: [{mutation: keep}]
        reduce: {keep: = state}
      q: *body
    """

  private static let middleware = """
    stores:
      app:
        state: 0
        middleware: [{on: {add: [{wait: 1s}]}}]
        reducers: {add: = state, other: = state}
    """

  // MARK: Flows

  private static let flows = [
    pair(
      "what debounce waits with", flow("action: [{debounce: 1s}]"), "[{send: {r: {to: 1}}}]",
      "[{send: {r: {to: 2}}}]", ["reactor r transform"]),
    pair(
      "how long debounce waits", flow("action: [{debounce: 1s}]"), "[{send: {r: {to: 1}}}]",
      "[{send: {r: {to: 1}}}, {advance: 300ms}]", ["reactor r transform", "timer"]),
    pair(
      "the window of throttle", flow("action: [{throttle: 1s}]"), "[{send: {r: {to: 1}}}]",
      "[{send: {r: {to: 1}}}, {advance: 300ms}]", ["reactor r transform"]),
    pair(
      "what throttle holds", flow("action: [{throttle: 1s}]"),
      "[{send: {r: {to: 1}}}, {send: {r: {to: 2}}}]",
      "[{send: {r: {to: 1}}}, {send: {r: {to: 3}}}]",
      ["reactor r transform"]),
    pair(
      "what delay holds", flow("mutation: [{delay: 1s}]"), "[{send: {r: {to: 1}}}]",
      "[{send: {r: {to: 2}}}]", ["reactor r transform"]),
    pair(
      "the last of distinct", flow("action: [{distinct: true}]"), "[{send: {r: {to: 1}}}]",
      "[{send: {r: {to: 2}}}]", ["reactor r transform"]),
    pair(
      "what take has left", flow("action: [{take: 3}]"), "[{send: {r: {to: 1}}}]",
      "[{send: {r: {to: 1}}}, {send: {r: {to: 1}}}]", ["reactor r transform"]),
    pair(
      "what skip has left", flow("action: [{skip: 3}]"), "[{send: {r: {to: 1}}}]",
      "[{send: {r: {to: 1}}}, {send: {r: {to: 1}}}]", ["reactor r transform"]),
    pair(
      "what sample holds", flow("action: [{sample: 1s}]"), "[{send: {r: {to: 1}}}]",
      "[{send: {r: {to: 2}}}]", ["reactor r transform"]),
    pair(
      "how far the period of sample is", flow("action: [{sample: 1s}]"), "[{advance: 300ms}]",
      "[{advance: 400ms}]", ["reactor r transform"]),
    pair(
      "what sample holds for a change",
      "cells: {v: 0}\n" + flow("action: [{sample: {on: v}}]"), "[{send: {r: {to: 1}}}]",
      "[{send: {r: {to: 2}}}]", ["reactor r transform"]),
    pair(
      "what distinct compares", flow("action: [{distinct: {by: it.to % 3}}]"),
      "[{send: {r: {to: 1}}}]", "[{send: {r: {to: 2}}}]", ["reactor r transform"]),
    pair(
      "the window of throttle without its latest",
      flow("action: [{throttle: {for: 1s, latest: false}}]"), "[{send: {r: {to: 1}}}]",
      "[{send: {r: {to: 1}}}, {advance: 300ms}]", ["reactor r transform"]),
    pair(
      "whether take is over", flow("action: [{take: {while: it.to < 5}}]"),
      "[{send: {r: {to: 1}}}]", "[{send: {r: {to: 9}}}]",
      [
        "reactor r actions over", "reactor r complete",
        "reactor r states over",
      ]),
    pair(
      "how long take is open", flow("action: [{take: {for: 1s}}]"), "[{advance: 300ms}]",
      "[{advance: 400ms}]", ["reactor r transform", "timer"]),
    pair(
      "whether the first of two operators is over",
      "cells: {v: 0}\n" + flow("action: [{end: it.to > 5}, {merge: {from: v, as: to}}]"),
      "[{send: {r: {to: 1}}}]", "[{send: {r: {to: 9}}}]", ["reactor r transform"]),
    pair(
      "whether skip is over", flow("action: [{skip: {while: it.to < 5}}]"),
      "[{send: {r: {to: 1}}}]", "[{send: {r: {to: 9}}}]", ["reactor r transform"]),
    pair(
      "how long skip waits", flow("action: [{skip: {for: 1s}}]"), "[{advance: 300ms}]",
      "[{advance: 400ms}]", ["reactor r transform"]),
    pair(
      "what stands before a merge",
      "cells: {v: 0}\n" + flow("action: [{distinct: true}, {merge: {from: v, as: to}}]"),
      "[{send: {r: {to: 1}}}]", "[{send: {r: {to: 2}}}]", ["reactor r transform"]),
    pair(
      "a merged element", "cells: {v: 0}\n" + flow("action: [{merge: {from: v, as: to}}]"),
      "[{set: {v: 1}}]", "[{set: {v: 2}}]", at: (1, 1), ["cell v", "reactor r merge"]),
    pair(
      "the state before its transform",
      """
      reactors:
        r: {state: 1, transform: {state: [{filter: it < 5}]}, reduce: {to: = mutation}}
      """,
      "[{send: {r: {to: 6}}}]", "[{send: {r: {to: 7}}}]", ["reactor r base"]),
    pair(
      "a pulse that nobody has seen", pulses("filter: it.n > 0"), "[{send: {r: {n: 0}}}]",
      "[{send: {r: {to: 0}}}]", ["reactor r pulses"]),
    pair(
      "how often it was assigned", pulses("filter: it.n > 0"), "[{send: {r: {to: 0}}}]",
      "[{send: {r: {to: 0}}}, {send: {r: {to: 0}}}]", []),
    pair(
      "a pulse that has been seen", pulses("filter: it.n >= 0"), "[{send: {r: {n: 0}}}]",
      "[{send: {r: {to: 0}}}]", []),
    pair(
      "a pulse that is held back", pulses("delay: 1s"),
      "[{send: {r: {n: 0}}}, {send: {r: {to: 0}}}]",
      "[{send: {r: {to: 0}}}, {send: {r: {n: 0}}}]", ["reactor r transform"]),
    pair(
      "the running body of the latest",
      """
      reactors:
        r:
          state: 0
          mutate: {go: {latest: true, run: [{wait: 1s}]}, keep: [{mutation: keep}]}
          reduce: {keep: = state}
      """,
      "[{send: {r: go}}]", "[{send: {r: keep}}]", ["reactor r running", "body", "timer"]),
  ]

  private static func flow(_ transform: String) -> String {
    "reactors: {r: {state: 0, transform: {\(transform)}, reduce: {to: = state}}}"
  }

  /// A reactor with a pulse, whose states go through an operator.
  private static func pulses(_ stage: String) -> String {
    """
    reactors:
      r:
        state: {a: 0, n: 0}
        pulse: [a]
        transform: {state: [{\(stage)}]}
        reduce: {to: {a: = mutation}, n: {n: = mutation}}
    """
  }

  // MARK: Parts

  private static let parts = [
    pair(
      "the state of a reactor", "reactors: {r: {state: 0, reduce: {to: = mutation}}}",
      "[{send: {r: {to: 1}}}]", "[{send: {r: {to: 2}}}]", ["reactor r"]),
    pair(
      "the state of a store", "stores: {s: {state: 0, reducers: {to: = action}}}",
      "[{dispatch: {s: {to: 1}}}]", "[{dispatch: {s: {to: 2}}}]", ["store s"]),
    pair(
      "the state of a service",
      "services: {s: {state: {n: 0}, methods: {to: [{set: {n: = args}}]}}}",
      "[{call: {s.to: 1}}]", "[{call: {s.to: 2}}]", ["service s"]),
    pair(
      "the position of replies", bodies, "[{call: api.few}, {batch: []}]",
      "[{call: api.few}, {call: api.few}, {batch: []}]", ["service api few reply"]),
    pair(
      "a stub", "reactors: {r: {state: 0, reduce: {to: = mutation}}}", "[{stub: r}]",
      "[{batch: []}]", ["reactor r stub"]),
    pair(
      "a reactor that has ended",
      "reactors: {r: {state: 0, transform: {action: [{filter: it.to > 0}]}, reduce: {to: = state}}}",
      "[{send: {r: {to: 0}}, reports: []}]", "[{send: {r: {to: x}}, reports: [transform]}]",
      ["reactor r ended", "reactor r states over"]),
    pair(
      "the actions of a reactor that have ended",
      """
      reactors:
        r:
          state: 0
          transform: {action: [{end: it.to > 5}]}
          mutate: {to: [{wait: 1s}]}
          reduce: {}
      """,
      "[{send: {r: {to: 1}}}]", "[{send: {r: {to: 9}}}]",
      ["reactor r actions over", "reactor r transform", "body 1 locals"]),
    pair(
      "what a store presents",
      "stores: {s: {state: 0, reducers: {}, routes: {a: {screen: = args}}}}",
      "[{present: {s: {a: 1}}}]", "[{present: {s: {a: 2}}}]", ["store s presented"]),
    pair(
      "the queue of a store", senders, "[{tell: {x: {Dispatch: [1, 2]}}}]",
      "[{tell: {x: {Dispatch: [2, 1]}}}]", at: (2, 2), ["store s queue"]),
    pair(
      "the queue of a reactor", senders, "[{tell: {x: {Send: [1, 2]}}}]",
      "[{tell: {x: {Send: [2, 1]}}}]", at: (2, 2), ["reactor r queue"]),
  ]

  private static let senders = """
    stores: {s: {state: 0, reducers: {to: = state}}}
    reactors: {r: {state: 0, reduce: {to: = state}}}
    actors:
      x:
        on:
          Dispatch: [{for: {n: = message}, do: [{dispatch: {s: {to: = n}}}]}]
          Send: [{for: {n: = message}, do: [{send: {r: {to: = n}}}]}]
    """

  // MARK: Mail

  private static let mail = [
    pair(
      "a message on its way", slow, "[{tell: {a: {Job: 1}}}]", "[{tell: {a: {Job: 2}}}]",
      at: (1, 1), ["actor a sent"]),
    pair(
      "a message in a mailbox", slow, "[{tell: {a: {Job: 1}}}, {tell: {a: {Job: 1}}}]",
      "[{tell: {a: {Job: 1}}}, {tell: {a: {Job: 2}}}]", ["actor a mail"]),
    pair(
      "the order in a mailbox", slow,
      "[{tell: {a: Job}}, {tell: {a: {Job: 1}}}, {tell: {a: {Job: 2}}}]",
      "[{tell: {a: Job}}, {tell: {a: {Job: 2}}}, {tell: {a: {Job: 1}}}]", ["actor a mail"]),
    pair(
      "who sent a message", slow, "[{tell: {a: Job}}, {tell: {x: {Pass: 1}}}]",
      "[{tell: {a: Job}}, {tell: {y: {Pass: 1}}}]", ["actor"]),
    pair(
      "a message at work", slow, "[{tell: {a: {Job: 1}}}]", "[{tell: {a: {Job: 2}}}]",
      ["actor a work", "body"]),
    pair(
      "a message that is late", slow, "[{delay: {to: a, by: 2s}}, {tell: {a: {Job: 1}}}]",
      "[{delay: {to: a, by: 2s}}, {tell: {a: {Job: 2}}}]", ["timer"]),
    pair(
      "what was stashed", stash, "[{tell: {h: {Item: 1}}}]", "[{tell: {h: {Item: 2}}}]",
      ["actor h stash"]),
    pair(
      "the order of a stash", stash, "[{tell: {h: {Item: 1}}}, {tell: {h: {Item: 2}}}]",
      "[{tell: {h: {Item: 2}}}, {tell: {h: {Item: 1}}}]", ["actor h stash"]),
    pair(
      "a fault that waits", slow, "[{drop: {to: a}}, {tell: {a: Job}}]",
      "[{duplicate: {to: a}}, {tell: {a: Job}}]", at: (1, 1), ["fault 0"]),
    pair(
      "the order of faults", slow,
      "[{drop: {to: a}}, {delay: {from: script, by: 1s}}, {tell: {a: Job}}, {tell: {a: Job}}]",
      "[{delay: {from: script, by: 1s}}, {drop: {to: a}}, {tell: {a: Job}}, {tell: {a: Job}}]",
      at: (2, 2), ["fault"]),
    pair(
      "a message to one that has ended", slow,
      "[{batch: [{tell: {a: {Job: 1}}}, {stop: a}], reports: [dead letter]}]",
      "[{batch: [{tell: {a: {Job: 2}}}, {stop: a}], reports: [dead letter]}]", at: (1, 1),
      ["dead letters"]),
    pair(
      "who asks", slow, "[{tell: {x: Ask}}]", "[{tell: {y: Ask}}]",
      ["actor", "body"]),
    pair(
      "who waits for whom was told as a deadlock", ring,
      "[{tell: {ann: Greet}, reports: [deadlock]}]",
      "[{tell: {ann: Greet}, reports: [deadlock]}, {advance: 1s}]",
      ["actor ann waits", "actor bob waits"]),
  ]

  private static let slow = """
    actors:
      a: {on: {Job: [{wait: 1s}]}}
      x: &passer
        on:
          Pass: [{tell: {a: {Job: = message}}}]
          Ask: {future: [{ask: {a: Job}}]}
      y: *passer
    """

  private static let stash = "actors: {h: {on: {Item: [stash]}}}"

  private static let ring = """
    actors:
      ann: {on: {Greet: {future: [{ask: {bob: Approve}}]}, Name: {result: ann}}}
      bob: {on: {Approve: {future: [{ask: {ann: Name}}]}}}
    """

  // MARK: Lives

  private static let lives = [
    pair(
      "the state of an actor", lived, "[{tell: {w: {Keep: 1}}}]", "[{tell: {w: {Keep: 2}}}]",
      ["actor w state"]),
    pair(
      "a behavior", lived, "[{tell: {w: Turn}}]", "[{tell: {w: {Keep: 0}}}]", ["actor w behavior"]),
    pair(
      "an actor that has ended", lived, "[{tell: {alone: Hear}}, {stop: alone}]",
      "[{tell: {alone: Hear}}]", ["actor alone"]),
    pair(
      "restarts that count", lived, "[{crash: w}, {advance: 1s}]", "[{crash: w}, {advance: 2s}]",
      ["actor boss failures"]),
    pair(
      "a restart to come", lived, "[{crash: later}]", "[{crash: later}, {advance: 400ms}]",
      ["actor later", "actor keeper failures", "timer"]),
    pair(
      "a watch", lived, "[{tell: {first: Look}}]", "[{tell: {first: Hear}}]", ["actor w watcher"]),
    pair(
      "the order of watches", lived, "[{tell: {first: Look}}, {tell: {second: Look}}]",
      "[{tell: {second: Look}}, {tell: {first: Look}}]", ["actor w watcher"]),
    pair(
      "the place of a round robin", lived, "[{repeat: 4, do: [{tell: {pool: Hear}}]}]",
      "[{repeat: 5, do: [{tell: {pool: Hear}}]}]", ["pool pool next"]),
    pair(
      "what a spawned one was given", lived, "[{spawn: {kid: 1}}]", "[{spawn: {kid: 2}}]",
      ["actor kid#a"]),
    pair(
      "which spawned one is meant", nest,
      "[{tell: {nest: {Two: true}}}]", "[{tell: {nest: {Two: false}}}]", ["actor"]),
    pair(
      "one that lives and one that does not", nest, "[{tell: {nest: Make}}]",
      "[{tell: {nest: Make}}, {tell: {nest: End}}]", ["actor kid#a", "actor nest children"]),
  ]

  private static let lived = """
    actors:
      boss: {provider: instance, children: [w], supervision: {restarts: 2, within: 5s}}
      keeper:
        provider: instance
        children: [later]
        supervision: {restarts: 2, within: 5s, backoff: 1s}
      w:
        state: {n: 0}
        on: {Keep: [{set: {n: = message}}], Turn: [{become: other}], Fall: [{fail: over}]}
        behaviors: {other: {Back: [{become: "on"}]}}
      later: {on: {Hear: []}}
      alone: {on: {Hear: []}}
      first: &watcher
        provider: instance
        on: {Look: [{watch: w}], Leave: [{unwatch: w}], Hear: [], Terminated: []}
      second: *watcher
      pool: {provider: {pool: 3}, router: round_robin, on: {Hear: []}}
      kid: {state: = args, on: {Hear: []}}
    """

  /// An actor that keeps a reference.
  private static let nest = """
    actors:
      nest:
        state: {it: null}
        on:
          Make: [{spawn: {kid: 1}, as: k}, {set: {it: = k}}]
          End: [{let: {k: = state.it}}, {stop: k}]
          Two:
            - spawn: {kid: 1}
              as: p
            - spawn: {kid: 2}
              as: q
            - set: {it: '= message ? p : q'}
          Ended:
            - spawn: {kid: 1}
              as: p
            - spawn: {kid: 1}
              as: q
            - stop: p
            - stop: q
            - set: {it: '= message ? p : q'}
      kid: {state: = args, on: {Hear: []}}
    """

  // MARK: Time

  private static let time = [
    pair(
      "how long a body still waits", bodies, "[{send: {r: slow}}]",
      "[{send: {r: slow}}, {advance: 300ms}]", ["body 1 waits", "timer"]),
    pair(
      "the time, where it is read",
      "cells: {x: 0, late: = now > timestamp('2030-01-01T00:00:00Z')}",
      "[{advance: 1s}]", "[{advance: 2s}]", ["now"]),
    pair(
      "a step of the script that is done later", slow, "[{tell: {a: Job}, after: 5s}]",
      "[{tell: {a: Job}, after: 5s}, {advance: 1s}]", ["timer"]),
    pair(
      "which timer a reference means", clocks, "[{tell: {w: {Pick: 1}}}]",
      "[{tell: {w: {Pick: 2}}}]", ["actor w state"]),
    pair(
      "whether the timer that is meant runs", clocks, "[{tell: {w: {Pick: 1}}}]",
      "[{tell: {w: {Pick: 1}}}, {tell: {w: End}}]",
      ["actor w state", "timer", "body 1 timer", "clock"]),
  ]

  private static let clocks = """
    actors:
      w:
        provider: instance
        state: {a: null, b: null, x: null}
        setup:
          - {every: 1s, do: [{emit: 1}], as: a}
          - {every: 2s, do: [{emit: 2}], as: b}
          - set: {a: = a, b: = b}
        on:
          Pick: [{set: {x: '= message == 1 ? state.a : state.b'}}]
          End: [{let: {a: = state.a}}, {cancel: a}]
    """

  // MARK: What is no part of the state

  private static let leftOut = [
    pair("how often something ran", emits, "[{set: {x: 1}}, {set: {x: 0}}]", "[{set: {x: 0}}]", []),
    pair(
      "what was emitted last, where nothing reads it", emits, "[{set: {x: 1}}, {set: {x: 0}}]",
      "[{set: {x: 2}}, {set: {x: 0}}]", []),
    pair("the log", cell, "[{emit: {log: 1}}]", "[{batch: []}]", []),
    pair(
      "whether a plain derived cell was read", "cells: {x: 1, d: = x + 1, e: = d + 1}",
      "[{assert: e == 3}, {set: {x: 2}}]", "[{set: {x: 2}}, {assert: e == 4}, {set: {x: 2}}]", []),
    pair(
      "bodies and answers that are over", bodies,
      "[{send: {r: {answered: 1}}}, {advance: 1s}, {send: {r: keep}}]", "[{send: {r: keep}}]", []),
    pair(
      "timers that are over", bodies, "[{send: {r: slow}}, {advance: 1s}, {batch: []}]",
      "[{batch: []}]", []),
    pair(
      "how many timers have had references", "cells: {x: null}",
      "[{repeat: 2, do: [{every: 1s, do: [{emit: {c: 1}}], as: t}, {set: {x: = t}}, {cancel: t}]}]",
      "[{repeat: 5, do: [{every: 1s, do: [{emit: {c: 1}}], as: t}, {set: {x: = t}}, {cancel: t}]}]",
      []),
    pair("the time, where nothing reads it", bodies, "[{advance: 3s}]", "[{advance: 1s}]", []),
    pair(
      "when a body began to wait", bodies, "[{send: {r: slow}}]",
      "[{advance: 3s}, {send: {r: slow}}]", []),
    pair(
      "a body's computation that was made anew", runs, "[{start: c}]",
      "[{start: c}, {stop: c}, {start: c}]", []),
    pair(
      "the order of ready turns", slow, "[{batch: [{tell: {a: Job}}, {tell: {x: {Pass: 1}}}]}]",
      "[{batch: [{tell: {x: {Pass: 1}}}, {tell: {a: Job}}]}]", at: (1, 1), []),
    StatePair(
      "another pick that leads to the same", lived,
      "[{batch: [{tell: {w: {Keep: 1}}}, {tell: {first: Hear}}]}]",
      "[{batch: [{tell: {w: {Keep: 1}}}, {tell: {first: Hear}}]}]", differ: [], picks: [2]),
    StatePair(
      "another pick that leads elsewhere", senders,
      "[{batch: [{tell: {x: {Send: [1]}}}, {tell: {x: {Send: [2]}}}, {dispatch: {s: {to: 1}}}]}]",
      "[{batch: [{tell: {x: {Send: [1]}}}, {tell: {x: {Send: [2]}}}, {dispatch: {s: {to: 1}}}]}]",
      at: (3, 3), differ: ["actor x sent", "reactor r queue"], picks: [3]),
    pair(
      "replies behind the last", bodies,
      "[{repeat: 3, do: [{call: api.few}]}, {batch: []}]",
      "[{repeat: 5, do: [{call: api.few}]}, {batch: []}]", []),
    pair(
      "whole rounds of a router", lived, "[{repeat: 3, do: [{tell: {pool: Hear}}]}]",
      "[{repeat: 6, do: [{tell: {pool: Hear}}]}]", []),
    pair(
      "restarts that count no more, and how many lives there were", lived,
      "[{crash: w}, {advance: 6s}]", "[{advance: 6s}]", []),
    pair(
      "a watch that was taken back", lived, "[{tell: {first: Look}}, {tell: {first: Leave}}]",
      "[{tell: {first: Hear}}]", []),
    pair(
      "a fault that has been used", slow, "[{drop: {to: a}}, {tell: {a: Job}}]", "[{batch: []}]", []
    ),
    pair(
      "a listener that was passed", modes, "[{set: {x: 1}}]",
      "[{set: {mode.on: hears}}, {set: {x: 1}}, {set: {mode.on: none}}, {set: {x: 2}}, {set: {x: 1}}]",
      []),
  ]

  // MARK: Names that were handed out

  private static let names = [
    pair(
      "the number of a spawned one", nest, "[{tell: {nest: Make}}]",
      "[{tell: {nest: Make}}, {tell: {nest: End}}, {tell: {nest: Make}}]", []),
    pair(
      "ones that have ended and that nobody names", lived, "[{spawn: {kid: 1}, as: p}, {stop: p}]",
      "[{spawn: {kid: 1}, as: p}, {stop: p}, {spawn: {kid: 1}, as: q}, {stop: q}]", []),
    pair(
      "which of those that have ended is named", nest, "[{tell: {nest: {Ended: true}}}]",
      "[{tell: {nest: {Ended: false}}}]", []),
    pair(
      "the number of a worker that was made anew",
      "actors: {p: {provider: {pool: 1}, on: {Hear: [], Quit: [{stop: self}]}}}",
      "[{tell: {p: Hear}}]", "[{tell: {p: Quit}}, {tell: {p: Hear}}]", []),
    pair(
      "a name that the file writes", "cells: {x: kid#2}\n" + nest, "[{tell: {nest: Make}}]",
      "[{tell: {nest: Make}}, {tell: {nest: End}}, {tell: {nest: Make}}]",
      ["actor", "cell x"]),
    pair(
      "a name that is yet to be given", "cells: {x: ''}\n" + nest,
      "[{tell: {nest: Make}}, {set: {x: '= \"kid\" + \"#3\"'}}]",
      """
      [{tell: {nest: Make}}, {tell: {nest: End}}, {tell: {nest: Make}},
      {set: {x: '= "kid" + "#3"'}}]
      """, ["actor kid made"]),
  ]

  /// A script tells its actors apart by their numbers.
  private static let numbered = [
    pair(
      "which of those that a script calls by numbers are left", numberedKids,
      "[{repeat: 2, do: [{tell: {p: Make}}]}, {stop: kid#1}]",
      "[{repeat: 2, do: [{tell: {p: Make}}]}, {stop: kid#2}]", ["actor kid", "actor p children"])
  ]

  private static let numberedKids = """
    actors:
      p: {on: {Make: [{spawn: kid}]}}
      kid: {on: {Go: []}}
    """

  static func pair(
    _ name: String, _ model: String, _ one: String, _ other: String,
    at turns: (Int, Int) = (-1, -1), inOrder: Bool = false, _ paths: [String]
  ) -> StatePair {
    StatePair(name, model, one, other, at: turns, differ: paths, inOrder: inOrder)
  }
}
