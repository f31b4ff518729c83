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
  private func lookUp(_ path: [String]) throws(PathFault) -> Value? {
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
    if !isKnownUniquelyReferenced(&storage) {
      storage = Storage(storage.keys, storage.values, storage.measure, storage.slots)
    }
    guard let position = position(of: name) else {
      append(name, new)
      return
    }
    var value = Value.null
    swap(&value, &storage.values[position])
    let before = value.measure
    value.replace(rest, with: new)
    let after = value.measure
    swap(&value, &storage.values[position])
    storage.measure.replace(before, by: after)
    if after.depth + 1 >= storage.measure.depth {
      storage.measure.depth = after.depth + 1
    } else if before.depth + 1 == storage.measure.depth {
      storage.measure.depth = 1 + (storage.values.lazy.map(\.measure.depth).max() ?? 0)
    }
  }

  /// Adds an entry under a key that is not there. The storage is this map's alone.
  private mutating func append(_ name: String, _ value: Value) {
    storage.keys.append(.string(name))
    storage.values.append(value)
    storage.measure.replace(nil, by: value.measure)
    storage.measure.text += name.utf8.count
    storage.measure.depth = max(storage.measure.depth, value.measure.depth + 1)
    do {
      try Map.extend(&storage.slots, for: storage.keys)
    } catch {
      preconditionFailure("\(name) stands twice")
    }
  }
}

extension Measure {
  /// An element is another one, or is new. The depth is the caller's affair.
  fileprivate mutating func replace(_ old: Measure?, by new: Measure) {
    elements += new.elements - (old?.elements ?? -1)
    text += new.text - (old?.text ?? 0)
  }
}
