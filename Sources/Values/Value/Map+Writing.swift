/// Why a value could not be put at a path.
public enum PathFault: Error {
  /// Something that is no map stands at a path, and something below it was to be put.
  case notAMap(path: [String], found: Value)
  /// There is nothing at a path, and something below it was to be put.
  case missing(path: [String])
  /// The whole would exceed the limits of values.
  case value(ValueFault)
}

extension Value {
  /// Puts values at paths of text keys, in order, all or none; the last key of a path is made where
  /// it is not there. No path may be empty or the beginning of another. Returns what stood there.
  ///
  /// Maps on the way that nobody else holds are changed in place, so that a write costs the length
  /// of its path, not the size of what it leads through.
  public mutating func put(
    _ assignments: [(path: [String], value: Value)]
  ) throws(PathFault) -> [Value?] {
    var measure = measure
    var old: [Value?] = []
    old.reserveCapacity(assignments.count)
    for (path, value) in assignments {
      let replaced = try lookUp(path)
      measure.replace(replaced?.measure, by: value.measure)
      if replaced == nil { measure.text += path[path.count - 1].utf8.count }
      measure.depth = max(measure.depth, path.count + value.measure.depth)
      do { measure = try measure.checked() } catch { throw .value(error) }
      old.append(replaced)
    }
    for (path, value) in assignments { replace(path[...], with: value) }
    return old
  }

  /// What stands at a path; nil where the last key of it is not there.
  package func lookUp(_ path: [String]) throws(PathFault) -> Value? {
    var value = self
    for (index, name) in path.enumerated() {
      guard case .map(let map) = value else {
        throw .notAMap(path: Array(path[..<index]), found: value)
      }
      guard let inner = map[name] else {
        if index == path.count - 1 { return nil }
        throw .missing(path: Array(path[...index]))
      }
      value = inner
    }
    return value
  }

  /// The path has been seen to lead through maps.
  fileprivate mutating func replace(_ path: ArraySlice<String>, with new: Value) {
    guard let name = path.first else {
      self = new
      return
    }
    guard case .map(var map) = self else { preconditionFailure("\(name) in what is no map") }
    // Or the map would be held twice.
    self = .null
    map.replace(name, path.dropFirst(), with: new)
    self = .map(map)
  }
}

extension Map {
  fileprivate mutating func replace(
    _ name: String, _ rest: ArraySlice<String>, with new: Value
  ) {
    own()
    guard let position = position(of: name) else {
      append(.string(name), new)
      return
    }
    var value = exchange(position, with: .null)
    let before = value.measure
    value.replace(rest, with: new)
    let after = value.measure
    _ = exchange(position, with: value)
    storage.measure.replace(before, by: after)
    storage.measure.redeepen(from: before, to: after) { deepest }
  }

  /// Makes the storage this map's alone.
  private mutating func own() {
    if isKnownUniquelyReferenced(&storage) { return }
    if storage.isRope {
      storage = RopeStorage(rope.entries, rope.index, storage.measure)
    } else if count > Map.flat {
      storage = RopeStorage(storage)
    } else {
      storage = Storage(storage.keys, storage.values, storage.measure, storage.slots)
    }
  }

  /// Puts another value at a position, and returns the one that stood there. The storage is this
  /// map's alone; its measure is the caller's affair.
  private mutating func exchange(_ position: Int, with new: Value) -> Value {
    if storage.isRope { return rope.entries.exchange(position * 2 + 1, with: new) }
    var value = new
    swap(&value, &storage.values[position])
    return value
  }

  private var deepest: Int { storage.isRope ? rope.entries.depth : storage.values.deepest }

  /// Adds an entry under a key that is not there. The storage is this map's alone.
  private mutating func append(_ key: Value, _ value: Value) {
    storage.measure.append(key, value)
    if !storage.isRope, count >= Map.flat { storage = RopeStorage(storage) }
    if storage.isRope {
      rope.append(key, value)
      return
    }
    storage.keys.append(key)
    storage.values.append(value)
    do {
      try Map.extend(&storage.slots, for: storage.keys)
    } catch {
      preconditionFailure("\(key) stands twice")
    }
  }

  /// The map with one entry put in place, or added at the end. Costs a copy of a short map; what is
  /// longer is shared with this one, once it has grown: then it is logarithmic.
  public func setting(_ key: Value, to value: Value) throws(ValueFault) -> Map {
    var map = self
    try map.set(key, to: value)
    return map
  }

  /// The same in place, where nobody else holds the map. It must not be used after an error.
  private mutating func set(_ key: Value, to value: Value) throws(ValueFault) {
    guard let position = position(of: key) else {
      guard key.isMapKey else { throw .badKeyType(key.typeName) }
      var measure = storage.measure
      measure.append(key, value)
      _ = try measure.checked()
      own()
      append(key, value)
      return
    }
    own()
    let (old, new) = (exchange(position, with: value).measure, value.measure)
    storage.measure.replace(old, by: new)
    storage.measure.redeepen(from: old, to: new) { deepest }
    storage.measure = try storage.measure.checked()
  }

  /// The entries of both. Where both have a key, it keeps its place and its type, and the value is
  /// that of the other map. Costs what setting the other map's entries one after the other does, but
  /// for the copies between.
  public func merging(_ other: Map) throws(ValueFault) -> Map {
    var map = self
    for (key, value) in zip(other.keys, other.values) { try map.set(key, to: value) }
    return map
  }

  /// How many entries `setting` copies at most.
  public var copiedByWriting: Int { storage.isRope ? min(count, Map.flat) : count }
}

extension Measure {
  /// Of a map with one more entry.
  fileprivate mutating func append(_ key: Value, _ value: Value) {
    let (key, value) = (key.measure, value.measure)
    replace(nil, by: value)
    text += key.text
    depth = max(depth, value.depth + 1)
  }
}
