import Values

extension StaticType {
  /// The type of what is of either type: what both have in common, `dyn` where that is nothing.
  public func joined(with other: StaticType) -> StaticType {
    if self == other { return self }
    switch (self, other) {
    case (.free, let type), (let type, .free): return type
    case (.dyn, _), (_, .dyn): return .dyn
    case (.null, let type), (let type, .null): return type.isNullable ? type : .dyn
    case (.nullable(let a), .nullable(let b)), (.nullable(let a), let b), (let a, .nullable(let b)):
      let type = a.joined(with: b)
      return type == .dyn ? .dyn : .nullable(type)
    case (.list(let a), .list(let b)): return .list(a.joined(with: b))
    case (.optional(let a), .optional(let b)): return .optional(a.joined(with: b))
    case (.type(let a), .type(let b)): return .type(a.joined(with: b))
    case (.named(let a, let left), .named(let b, let right))
    where a == b && left.count == right.count:
      return .named(a, zip(left, right).map { $0.joined(with: $1) })
    default:
      guard let left = keyAndValue, let right = other.keyAndValue else { return .dyn }
      return StaticType.joined(maps: (self, left), (other, right))
    }
  }

  private typealias Entry = (key: StaticType, value: StaticType)

  private static func joined(
    maps left: (type: StaticType, entry: Entry), _ right: (type: StaticType, entry: Entry)
  ) -> StaticType {
    switch (left.type, right.type) {
    case (.record(let a), .record(let b)): return .record(a.joined(with: b))
    // `{}` has no keys, and so none of another type.
    case (.map(.free, .free), let type), (let type, .map(.free, .free)): return type
    default:
      return .map(
        left.entry.key.joined(with: right.entry.key),
        left.entry.value.joined(with: right.entry.value))
    }
  }

  /// Of a map or a record.
  var keyAndValue: (key: StaticType, value: StaticType)? {
    switch self {
    case .map(let key, let value): (key, value)
    case .record(let record): (.string, record.joined)
    case .dyn, .free, .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration,
      .list, .optional, .type, .nullable, .named, .union:
      nil
    }
  }

  /// Whether CEL lets null stand for a value of the type.
  private var isNullable: Bool {
    switch self {
    case .null, .timestamp, .duration, .optional, .nullable, .named: true
    case .dyn, .free, .bool, .int, .uint, .double, .string, .bytes, .list, .map, .record, .type,
      .union:
      false
    }
  }
}

extension RecordType {
  /// With more properties than this a map counts as a table, whose keys are nothing to know.
  static let most = 100

  /// The type of all properties.
  var joined: StaticType { properties.reduce(.free) { $0.joined(with: $1.type) } }

  /// What has the properties of either.
  func joined(with other: RecordType) -> RecordType {
    var properties = properties
    for property in other.properties {
      if let index = properties.firstIndex(where: { Text.same($0.name, property.name) }) {
        properties[index] = Property(
          property.name, properties[index].type.joined(with: property.type))
      } else {
        properties.append(property)
      }
    }
    return RecordType(properties)
  }
}
