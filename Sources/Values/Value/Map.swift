/// A map that keeps its entries in the order of insertion.
///
/// Keys are bool, int, uint or string. Integer keys are looked up by value across int, uint and
/// integral doubles, as CEL does. Up to `scanned` entries are searched in line; larger maps carry an
/// index built once, with a hash that is the same in every process, and that no choice of keys makes
/// slow. A map that grows beyond `flat` entries becomes a `Rope` with a `KeyIndex`, so that a later
/// version of it shares what it has in common with the earlier one.
@frozen
public struct Map: Sendable {
  /// Written only by a map that is the only one to hold it.
  @usableFromInline
  class Storage: @unchecked Sendable {
    /// All keys, and all values, unless `isRope`.
    @exclusivity(unchecked)
    @usableFromInline final var keys: [Value]
    @exclusivity(unchecked)
    @usableFromInline final var values: [Value]
    @exclusivity(unchecked)
    @usableFromInline final var measure: Measure
    /// See `Map+Index`. Empty for small maps, and for ropes.
    @exclusivity(unchecked)
    @usableFromInline final var slots: [Int32]
    @usableFromInline final let isRope: Bool

    @usableFromInline
    init(
      _ keys: [Value], _ values: [Value], _ measure: Measure, _ slots: [Int32],
      isRope: Bool = false
    ) {
      self.keys = keys
      self.values = values
      self.measure = measure
      self.slots = slots
      self.isRope = isRope
    }
  }

  @usableFromInline static let scanned = 8
  /// The most entries that are copied rather than shared.
  static let flat = 32
  @usableFromInline var storage: Storage

  /// The empty map.
  public static let empty = Map(storage: Storage([], [], Measure(depth: 1), []))

  @usableFromInline
  init(storage: Storage) { self.storage = storage }

  /// Linear in the number of entries. Throws on a key of another type, on two equal keys, and where
  /// the map would exceed `ValueLimits`.
  public init(keys: [Value], values: [Value]) throws(ValueFault) {
    if keys.count != values.count { fatalError("\(keys.count) keys, \(values.count) values") }
    var measure = Measure()
    for key in keys {
      guard key.isMapKey else { throw .badKeyType(key.typeName) }
      measure.add(key)
    }
    measure.elements = 0
    for value in values { measure.add(value) }
    measure.depth += 1
    self.init(
      storage: Storage(keys, values, try measure.checked(), try Map.index(keys)))
  }

  /// How many keys there are. Constant time.
  @inlinable public var count: Int { storage.isRope ? ropeCount : storage.keys.count }
  /// The keys in the order in which they were added.
  @inlinable public var keys: ValueView { storage.isRope ? ropeKeys : ValueView(storage.keys) }
  /// The values in the order of their keys.
  @inlinable public var values: ValueView {
    storage.isRope ? ropeValues : ValueView(storage.values)
  }
  /// How large it is, kept beside it. Constant time.
  @inlinable public var measure: Measure { storage.measure }

  /// The position of a text key, or nil.
  public func position(of name: String) -> Int? {
    if storage.isRope { return rope.position(.string(name), KeyHash.of(name)) }
    if storage.slots.isEmpty {
      for (position, key) in storage.keys.enumerated() {
        if case .string(let string) = key, Text.same(string, name) { return position }
      }
      return nil
    }
    return indexed(.string(name), Text.hash(name))
  }

  /// The position of a key, or nil. A double finds the integer that has exactly its value.
  public func position(of key: Value) -> Int? {
    if case .string(let name) = key { return position(of: name) }
    guard let key = key.asMapKey, let hash = key.keyHash else { return nil }
    if storage.isRope { return rope.position(key, hash) }
    if storage.slots.isEmpty {
      for (position, other) in storage.keys.enumerated() where other.isEqual(to: key) {
        return position
      }
      return nil
    }
    return indexed(key, hash)
  }

  /// The value under a text key, or nil.
  public subscript(name: String) -> Value? {
    position(of: name).map { value(at: $0) }
  }

  /// The value under a key, found as by `position`, or nil.
  public subscript(key: Value) -> Value? {
    position(of: key).map { value(at: $0) }
  }

  /// The value at a position that there is.
  func value(at position: Int) -> Value {
    storage.isRope ? rope.entries[position * 2 + 1] : storage.values[position]
  }
}

extension Map {
  /// A record: a map whose keys are texts.
  public init(record entries: [(String, Value)]) throws(ValueFault) {
    try self.init(keys: entries.map { .string($0.0) }, values: entries.map(\.1))
  }
}

extension Value {
  /// A record; throws where it would exceed `ValueLimits` or a key stands twice.
  public static func record(_ entries: [(String, Value)]) throws(ValueFault) -> Value {
    .map(try Map(record: entries))
  }

  /// Whether a map may hold it as a key.
  package var isMapKey: Bool {
    switch self {
    case .bool, .int, .uint, .string: true
    case .null, .double, .bytes, .list, .map, .timestamp, .duration, .type, .optional, .opaque:
      false
    }
  }

  /// The key that a map may hold and that the value is looked up as, being exactly equal to it.
  var asMapKey: Value? {
    guard case .double(let double) = self else { return isMapKey ? self : nil }
    if let int = Int64(exactly: double) { return .int(int) }
    return UInt64(exactly: double).map { .uint($0) }
  }

  /// Equal keys have equal hashes, across int and uint; nil where the value is no key.
  var keyHash: UInt64? {
    switch self {
    case .bool(let bool): bool ? 0x9e37_79b9 : 0x7f4a_7c15
    case .int(let int): Value.mixed(UInt64(bitPattern: int))
    case .uint(let uint): Value.mixed(uint)
    case .string(let string): Text.hash(string)
    case .null, .double, .bytes, .list, .map, .timestamp, .duration, .type, .optional, .opaque: nil
    }
  }

  private static func mixed(_ bits: UInt64) -> UInt64 {
    let product = bits &* 0x9e37_79b9_7f4a_7c15
    return product ^ (product >> 32)
  }
}
