extension Value {
  /// CEL's `==`: numbers compare by value across types, other types never equal each other, NaN
  /// equals nothing. An int and a double are compared as doubles, as CEL's conformance suite asks.
  public func isEqual(to other: Value) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.string(let a), .string(let b)): Text.same(a, b)
    case (.bytes(let a), .bytes(let b)): a.octets == b.octets
    case (.list(let a), .list(let b)): a.hasSameElements(as: b) { $0.isEqual(to: $1) }
    case (.map(let a), .map(let b)): a.hasSameEntries(as: b) { $0.isEqual(to: $1) }
    case (.timestamp(let a), .timestamp(let b)): a == b
    case (.duration(let a), .duration(let b)): a == b
    case (.type(let a), .type(let b)): a.name == b.name
    case (.optional(let a), .optional(let b)):
      switch (a.wrapped, b.wrapped) {
      case (nil, nil): true
      case (let a?, let b?): a.isEqual(to: b)
      default: false
      }
    case (.opaque(let a), .opaque(let b)): a.isEqual(to: b)
    default: compareNumbers(other) == .equal
    }
  }

  /// Same type and same value, maps without order; NaN equals NaN, 0.0 and -0.0 differ. This is
  /// what tells a change from none.
  public func isIdentical(to other: Value) -> Bool {
    switch (self, other) {
    case (.int(let a), .int(let b)): a == b
    case (.uint(let a), .uint(let b)): a == b
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern || (a.isNaN && b.isNaN)
    case (.int, _), (.uint, _), (.double, _): false
    case (.list(let a), .list(let b)):
      a.storage === b.storage || a.hasIdenticalElements(as: b)
    case (.map(let a), .map(let b)):
      a.storage === b.storage || a.hasIdenticalEntries(as: b)
    case (.optional(let a), .optional(let b)):
      switch (a.wrapped, b.wrapped) {
      case (nil, nil): true
      case (let a?, let b?): a.isIdentical(to: b)
      default: false
      }
    default: isEqual(to: other)
    }
  }

  /// How two numbers compare; `unordered` for NaN and for anything that is no number.
  public func compareNumbers(_ other: Value) -> NumberOrder {
    switch (self, other) {
    case (.int(let a), .int(let b)): NumberOrder(a, b)
    case (.uint(let a), .uint(let b)): NumberOrder(a, b)
    case (.double(let a), .double(let b)): NumberOrder(a, b)
    case (.int(let a), .uint(let b)): a < 0 ? .less : NumberOrder(UInt64(a), b)
    case (.uint(let a), .int(let b)): b < 0 ? .greater : NumberOrder(a, UInt64(b))
    case (.int(let a), .double(let b)): NumberOrder(Double(a), b)
    case (.double(let a), .int(let b)): NumberOrder(a, Double(b))
    case (.uint(let a), .double(let b)): NumberOrder(Double(a), b)
    case (.double(let a), .uint(let b)): NumberOrder(a, Double(b))
    default: .unordered
    }
  }
}

/// How two numbers of any of the three types compare.
public enum NumberOrder: Sendable {
  /// By their mathematical values; NaN is not in order with anything.
  case less, equal, greater, unordered

  init<Number: Comparable>(_ left: Number, _ right: Number) {
    self = left < right ? .less : left == right ? .equal : left > right ? .greater : .unordered
  }
}

extension List {
  func hasSameElements(as other: List, by same: (Value, Value) -> Bool) -> Bool {
    guard count == other.count else { return false }
    for (a, b) in zip(elements, other.elements) where !same(a, b) { return false }
    return true
  }

  /// Passes over what both share.
  func hasIdenticalElements(as other: List) -> Bool {
    guard count == other.count else { return false }
    guard storage.isRope, other.storage.isRope else {
      return hasSameElements(as: other) { $0.isIdentical(to: $1) }
    }
    let (left, right) = (rope, other.rope)
    return left.unshared(with: right) { range in
      range.allSatisfy { left[$0].isIdentical(to: right[$0]) }
    }
  }
}

extension List {
  /// The indexes, in order, at which two lists are not identical as far as both go; nil where there
  /// are more than `most`. Passes over what both share.
  public func differences(from other: List, most: Int) -> [Int]? {
    var found: [Int] = []
    let body: (Range<Int>) -> Bool = { range in
      for index in range where !self[index].isIdentical(to: other[index]) {
        found.append(index)
        if found.count > most { return false }
      }
      return true
    }
    if storage.isRope, other.storage.isRope {
      return rope.unshared(with: other.rope, body) ? found : nil
    }
    return body(0..<min(count, other.count)) ? found : nil
  }
}

extension Map {
  func hasSameEntries(
    as other: Map, sameKeyTypes: Bool = false, by same: (Value, Value) -> Bool
  ) -> Bool {
    guard count == other.count else { return false }
    if !storage.isRope, !other.storage.isRope, !sameKeyTypes {
      let (values, otherKeys, otherValues) = (
        storage.values, other.storage.keys, other.storage.values
      )
      for (place, key) in storage.keys.enumerated() {
        guard let found = otherKeys[place].isName(key) ? place : other.position(of: key),
          same(values[place], otherValues[found])
        else { return false }
      }
      return true
    }
    let (otherKeys, otherValues) = (other.keys, other.values)
    for (place, (key, value)) in zip(keys, values).enumerated() {
      // Mostly both have their keys in one order.
      guard let found = otherKeys[place].isName(key) ? place : other.position(of: key),
        same(value, otherValues[found])
      else { return false }
      if sameKeyTypes, !key.isIdentical(to: otherKeys[found]) { return false }
    }
    return true
  }

  /// Passes over what both share, as long as keys stand in one order.
  func hasIdenticalEntries(as other: Map) -> Bool {
    guard count == other.count else { return false }
    if storage.isRope, other.storage.isRope {
      let (left, right) = (rope.entries, other.rope.entries)
      var isOrdered = true
      let isSame = left.unshared(with: right) { range in
        for index in range where !left[index].isIdentical(to: right[index]) {
          isOrdered = index % 2 == 1
          return false
        }
        return true
      }
      if isOrdered { return isSame }
    }
    return hasSameEntries(as: other, sameKeyTypes: true) { $0.isIdentical(to: $1) }
  }
}

extension Value {
  /// Whether both are the same text.
  fileprivate func isName(_ other: Value) -> Bool {
    if case .string(let a) = self, case .string(let b) = other { return Text.same(a, b) }
    return false
  }
}
