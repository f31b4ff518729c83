import CEL
import Scenarios
import Values

/// A formula with its names resolved: ready to be evaluated any number of times.
final class FormulaPlan {
  let formula: Formula
  let program: Program

  init(_ formula: Formula, in scope: NameScope) {
    self.formula = formula
    program = formula.expression.plan(in: scope)
  }
}

/// Data with its formulas planned.
struct DatumPlan {
  indirect enum Content {
    case constant(Value)
    case formula(FormulaPlan)
    case placeholder
    case list([DatumPlan])
    case map([(key: String, value: DatumPlan)])
  }

  let content: Content
  let span: SourceSpan

  init(_ datum: Datum, in scope: NameScope) {
    span = datum.span
    content =
      switch datum.content {
      case .value(let value): .constant(value)
      case .formula(let formula): .formula(FormulaPlan(formula, in: scope))
      case .placeholder: .placeholder
      case .list(let elements): .list(elements.map { DatumPlan($0, in: scope) })
      case .map(let entries):
        .map(entries.map { ($0.key.text, DatumPlan($0.value, in: scope)) })
      }
  }
}
