public import Values

/// Which changes of a node count. A change that is cut off did not happen: the node keeps its old
/// value, which is `old` again the next time, and nothing downstream runs.
public struct Cutoff<Value> {
  @usableFromInline
  enum Rule {
    /// Compared in place where the type allows, else by `test`.
    case equal
    case never
    case always
    case custom
  }

  @usableFromInline let kind: Rule
  @usableFromInline let test: (Value, Value) -> Bool

  @usableFromInline
  init(kind: Rule, test: @escaping (Value, Value) -> Bool) {
    self.kind = kind
    self.test = test
  }

  /// Cuts nothing off: every write and every evaluation counts.
  public static var never: Cutoff { Cutoff(kind: .never) { _, _ in false } }

  /// Lets nothing through but the first value.
  public static var always: Cutoff { Cutoff(kind: .always) { _, _ in true } }

  /// Asks, with the value kept and the new one, whether the change is cut off. Not tracked.
  public static func custom(_ isCutOff: @escaping (_ old: Value, _ new: Value) -> Bool) -> Cutoff {
    Cutoff(kind: .custom, test: isCutOff)
  }

  @inlinable
  func cutsOff(_ old: Value, _ new: Value) -> Bool { test(old, new) }
}

extension Cutoff where Value: Equatable {
  /// Cuts off what equals the old value. Of doubles, NaN equals NaN here.
  public static var equal: Cutoff {
    if Value.self == Double.self {
      return Cutoff(kind: .equal) { old, new in old == new || (old != old && new != new) }
    }
    return Cutoff(kind: .equal) { old, new in old == new }
  }
}

extension Cutoff where Value == Values.Value {
  /// Cuts off what is of the same type and value; NaN equals NaN.
  public static var equal: Cutoff { Cutoff(kind: .equal) { old, new in old.isIdentical(to: new) } }
}
