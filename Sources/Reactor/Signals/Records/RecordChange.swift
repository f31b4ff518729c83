internal import Values

/// Writes to a record under way: the value as it becomes, and the paths at which it may differ.
struct RecordChange {
  let old: Value
  private(set) var root: Value
  /// Paths that count as changed where old and new differ.
  private(set) var written: [[String]] = []
  /// Paths that count as changed whether or not they differ.
  private(set) var forced: [[String]] = []
  private let options: RecordCell.Options

  init(_ value: Value, _ options: RecordCell.Options) {
    old = value
    root = value
    self.options = options
  }

  mutating func assign(_ value: Value, to path: [String]) throws(RecordFault) {
    try checkWritable(value, path)
    root = try assigning(value, to: path, from: 0, in: root)
  }

  /// Fails where the path leads nowhere, or may not be written.
  func check(_ value: Value, at path: [String]) throws(RecordFault) {
    try checkWritable(value, path)
    do { _ = try root.lookUp(path) } catch { throw RecordFault(error) }
  }

  private func checkWritable(_ value: Value, _ path: [String]) throws(RecordFault) {
    if let property = path.first {
      if options.isReadonly(property) { throw .readonly(property: property) }
      return
    }
    guard options.hasReadonly else { return }
    // By order in the record, not by hash: the first that would change is named.
    for container in [root, value] {
      guard case .map(let map) = container else { continue }
      for case .string(let name) in map.keys where options.isReadonly(name) {
        if !Value.isSame(root.property(name), value.property(name)) {
          throw .readonly(property: name)
        }
      }
    }
  }

  /// The container with the value put at the rest of the path.
  private mutating func assigning(
    _ value: Value, to path: [String], from index: Int, in container: Value
  ) throws(RecordFault) -> Value {
    if index == path.count { return try merged(container, value, path) }
    guard case .map(let map) = container else {
      throw .notARecord(path: Array(path[..<index]), found: container)
    }
    let name = path[index]
    let inner: Value
    if let present = map[name] {
      inner = try assigning(value, to: path, from: index + 1, in: present)
    } else if index == path.count - 1 {
      written.append(path)
      inner = value
    } else {
      throw .missing(path: Array(path[...index]))
    }
    do {
      return .map(try map.setting(.string(name), to: inner))
    } catch {
      throw .value(error)
    }
  }

  /// What becomes of an old value on which a new one is written: asked property by property.
  private mutating func merged(
    _ old: Value, _ new: Value, _ path: [String]
  ) throws(RecordFault) -> Value {
    if options.cutoff.kind == .equal {
      written.append(path)
      return new.settled(over: old) ?? new
    }
    guard case .map(let before) = old, case .map(let after) = new else {
      if options.cutoff.cutsOff(old, new) { return old }
      forced.append(path)
      return new
    }
    var values: [Value] = []
    for (key, value) in zip(after.keys, after.values) {
      if case .string(let name) = key, let inner = before[name] {
        values.append(try merged(inner, value, path + [name]))
      } else {
        values.append(value)
      }
    }
    // What has come or gone is found by comparing.
    written.append(path)
    do {
      return .map(try Map(keys: after.keys.array, values: values))
    } catch {
      throw .value(error)
    }
  }
}
