import CEL
import Values

extension StaticType {
  /// With null for whatever is yet to come, as states begin.
  var withOpenNulls: StaticType {
    switch self {
    case .null: .nullable(.free)
    case .list(let element): .list(element.withOpenNulls)
    case .map(let key, let value): .map(key, value.withOpenNulls)
    case .record(let record):
      .record(RecordType(record.properties.map { .init($0.name, $0.type.withOpenNulls) }))
    case .dyn, .free, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration,
      .optional, .type, .nullable, .named, .union:
      self
    }
  }

  /// The type of a state of this type once a value has been put at a path below it as well.
  func joined(with type: StaticType, at path: ArraySlice<String>) -> StaticType {
    guard let property = path.first else { return joined(with: type) }
    let rest = path.dropFirst()
    switch self {
    case .record(let record):
      var properties = record.properties
      if let index = properties.firstIndex(where: { Text.same($0.name, property) }) {
        let inner = properties[index].type.joined(with: type, at: rest)
        properties[index] = .init(property, inner)
      } else {
        properties.append(.init(property, StaticType.free.joined(with: type, at: rest)))
      }
      return .record(RecordType(properties))
    case .free, .map(.free, .free):
      return .record(RecordType([.init(property, StaticType.free.joined(with: type, at: rest))]))
    case .map(let key, let value):
      return .map(key.joined(with: .string), value.joined(with: type, at: rest))
    case .nullable(let inner): return .nullable(inner.joined(with: type, at: path))
    // That fails, and so puts nothing there.
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration: return self
    case .dyn, .null, .list, .optional, .type, .named, .union: return .dyn
    }
  }

  /// Whether it has no properties, whatever the value.
  var isPlain: Bool {
    switch self {
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration: true
    case .dyn, .free, .null, .list, .map, .record, .optional, .type, .nullable, .named, .union:
      false
    }
  }
}
