public import Values

/// What a path leads to.
public enum Lookup {
  /// The value that stands there.
  case found(Value)
  /// `path[index]` is not in `parent`, which may be no record at all.
  case missing(index: Int, parent: Value)

  init(_ path: ArraySlice<String>, in root: Value) {
    var value = root
    for index in path.indices {
      guard let inner = value.property(path[index]) else {
        self = .missing(index: index, parent: value)
        return
      }
      value = inner
    }
    self = .found(value)
  }

  /// The value, if there is one.
  public var value: Value? {
    if case .found(let value) = self { return value }
    return nil
  }

  /// Whether a reader of the path alone sees no difference: what else a parent holds is none.
  func isSame(as other: Lookup) -> Bool {
    switch (self, other) {
    case (.found(let a), .found(let b)): a.isIdentical(to: b)
    case (.missing(let i, let a), .missing(let j, let b)): i == j && a.typeName == b.typeName
    default: false
    }
  }
}

extension Value {
  /// The property of a record, if it is one and has it.
  func property(_ name: String) -> Value? {
    if case .map(let map) = self { return map[name] }
    return nil
  }

  static func isSame(_ old: Value?, _ new: Value?) -> Bool {
    switch (old, new) {
    case (nil, nil): true
    case (let old?, let new?): old.isIdentical(to: new)
    default: false
    }
  }

  /// Whether two values differ; of two maps, in a property that counts. A key that is no text
  /// counts always.
  func differs(from other: Value, where counts: (String) -> Bool) -> Bool {
    guard case .map(let old) = self, case .map(let new) = other else {
      return !isIdentical(to: other)
    }
    return new.differences(from: old).contains { difference in
      if case .string(let name) = difference.key { counts(name) } else { true }
    }
  }
}
