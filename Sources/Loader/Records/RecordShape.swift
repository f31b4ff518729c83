import Scenarios
import Values

/// Which properties a value may have, by what it starts as.
///
/// A map names its properties, and there are no others, so that it is closed; an empty one is a
/// table that is yet to be filled, and is open. What a formula gives, the elements of a list and
/// what is no map say nothing.
indirect enum RecordShape {
  case open
  /// Starts as null, which says nothing either; a parcel's state is put below it where it is all of a store's.
  case null
  case closed(Properties)

  struct Properties {
    /// Where they are named; nil where the language names them.
    let origin: SourceSpan?
    /// In the order in which they are written.
    private(set) var names: [String] = []
    private var shapes: TextTable<RecordShape> = [:]

    init(at origin: SourceSpan?) { self.origin = origin }

    subscript(name: String) -> RecordShape? { shapes[name] }

    mutating func add(_ name: String, _ shape: RecordShape) {
      if shapes.updateValue(shape, forKey: name) == nil { names.append(name) }
    }

    /// Changes the shape of a property in its place.
    mutating func change(_ name: String, _ body: (inout RecordShape) -> Void) {
      guard var shape = shapes.updateValue(.open, forKey: name) else { return }
      body(&shape)
      shapes[name] = shape
    }
  }

  /// The shape of a starting value.
  init(_ datum: Datum) {
    switch datum.content {
    case .map(let entries):
      var properties = Properties(at: datum.span)
      for entry in entries { properties.add(entry.key.text, RecordShape(entry.value)) }
      self = .closed(properties)
    case .value(let value): self = RecordShape(value, at: datum.span)
    case .formula, .list, .placeholder, .condition: self = .open
    }
  }

  private init(_ value: Value, at span: SourceSpan) {
    switch value {
    case .null: self = .null
    case .map(let map) where map.count > 0:
      var properties = Properties(at: span)
      for (key, value) in zip(map.keys, map.values) {
        if case .string(let name) = key { properties.add(name, RecordShape(value, at: span)) }
      }
      self = .closed(properties)
    case .bool, .int, .uint, .double, .string, .bytes, .list, .map, .timestamp, .duration, .type,
      .optional, .opaque:
      self = .open
    }
  }

  /// A map that has these properties alone.
  init(_ properties: [String]) {
    var all = Properties(at: nil)
    for name in properties { all.add(name, .open) }
    self = .closed(all)
  }

  /// What is at a path; nil where the path is none of this shape.
  func part(at path: [String]) -> RecordShape? {
    var shape = self
    for name in path {
      guard case .closed(let properties) = shape else { return .open }
      guard let next = properties[name] else { return nil }
      shape = next
    }
    return shape
  }

  /// Which name of a path is none of this shape, and those that there are in its place.
  func missing(_ path: [String]) -> (index: Int, known: [String])? {
    var shape = self
    for (index, name) in path.enumerated() {
      guard case .closed(let properties) = shape else { return nil }
      guard let next = properties[name] else { return (index, properties.names) }
      shape = next
    }
    return nil
  }

  /// Puts a part that is written at a place where nothing stands. What is missing on the way becomes a
  /// map, and so does the whole where it is null; any other null stays.
  mutating func fill(_ path: ArraySlice<String>, with part: RecordShape, at span: SourceSpan) {
    if path.isEmpty { return }
    if case .null = self { self = .closed(Properties(at: span)) }
    put(part, at: path, span)
  }

  private mutating func put(
    _ part: RecordShape, at path: ArraySlice<String>, _ span: SourceSpan
  ) {
    guard let name = path.first, case .closed(var properties) = self else { return }
    // So that the properties are held once, and changed in their place.
    self = .open
    let rest = path.dropFirst()
    if properties[name] == nil {
      properties.add(name, rest.isEmpty ? part : .closed(Properties(at: span)))
    }
    properties.change(name) { $0.put(part, at: rest, span) }
    self = .closed(properties)
  }

  /// Lets what is at a path have any properties.
  mutating func open(_ path: ArraySlice<String>) {
    guard case .closed(var properties) = self, let name = path.first else {
      self = .open
      return
    }
    self = .open
    properties.change(name) { $0.open(path.dropFirst()) }
    self = .closed(properties)
  }
}
