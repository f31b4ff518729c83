import Reactor
import Values

/// A cell as those see it who want nothing of it but a scalar that stands there: no reference is counted.
enum StandingCell {
  /// It has not been made.
  case none
  case input(Lent<RecordCell>)
  case derived(Derived<Value>)

  init(_ cell: World.CellState) {
    switch cell {
    case .input(let record): self = .input(Lent(record))
    case .derived(let derived, _): self = .derived(derived)
    case .waiting, .starting: self = .none
    }
  }

  /// The same for the graph; nil where there is none.
  var forGraph: FormulaOperand? {
    switch self {
    case .none: nil
    case .input(let record): record.lend { .cell($0) }
    case .derived(let derived): .derived(derived)
    }
  }

  /// What it holds, which may be out of date, without depending on it; nil where there is nothing.
  @inline(__always)
  var held: Value? {
    switch self {
    case .none: nil
    case .input(let record): record.lend { $0.held }
    case .derived(let derived): derived.lastValue
    }
  }

  /// The scalar, on which the body under way depends; nil where there is none, or it is not up to date.
  @inline(__always)
  var scalar: ScalarValue? {
    switch self {
    case .none: nil
    case .input(let record): record.lend { $0.scalar }
    case .derived(let derived): derived.settledScalar
    }
  }
}
