import Testing
import Values

@testable import Loader

/// What `check` says of actors and of exploration.
struct ActorCheckTests {
  /// An actor `a` with these reactions, to which a scenario sends `Go`.
  private static func actor(_ reactions: String, _ more: String = "", _ steps: String = "")
    -> String
  {
    "actors: {a: {state: {n: 0}, on: {\(reactions)}\(more)}}\n"
      + "steps: [{tell: {a: Go}, expect: {a: {n: 0}}}\(steps)]"
  }

  /// Actors who wait for themselves, and procedures of which one leads to a failure of the first.
  private static let selfish =
    "actors:\n"
    + ["b", "a"].map {
      "  \($0): {state: {n: 0}, on: {Go: {future: [{ask: {self: Is}}]}, Is: []}}\n"
    }.joined()
    + "procedures: {outer: [{perform: inner}], inner: [{ask: {a: Go}, fails: deadlock}]}\n"
    + "scenarios:\n"

  private static func problems(_ text: String) -> [String] {
    let result = ScenarioLoader.load(bytes: Array(text.utf8), name: "t.yaml")
    return (result.file == nil ? result.diagnostics : ScenarioLoader.check(result)).map {
      $0.text(in: result.sources)
    }
  }

  static let found: [(String, String)] = [
    // Messages.
    (actor("Go: []", "", ", {tell: {a: Og}}"), "2:58: warning: \"a\" has no reaction to \"Og\""),
    (
      actor("Go: [{tell: {a: Og}}]"),
      "1:50: warning: \"a\" has no reaction to \"Og\""
    ),
    // What a script does later waits for answers as bodies do.
    (
      actor("Go: []", "", ", {every: 1s, do: [{ask: {a: Og}, as: got}]}"),
      "2:74: warning: \"a\" has no reaction to \"Og\""
    ),
    (actor("Go: [], Come: []"), "1:42: warning: nothing sends \"Come\" to \"a\""),
    (
      actor("Go: {future: [{ask: {self: Go}}]}"),
      "1:49: warning: \"a\" waits for its own answer"
    ),
    (
      actor(
        "Go: {future: [{ask: {b: Do}}]}",
        "}, b: {on: {Do: {future: [{forward: {c: Do}}]}}}, c: {on: {Do: {future: [{ask: {a: Is}}]}}"
      ),
      "1:49: warning: asks go in a circle: a.Go -> b.Do -> c.Do -> a.Is, and \"a\" answers nothing"
    ),
    (
      actor("Go: {future: [{forward: {self: Go}}]}"),
      "1:49: warning: \"a\" waits for its own answer"
    ),
    // A failure that is expected of one actor says nothing of others.
    (
      actor(
        "Go: [], Is: {future: [{ask: {self: Go}, as: x}, {reply: = x}]}",
        "}, b: {on: {Do: {future: [{ask: {c: Do}}]}}}, c: {on: {Do: {future: [{ask: {b: Do}}]}}",
        ", {ask: {a: Is}, fails: deadlock}"),
      "1:124: warning: asks go in a circle: b.Do -> c.Do -> b.Do"
    ),
    // Nor does one that is expected in another scenario.
    (
      selfish + "  - {name: x, steps: [{perform: outer}]}\n"
        + "  - {name: y, steps: [{tell: {b: Go}, expect: {b: {n: 0}}}]}",
      "2:42: warning: \"b\" waits for its own answer"
    ),
    (
      actor("Go: [{return: 1}]"), "1:48: warning: what the body of a reaction returns goes nowhere"
    ),
    (
      actor("Go: {do: [{set: {n: 1}}], onCancel: [{emit: 1}]}"),
      "1:34: warning: \"onCancel\" has no effect"
    ),
    (
      actor("Go: []", "", ", {tell: {a: Go}, received: {a: [Og]}}"),
      "2:78: warning: nothing sends \"Og\" to \"a\""
    ),
    // Lives.
    (
      actor("Go: [{spawn: a, as: w}, {watch: w}]"),
      "1:59: warning: \"a\" has no reaction to \"Terminated\""
    ),
    (
      "actors: {a: {children: [{actor: k, restart: transient}], on: {Go: []}}, k: {on: {Go: []}}}\n"
        + "steps: [{tell: {k: Go}}, {tell: {a: Go}, expect: {a: null}}]",
      "1:33: warning: \"a\" begins no child anew, so it does not matter when it would"
    ),
    (
      actor("Go: []", ", supervision: {restarts: 2}"), "1:10: warning: \"a\" supervises nobody"
    ),
    (
      "actors: {a: {state: 0, on: {Go: []}}}\ncells: {c: 1}\nsteps: [{assert: c == 1}]",
      "1:10: warning: the actor \"a\" is never used"
    ),
    (
      "actors: {a: {children: [k], on: {Go: []}}, k: {on: {Go: []}}}\n"
        + "steps: [{tell: {k: Go}}, {tell: {a: Go}}, {spawn: a, expect: {a: null}}]",
      "2:51: warning: a spawned \"a\" has no children: the one \"k\" is another's"
    ),
    // The own state, written as if it were the world's.
    (
      actor("Go: [{set: {a.n: 1}}]", ", open: true"),
      "1:46: warning: \"set\" writes the actor's own state, which has no \"a\""
    ),
    (
      actor("Go: [{set: {c: 1}}]", ", open: true") + "\ncells: {c: 1}",
      "1:46: warning: \"set\" writes the actor's own state: the cell \"c\" stays as it is"
    ),
    // Behaviors and what is put aside.
    (
      actor("Go: []", ", behaviors: {other: {Go: []}}"),
      "1:55: warning: \"a\" never comes to the behavior \"other\""
    ),
    (actor("Go: [stash]"), "1:39: warning: \"a\" never takes back what it puts aside"),
    (actor("Go: [unstash]"), "1:39: warning: \"a\" puts nothing aside"),
    // Faults.
    (
      actor("Go: []", "", ", {drop: {from: a, to: a}}"),
      "2:48: warning: \"a\" sends \"a\" nothing"
    ),
    (
      actor("Go: []", "", ", {drop: {from: a}}"), "2:48: warning: \"a\" sends nobody a message"
    ),
    // Exploration.
    (
      actor("Go: []") + "\nexplore: {events: [{tell: {a: Go}}], steps: 0}",
      "3:21: warning: none of the events happens"
    ),
    (
      actor("Go: []") + "\nexplore: {events: [{tell: {a: Go}}]}",
      "3:21: warning: nothing bounds how often this is sent"
    ),
    (
      actor("Go: []") + "\nexplore: {faults: {drop: [a]}, budget: {crash: 1}}",
      "3:20: warning: no drop happens: \"budget\" does not name it"
    ),
    (
      actor("Go: []") + "\nexplore: {faults: {drop: [a]}, budget: {crash: 1, drop: 1}}",
      "3:41: warning: no crash happens: \"faults\" does not say whom"
    ),
    (
      actor("Go: [], Come: []") + "\nexplore: {faults: {drop: [a.Come]}}",
      "3:29: warning: nothing sends \"Come\" to \"a\""
    ),
    (
      actor("Go: []") + "\nexplore: {faults: {drop: [a]}, budget: 0}",
      "3:20: warning: no drop happens: \"budget\" is 0"
    ),
    // States and messages have types.
    (actor("Go: [{set: {n: = state.m}}]"), "1:57: error: the state of \"a\" has no property \"m\""),
    (
      actor("Go: [], Come: [{set: {n: = message.size}}]", "", ", {tell: {a: {Come: {sise: 1}}}}"),
      "1:61: error: message has no property size"
    ),
    (
      actor("Go: []", "", ", {assert: a.m == 1}"), "2:58: error: \"a\" has no property \"m\""
    ),
    (
      "actors: {a: {state: {n: 0}, on: {Go: []}}}\n"
        + "steps: [{spawn: a, as: w}, {tell: {w: Go}, expect: {w.m: 0}}]",
      "2:55: error: \"w\" has no property \"m\""
    ),
    (
      actor("Go: [{set: {number: 1}}]").replacing("n: 0", "numbre: 0"),
      "1:51: error: the state of \"a\" has no property \"number\""
    ),
  ]

  @Test(arguments: found)
  func aDoubtfulActorIsToldAtItsPlace(text: String, problem: String) {
    let problems = ActorCheckTests.problems(text)
    #expect(problems.contains { $0.hasPrefix("t.yaml:" + problem) }, "\(problems.joined())")
  }

  static let clean: [String] = [
    actor("Go: []"),
    // Messages that something may send, or that are expected to be unknown.
    actor("Go: []", "", ", {tell: {a: Dance}, reports: [Dance]}"),
    actor("Go: []", "", ", {ask: {a: Dance}, fails: Dance}"),
    actor("Go: []", "", ", {ask: {a: Dance}, as: got}"),
    actor("Go: []", "", ", {ask: {a: Dance}, else: [{emit: {log: = error}}]}"),
    actor("Go: [{tell: {sender: Done}}], Done: []"),
    actor("Go: [{tell: {a: = 'Done'}}], Done: []"),
    actor("Go: [{spawn: a, as: w}, {watch: w}], Terminated: []"),
    actor("Go: [{ask: {self: Go}, after: 1s}]"),
    actor("Go: [{watch: a}], Terminated: []", "", ", {stop: a, received: {a: [Terminated]}}"),
    // What is looked at may fail.
    actor("Go: [], Come: {result: = message.size}", "", ", {ask: {a: Come}, as: p}"),
    actor("Go: [], Come: {result: = message.size}", "", ", {ask: {a: Come}, else: []}"),
    // An answer that another gives.
    "actors: {a: {on: {Go: {future: [{forward: {b: Go}}]}}}, b: {on: {Go: = 1}}}\n"
      + "steps: [{ask: {a: Go}, replies: 1}]",
    // One that exists to make its children.
    "actors: {a: {supervision: {restarts: 2}, children: [b]}, b: {on: {Go: []}}}\n"
      + "steps: [{tell: {b: Go}, received: {b: [Go]}}]",
    actor("Go: [stash, {become: other}]", ", behaviors: {other: {Come: [unstash]}}")
      .replacing("{tell: {a: Go}", "{tell: {a: Come}}, {tell: {a: Go}"),
    actor("Go: []", "", ", {drop: {from: script, to: a}}, {delay: {to: a, by: 1s}}"),
    // The list of what was spawned is no part of a state, nor what was emitted.
    actor("Go: []", "", ", {assert: 'a.spawned == [] && a.emitted == null'}"),
    "actors: {a: {provider: {pool: 2}, state: 0, on: {Go: []}}}\n"
      + "steps: [{tell: {a: Go}, expect: {a: [0], a.spawned: []}}]",
    // What a message holds is not known where any actor may send it.
    actor("Go: [{set: {n: = message.size}}]", "", ", {tell: {a: = 'Go'}}"),
    actor("Go: []") + "\nexplore: {events: [{tell: {a: Go}}], steps: 3, faults: {drop: [a]}}",
  ]

  @Test(arguments: clean)
  func whatMayBeMeantIsLetPass(text: String) {
    let problems = ActorCheckTests.problems(text)
    #expect(problems.isEmpty, "\(problems.joined())")
  }
}

extension String {
  /// With every place of one text taken by another.
  fileprivate func replacing(_ text: String, _ other: String) -> String {
    var (rest, result) = (self[...], "")
    while let first = rest.first {
      if rest.hasPrefix(text) {
        result += other
        rest = rest.dropFirst(text.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
