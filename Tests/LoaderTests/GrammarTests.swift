import Testing

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

  @Test func everyWordIsExplained() {
    #expect(ScenarioLoader.words.count > 150)
    for word in ScenarioLoader.words {
      let entries = ScenarioLoader.entries(of: word)
      #expect(!entries.isEmpty && entries.allSatisfy { $0.text.hasSuffix(".") }, "\(word)")
    }
    #expect(ScenarioLoader.entries(of: "nothing").isEmpty)
  }
}
