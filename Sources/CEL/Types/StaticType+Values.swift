public import Values

extension StaticType {
  /// What can be known of a value's type: of a list that its elements have a common one, of a map
  /// with names for keys which properties it has. Of what is very large less is known.
  public init(of value: Value) {
    self =
      switch value {
      case .null: .null
      case .bool: .bool
      case .int: .int
      case .uint: .uint
      case .double: .double
      case .string: .string
      case .bytes: .bytes
      case .timestamp: .timestamp
      case .duration: .duration
      case .type(let type): .type(StaticType(named: type.name))
      case .opaque(let opaque): .named(opaque.typeName, [])
      case .optional(let optional): .optional(optional.wrapped.map { StaticType(of: $0) } ?? .free)
      case .list(let list): StaticType(ofElements: list)
      case .map(let map): StaticType(ofEntries: map)
      }
  }

  /// Elements of a list, those of its elements included, that are looked at.
  private static let largest = 10_000

  private init(ofElements list: List) {
    guard Value.list(list).measure.elements <= StaticType.largest else {
      self = .list(.dyn)
      return
    }
    self = .list(
      list.elements.reduce(.free) { $0 == .dyn ? $0 : $0.joined(with: StaticType(of: $1)) })
  }

  private init(ofEntries map: Map) {
    guard Value.map(map).measure.elements <= StaticType.largest else {
      self = .map(.dyn, .dyn)
      return
    }
    let keys = map.keys.reduce(StaticType.free) { $0.joined(with: StaticType(of: $1)) }
    let values = map.values.map { StaticType(of: $0) }
    if keys == .string, map.count <= RecordType.most {
      let properties = zip(map.keys, values).compactMap { key, type -> RecordType.Property? in
        if case .string(let name) = key { RecordType.Property(name, type) } else { nil }
      }
      self = .record(RecordType(properties))
    } else {
      self = .map(keys, values.reduce(StaticType.free) { $0.joined(with: $1) })
    }
  }

  /// The type that a formula means by a name of a type.
  init(named name: String) {
    self =
      switch name {
      case "null_type": .null
      case "bool": .bool
      case "int": .int
      case "uint": .uint
      case "double": .double
      case "string": .string
      case "bytes": .bytes
      case "google.protobuf.Timestamp": .timestamp
      case "google.protobuf.Duration": .duration
      case "list": .list(.dyn)
      case "map": .map(.dyn, .dyn)
      case "optional_type": .optional(.dyn)
      case "type": .type(.dyn)
      default: .named(name, [])
      }
  }
}
