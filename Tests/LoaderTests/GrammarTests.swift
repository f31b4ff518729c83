import Testing
import Values

@testable import Loader

/// What is declared of the keys of a step.
struct GrammarTests {
  @Test func everyKeyOfAStepIsDeclaredOnce() {
    let keys = Grammar.shared.stepKeys.map(\.name)
    let companions = Companion.allCases.map(\.rawValue)
    let outcomes = OutcomeWord.allCases.map(\.rawValue)
    #expect(keys.count == Grammar.shared.verbs.count + companions.count + outcomes.count)
    #expect(keys.filter(companions.contains) == companions)
    #expect(keys.filter(outcomes.contains) == outcomes)
  }

  @Test func onlyStepsStandElsewhereThanTheirVerb() {
    for verb in Grammar.shared.verbs {
      for use in verb.companions where !use.key.holdsSteps {
        for place in ScenarioSchema.places {
          #expect(use.inner(place) == place, "\(use.key) of \(verb.word.rawValue)")
        }
      }
    }
  }

  @Test func whatIsConfusedWithACompanionIsNoneOfTheVerb() {
    for verb in Grammar.shared.verbs {
      for other in verb.companions.compactMap(\.confusedWith) {
        #expect(!verb.takes(other), "\(other) of \(verb.word.rawValue)")
      }
    }
  }

  @Test func anOutcomeThatNeedsAnAnswerFindsVerbsThatGiveOne() {
    #expect(Grammar.shared.outcomes.filter(\.needsAnswer).map(\.word.rawValue) == ["replies"])
    let answered = Grammar.shared.verbs.filter(\.isAnswered)
    #expect(!answered.isEmpty)
    for verb in answered { #expect(verb.takes(.as) && verb.hasOutcomes, "\(verb.word.rawValue)") }
  }

  /// A file for each key that is needed, without it; that of an expected error is missed in its own
  /// words.
  static let needy: [(map: MapName, key: String, text: String)] = [
    (.computation, "run", "computations: {c: {autostart: true}}"),
    (.autorun, "name", "computations: {c: [{autorun: {run: []}}]}"),
    (.autorun, "run", "computations: {c: [{autorun: {name: d}}]}"),
    (.action, "run", "reactors: {r: {state: 0, mutate: {a: {latest: true}}}}"),
    (.merge, "from", "reactors: {r: {transform: {mutation: [{merge: {as: a}}]}}}"),
    (.merge, "as", "cells: {x: 0}\nreactors: {r: {transform: {mutation: [{merge: {from: x}}]}}}"),
    (.distinct, "by", "reactors: {r: {transform: {action: [{distinct: {}}]}}}"),
    (.advance, "until", "steps: [{advance: {within: 1s}}]"),
    (.advance, "within", "steps: [{advance: {until: true}}]"),
    (.throttle, "for", "reactors: {r: {transform: {action: [{throttle: {latest: false}}]}}}"),
    (.failure, "when", "reactors: {r: {transform: {action: [{fail: {error: a}}]}}}"),
    (.sample, "on", "reactors: {r: {transform: {action: [{sample: {}}]}}}"),
    (.middleware, "on", "stores: {s: {middleware: [{}]}}"),
    (.route, "screen", "stores: {s: {routes: {r: {modal: true}}}}"),
    (.parcelUse, "parcel", "stores: {s: {parcels: [{focus: a}]}}"),
    (.provider, "pool", "actors: {a: {provider: {}}}"),
    (.mailbox, "limit", "actors: {a: {mailbox: {overflow: fail}}}"),
    (.child, "actor", "actors: {a: {children: [{restart: transient}]}}"),
    (.backoff, "min", "actors: {a: {supervision: {backoff: {max: 1s}}}}"),
    (.scenario, "steps", "scenarios: [{name: a}]"),
    (.putOff, "by", "actors: {a: {}}\nsteps: [{delay: {to: a}}]"),
    (.rowFile, "file", "scenarios: [{each: {}, steps: []}]"),
    (.start, "set", "explore: {start: {for: {n: [1]}}}"),
  ]

  @Test func aKeyThatIsNeededIsMissedWhereItIsNot() {
    for (map, key, text) in GrammarTests.needy {
      let loaded = ScenarioLoader.load(bytes: Array(text.utf8), name: "f.yaml")
      let missed = loaded.diagnostics.filter { $0.code == .missingKey }.map(\.message)
      #expect(missed == ["\(map.title) needs the key \"\(key)\""], "\(text)")
    }
    let needed = MapName.allCases.filter { $0 != .pattern }.map { map in
      (map, map.declarations.filter(\.isNeeded).map(\.key))
    }
    for (map, keys) in needed {
      #expect(GrammarTests.needy.filter { $0.map == map }.map(\.key) == keys, "\(map.title)")
    }
  }

  @Test func everyWordIsExplained() {
    #expect(ScenarioLoader.words.count > 150)
    for word in ScenarioLoader.words {
      let entries = ScenarioLoader.entries(of: word)
      #expect(!entries.isEmpty && entries.allSatisfy { $0.text.hasSuffix(".") }, "\(word)")
    }
    #expect(ScenarioLoader.entries(of: "nothing").isEmpty)
  }
}
