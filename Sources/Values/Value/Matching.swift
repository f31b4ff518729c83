/// Where a value differs from what was expected of it.
public struct Mismatch: Sendable {
  /// The properties and indexes that lead there, outermost first: `.name`, `[2]`.
  public var path: String
  /// What was expected there; nil where nothing was.
  public var expected: Value?
  /// What is there; nil where nothing is.
  public var actual: Value?

  /// A difference at a path; nil stands for what is not there.
  public init(path: String, expected: Value?, actual: Value?) {
    self.path = path
    self.expected = expected
    self.actual = actual
  }

  /// The same below a step.
  fileprivate func behind(_ step: String) -> Mismatch {
    Mismatch(path: step + path, expected: expected, actual: actual)
  }
}

/// What makes two values differ.
private enum Comparison {
  /// What an outcome expects, of maps the keys that it names.
  case named
  /// The same with all keys.
  case whole
  /// All that tells a change from none.
  case identity
}

extension Value {
  /// Whether the value is as expected, as outcomes compare: numbers by value whatever their type,
  /// NaN with NaN; a text with a timestamp, duration, bytes, type or library's value that prints
  /// so; lists element by element; maps by the keys that the expectation names, or whole.
  public func matches(_ expected: Value, whole: Bool = false) -> Bool {
    mismatch(expected, whole: whole) == nil
  }

  /// The first difference in the order of the expectation, or nil where the value matches.
  public func mismatch(_ expected: Value, whole: Bool = false) -> Mismatch? {
    mismatch(expected, by: whole ? .whole : .named)
  }

  /// The first difference from what stood there before, or nil where the two are identical: 1 and 1.0 are not.
  public func change(from before: Value) -> Mismatch? { mismatch(before, by: .identity) }

  fileprivate func mismatch(_ expected: Value, by comparison: Comparison) -> Mismatch? {
    switch (expected, self) {
    case (.map(let expected), .map(let actual)):
      return expected.storage === actual.storage
        ? nil : actual.mismatch(expected, by: comparison)
    case (.list(let wanted), .list(let found)):
      if wanted.storage === found.storage { return nil }
      for (index, (want, have)) in zip(wanted.elements, found.elements).enumerated() {
        // Where it is is written from the inside out, and only where something differs.
        if let mismatch = have.mismatch(want, by: comparison) {
          return mismatch.behind("[\(index)]")
        }
      }
      if wanted.count == found.count { return nil }
      let index = min(wanted.count, found.count)
      return Mismatch(
        path: "[\(index)]", expected: index < wanted.count ? wanted[index] : nil,
        actual: index < found.count ? found[index] : nil)
    default:
      let isSame =
        switch comparison {
        case .named: isScalarMatch(expected, whole: false)
        case .whole: isScalarMatch(expected, whole: true)
        case .identity: isIdentical(to: expected)
        }
      return isSame ? nil : Mismatch(path: "", expected: expected, actual: self)
    }
  }

  private func isScalarMatch(_ expected: Value, whole: Bool) -> Bool {
    if isIdentical(to: expected) { return true }
    switch (expected, self) {
    case (.string(let text), .timestamp(let timestamp)):
      return Text.same(text, timestamp.description)
    case (.string(let text), .duration(let duration)): return Text.same(text, duration.description)
    case (.string(let text), .bytes(let bytes)):
      return Array(text.utf8) == bytes.octets
    case (.string(let text), .type(let type)): return Text.same(text, type.name)
    case (.string(let text), .opaque(let opaque)): return Text.same(text, opaque.text)
    case (.optional(let wanted), .optional(let found)):
      // An optional is no value: `expect: 1` asks for the one, `= optional.of(1)` for the other.
      guard let wanted = wanted.wrapped, let found = found.wrapped else { return false }
      return found.matches(wanted, whole: whole)
    default: return isSameNumber(as: expected)
    }
  }

  /// Equal by value without rounding: an int beyond 2^53 does not equal the double next to it.
  private func isSameNumber(as other: Value) -> Bool {
    switch (self, other) {
    case (.double(let a), .double(let b)): a == b
    case (.double(let double), _): other.isInteger(double)
    case (_, .double(let double)): isInteger(double)
    default: isEqual(to: other)
    }
  }

  private func isInteger(_ double: Double) -> Bool {
    switch self {
    case .int(let int): Int64(exactly: double) == int
    case .uint(let uint): UInt64(exactly: double) == uint
    case .null, .bool, .double, .string, .bytes, .list, .map, .timestamp, .duration, .type,
      .optional, .opaque:
      false
    }
  }
}

extension Map {
  fileprivate func mismatch(_ expected: Map, by comparison: Comparison) -> Mismatch? {
    for (key, want) in zip(expected.keys, expected.values) {
      guard let have = self[key] else {
        return Mismatch(path: Map.step(key), expected: want, actual: nil)
      }
      if let mismatch = have.mismatch(want, by: comparison) {
        return mismatch.behind(Map.step(key))
      }
    }
    guard comparison != .named, count > expected.count else { return nil }
    for (key, value) in zip(keys, values) where expected.position(of: key) == nil {
      return Mismatch(path: Map.step(key), expected: nil, actual: value)
    }
    return nil
  }

  /// The key as a step of a path: `.name`, or `["two words"]`.
  public static func step(_ key: Value) -> String {
    if case .string(let name) = key, Value.isBareWord(name) { return "." + name }
    return "[\(key)]"
  }
}
