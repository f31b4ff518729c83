public import Values

/// What an evaluation may still cost: 1 for each part evaluated and each turn of a loop, a tenth of
/// every text scanned, and the size of everything made, except for what it shares with other values.
/// So the charge bounds time and memory both.
public struct Budget: Sendable {
  /// For one evaluation, unless the caller says otherwise.
  public static let standard = 1_000_000

  /// What there was at the beginning.
  public let limit: Int
  /// Below zero once it is exceeded.
  public internal(set) var remaining: Int
  /// How much of what has been taken off was worked out in an evaluation before.
  public private(set) var remembered = 0
  /// What a function keeps for its next call in the same evaluation, such as a compiled pattern.
  var kept: (any AnyObject & Sendable)?

  /// So many steps: each part that is evaluated takes one, and what does more takes more.
  public init(_ limit: Int = Budget.standard) {
    self.limit = max(0, limit)
    remaining = self.limit
  }

  /// How many steps have been taken, at most `limit`.
  public var spent: Int { limit - max(0, remaining) }

  /// Takes a cost off. Throws where less than that was left; the budget is exceeded then.
  @inline(__always)
  public mutating func charge(_ cost: Int) throws(Fault) {
    let (rest, isBeyond) = remaining.subtractingReportingOverflow(cost)
    // A function may charge whatever it likes, also behind the end.
    remaining = isBeyond ? (cost > 0 ? .min : .max) : rest
    if remaining < 0 { throw exhausted() }
  }

  /// Takes off what was worked out before; false where less than that was left.
  mutating func takeRemembered(_ cost: Int) -> Bool {
    remaining -= cost
    remembered += cost
    return remaining >= 0
  }

  /// For reading through a text or bytes.
  public mutating func charge(scanning bytes: Int) throws(Fault) { try charge(bytes / 10) }

  /// For comparing two values, or searching one.
  mutating func charge(comparing left: Value, _ right: Value) throws(Fault) {
    let (a, b) = (left.measure, right.measure)
    try charge(min(a.elements, b.elements) + min(a.text, b.text) / 10)
  }

  /// For making a text or bytes that long; fails where no value may be that large.
  public mutating func charge(making bytes: Int) throws(Fault) {
    if bytes > ValueLimits.text { throw Fault(ValueFault.tooMuchText) }
    try charge(bytes)
  }

  /// What looking a text up in a map costs, which is compared with some of its keys.
  @inline(__always)
  static func lookup(_ name: String) -> Int { name.utf8.count / 10 * keysCompared }

  /// Larger maps are searched by hash.
  private static let keysCompared = 8

  /// The elements as a value.
  public mutating func list(_ elements: [Value]) throws(Fault) -> Value {
    try charge(elements.count)
    do { return try .list(of: elements) } catch { throw Fault(error) }
  }

  /// An optional that holds the value.
  mutating func optional(_ value: Value) throws(Fault) -> Value {
    do { return try .optional(of: value) } catch { throw Fault(error) }
  }

  /// The entries as a value.
  public mutating func map(keys: [Value], values: [Value]) throws(Fault) -> Value {
    // Keys are compared with each other, or hashed.
    let text = keys.reduce(0) { $0 + $1.measure.text }
    try charge(keys.count + text / 10 * min(keys.count, Budget.keysCompared))
    do { return .map(try Map(keys: keys, values: values)) } catch { throw Fault(error) }
  }

  /// The same of keys that are known to be none twice.
  mutating func map(_ shape: MapShape, _ values: [Value]) throws(Fault) -> Value {
    try charge(values.count + shape.text / 10 * min(values.count, Budget.keysCompared))
    do { return .map(try shape.map(values)) } catch { throw Fault(error) }
  }

  @inline(never)
  func exhausted() -> Fault {
    Fault(.cost, "the formula costs more than its limit of \(limit)")
  }
}
