import Values

/// What can be known of a value's type without evaluating, parameters included: `list(int)`.
///
/// Types form a lattice between `free`, of which nothing is known yet because there is no value of
/// it (the elements of `[]`), and `dyn`, of which nothing is known because it can be anything.
/// Values never change, so that a formula's types follow from the leaves up by joining; no part
/// ever narrows the type of another one.
public indirect enum StaticType: Sendable, Hashable {
  /// `dyn` may be any value; `free` is the type of what has no value yet, such as the elements of
  /// `[]`.
  case dyn, free
  /// The values of one type of CEL.
  case null, bool, int, uint, double, string, bytes, timestamp, duration
  /// A list of elements of a type.
  case list(StaticType)
  /// A map, by the types of its keys and its values.
  case map(StaticType, StaticType)
  /// A map of which properties are known by name.
  case record(RecordType)
  /// An optional value of a type.
  case optional(StaticType)
  /// The type of a type: of `int`, of `type(x)`.
  case type(StaticType)
  /// A value of that type, or null: CEL's wrapper types.
  case nullable(StaticType)
  /// A type of a library's own, or a parameter of a signature.
  case named(String, [StaticType])
  /// In signatures: any of them.
  case union([StaticType])
}

/// The properties that a map has or may have.
public struct RecordType: Sendable, Hashable {
  /// A property of a record.
  public struct Property: Sendable, Hashable {
    /// What it is called.
    public let name: String
    /// What it holds.
    public let type: StaticType

    /// A property of a name and a type.
    public init(_ name: String, _ type: StaticType) {
      self.name = name
      self.type = type
    }
  }

  /// In the order they were written in, each name once. No value of the type has any other.
  public let properties: [Property]

  /// A record of these properties, and of no others.
  public init(_ properties: [Property]) { self.properties = properties }

  /// The type of a property; nil where the record has none of this name. Linear in the number of
  /// properties.
  public func type(of name: String) -> StaticType? {
    properties.first { Text.same($0.name, name) }?.type
  }
}

extension StaticType: CustomStringConvertible {
  /// In CEL's notation: `map(string, int)`, `optional_type(dyn)`, `wrapper(int)`.
  public var description: String {
    switch self {
    case .dyn, .free: "dyn"
    case .null: "null_type"
    case .bool: "bool"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .string: "string"
    case .bytes: "bytes"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .list(let element): "list(\(element))"
    case .map(let key, let value): "map(\(key), \(value))"
    case .record(let record): "map(string, \(record.joined))"
    case .optional(let wrapped): "optional_type(\(wrapped))"
    case .type(let type): type.isUnknown ? "type" : "type(\(type))"
    case .nullable(let type): "wrapper(\(type))"
    case .union(let types): types.map(\.description).joined(separator: " | ")
    case .named(let name, let parameters):
      parameters.isEmpty
        ? name : "\(name)(\(parameters.map(\.description).joined(separator: ", ")))"
    }
  }

  /// For messages: as short as can be, parameters that say nothing left out.
  var wording: String {
    switch self {
    case .null: "null"
    case .list(let element): element.isUnknown ? "list" : "list(\(element.wording))"
    case .map(let key, let value):
      key.isUnknown && value.isUnknown ? "map" : "map(\(key.wording), \(value.wording))"
    case .record: "map"
    case .optional(let wrapped):
      wrapped.isUnknown ? "optional" : "optional(\(wrapped.wording))"
    case .type: "type"
    case .nullable(let type): type.wording
    case .union(let types): types.map(\.wording).joined(separator: " | ")
    case .named: isParameter ? "dyn" : description
    case .dyn, .free, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration:
      description
    }
  }

  /// A signature's letter.
  var isParameter: Bool {
    if case .named(let name, let parameters) = self, parameters.isEmpty, name.utf8.count == 1 {
      true
    } else {
      false
    }
  }

  /// Whether it says nothing of the value, or a signature takes any there.
  var isUnknown: Bool {
    switch self {
    case .dyn, .free: true
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .list, .map,
      .record, .optional, .type, .nullable, .named, .union:
      isParameter
    }
  }

  var heads: [ValueType] {
    if case .union(let types) = self { types.flatMap(\.heads) } else { [shallow ?? .any] }
  }

  /// The type of a value without what it is made of.
  var shallow: ValueType? {
    switch self {
    case .dyn, .free, .union: nil
    case .named: isParameter ? nil : .opaque
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .uint: .uint
    case .double: .double
    case .string: .string
    case .bytes: .bytes
    case .timestamp: .timestamp
    case .duration: .duration
    case .list: .list
    case .map, .record: .map
    case .optional: .optional
    case .type: .type
    case .nullable(let type): type.shallow
    }
  }
}
