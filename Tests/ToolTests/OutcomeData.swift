import Loader
import Scenarios
import Values

/// The data in the outcomes of a file, each with what may become of it.
struct OutcomeDatum {
  let datum: Datum
  /// Whether a wrong literal is rewritten there, and not a `_` alone.
  let isRewritten: Bool

  /// All of a file, those inside others too, in the order of the file.
  static func all(in file: ScenarioFile) -> [OutcomeDatum] {
    var found: [OutcomeDatum] = []
    // What is known to fail is not updated.
    for scenario in file.scenarios where scenario.todo == nil { collect(scenario.steps, &found) }
    return found
  }

  private static func collect(_ steps: [Step], _ found: inout [OutcomeDatum]) {
    for step in steps {
      for outcome in step.outcomes {
        let isRewritten =
          switch outcome.kind {
          case .expect, .exactly, .emits, .runs, .states, .replies: true
          default: false
          }
        outcome.eachPiece { piece in
          if case .datum(let datum) = piece { collect(datum, isRewritten, &found) }
        }
      }
      step.eachPiece { piece in
        if case .steps(let inner) = piece { collect(inner, &found) }
      }
    }
  }

  private static func collect(
    _ datum: Datum, _ isRewritten: Bool, _ found: inout [OutcomeDatum]
  ) {
    found.append(OutcomeDatum(datum: datum, isRewritten: isRewritten))
    switch datum.content {
    case .list(let elements): for element in elements { collect(element, isRewritten, &found) }
    case .map(let entries): for entry in entries { collect(entry.value, isRewritten, &found) }
    default: break
    }
  }

  var range: Range<Int> { Int(datum.span.start)..<Int(datum.span.end) }

  var holdsFormula: Bool {
    var holds = false
    datum.eachFormula { _ in holds = true }
    return holds
  }
}
