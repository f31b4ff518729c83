public import Values

/// Where a formula's names get their values: the one door between formulas and their host.
///
/// Everything else in a formula is pure, so the calls of `resolve` and `scalar` are all that a formula reads.
/// They come strictly from left to right, and only for parts that are evaluated: the untaken sides
/// of `?:`, `&&` and `||` read nothing. A host that keeps an account of what is read keeps it in both, or has no
/// `scalar` of its own.
public protocol Activation: AnyObject {
  /// Reads what `path` leads to within the value of a name. `person.name`, `person['name']` and
  /// `person[key]` all hand over the whole path at once, so that a host may depend on the property
  /// alone. An empty path asks for the value itself.
  func resolve(slot: Int, path: [String]) -> Resolution

  /// The same for a formula that only calculates and compares, which is evaluated faster by scalars
  /// alone: nil where there is no value, or one of another kind. Then the evaluation begins anew, and
  /// all that it has read is asked again, by `resolve`. By default always nil.
  func scalar(slot: Int, path: [String]) -> ScalarValue?
}

extension Activation {
  /// For hosts that want to be asked once, or have no scalars.
  public func scalar(slot: Int, path: [String]) -> ScalarValue? { nil }
}

/// A host's answer to a read.
public enum Resolution: Sendable {
  /// The value that the name has now.
  case value(Value)
  /// `path[at]` is no key of `parent`, the value that `path[..<at]` leads to; also where the parent
  /// is no map. The evaluator makes of it what the formula asked: an error, `false`, or none.
  case missing(at: Int, parent: Value)
  /// There is no value. Like any error, `&&` and `||` may decide without it.
  case failure(any Error & Sendable)
  /// There is no value, and the evaluation must end.
  case abort(any Error & Sendable)

  /// Follows a path from its element `start` on through a plain value.
  public static func walk(_ value: Value, _ path: [String], from start: Int = 0) -> Resolution {
    var value = value
    for index in start..<path.count {
      guard case .map(let map) = value, let next = map[path[index]] else {
        return .missing(at: index, parent: value)
      }
      value = next
    }
    return .value(value)
  }
}
