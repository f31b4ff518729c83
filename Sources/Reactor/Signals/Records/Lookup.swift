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

  /// What a reader of the path alone sees: what else a parent holds is none of it, and is not kept for it.
  enum Seen {
    case found(Value)
    /// The name of that index is not in what stands there, which is of a type.
    case missing(index: Int, type: String)
  }

  var seen: Seen {
    switch self {
    case .found(let value): .found(value)
    case .missing(let index, let parent): .missing(index: index, type: parent.typeName)
    }
  }
}

extension Lookup.Seen {
  init(_ path: [String], in root: Value) { self = Lookup(path[...], in: root).seen }

  /// The last name of a path is not in the record above it.
  static func missing(inRecordAt path: [String]) -> Lookup.Seen {
    .missing(index: path.count - 1, type: "map")
  }

  var value: Value? {
    if case .found(let value) = self { return value }
    return nil
  }

  /// The same of the property to which so many names lead.
  @inline(__always)
  func property(_ name: String, depth: Int) -> Lookup.Seen {
    guard case .found(let value) = self else { return self }
    guard let inner = value.property(name) else {
      return .missing(index: depth - 1, type: value.typeName)
    }
    return .found(inner)
  }

  /// Whether a reader sees no difference.
  static func isSame(_ a: Lookup.Seen, _ b: Lookup.Seen) -> Bool {
    switch (a, b) {
    case (.found(let a), .found(let b)): a.isIdentical(to: b)
    case (.missing(let i, let a), .missing(let j, let b)): i == j && a == b
    case (.found, .missing), (.missing, .found): false
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
