import CEL
import Scenarios
import Values

/// What is asked of every outcome.
extension Scenarios.Outcome {
  /// The code of what differs from it.
  var code: ProblemCode {
    switch kind {
    case .expect, .exactly: .valueMismatch
    case .assert: .assertFalse
    case .unchanged: .unchangedMismatch
    case .emits: .emitsMismatch
    case .runs: .runsMismatch
    case .states: .statesMismatch
    case .ends: .endsMismatch
    case .received: .receivedMismatch
    case .calls: .callsMismatch
    case .replies: .repliesMismatch
    case .presented: .presentedMismatch
    case .fails: .failsMismatch
    case .reports: .reportsMismatch
    }
  }

  /// Whether it can be asked at any time: it is not about what a step caused.
  var isAboutState: Bool {
    switch kind {
    case .expect, .exactly, .assert, .presented: true
    case .unchanged, .emits, .runs, .states, .ends, .received, .calls, .replies,
      .fails, .reports:
      false
    }
  }

  /// The parts of which it looks at the states, or at what they received.
  var watched: [Slot] {
    switch kind {
    case .states(let entries), .received(let entries): entries.map(\.slot)
    case .expect, .exactly, .assert, .unchanged, .emits, .runs, .ends, .calls, .replies,
      .presented, .fails, .reports:
      []
    }
  }

  /// Whether it asks how often something ran.
  var countsRuns: Bool {
    switch kind {
    case .runs: true
    case .expect, .exactly, .assert, .unchanged, .emits, .states, .ends, .received, .calls,
      .replies, .presented, .fails, .reports:
      false
    }
  }

  /// Whether it tells of the error with which the event fails.
  var expectsError: Bool {
    switch kind {
    case .fails: true
    case .expect, .exactly, .assert, .unchanged, .emits, .runs, .states, .ends, .received,
      .calls, .replies, .presented, .reports:
      false
    }
  }

  /// Whether it looks at what was emitted.
  var looksAtEmissions: Bool {
    switch naming {
    case .allEmissions, .emissions: true
    case .values, .reads, .parts, .states, .routes, .ends, .calls, .nothing: false
    }
  }

  /// Whether it tells of the errors that are reported along the way.
  var expectsReports: Bool {
    switch kind {
    case .reports: true
    case .expect, .exactly, .assert, .unchanged, .emits, .runs, .states, .ends, .received,
      .calls, .replies, .presented, .fails:
      false
    }
  }

  /// Whether a literal of it that is wrong may be rewritten; elsewhere `_` alone is filled in.
  var rewritesLiterals: Bool {
    switch kind {
    case .expect, .exactly, .assert, .emits, .runs, .states, .ends, .replies,
      .fails, .reports:
      true
    case .unchanged, .received, .calls, .presented: false
    }
  }

  /// What a strict step takes as named by it.
  enum Naming {
    /// What it expects of paths; a map names its keys, unless it is meant whole.
    case values([Assignment], whole: Bool)
    /// What formulas read.
    case reads([Formula])
    /// All that changes in these.
    case parts([Slot])
    /// What it expects of the states that reactors emitted, one after the other.
    case states([Entry])
    /// The routes of these stores.
    case routes([Slot])
    /// The reactors that end, all of them.
    case ends
    case emissions(of: [Name])
    case allEmissions
    case calls([Verb.Method])
    case nothing
  }

  var naming: Naming {
    switch kind {
    case .expect(let values): .values(values, whole: false)
    case .exactly(let values): .values(values, whole: true)
    case .assert(let formulas): .reads(formulas)
    case .emits(.all), .emits(.whole): .allEmissions
    case .emits(.channels(let entries)): .emissions(of: entries.map(\.key))
    case .runs(let entries): .parts(entries.map(\.slot))
    case .states(let entries): .states(entries)
    case .ends: .ends
    case .calls(let calls): .calls(calls.map(\.method))
    case .presented(let entries): .routes(entries.map(\.slot))
    case .unchanged, .received, .replies, .fails, .reports: .nothing
    }
  }
}
