extension StaticType {
  /// What a list is a list of.
  var element: StaticType? { if case .list(let element) = self { element } else { nil } }

  /// What an optional may hold.
  var optional: StaticType? { if case .optional(let wrapped) = self { wrapped } else { nil } }

  /// The type of what is not null.
  public var withoutNull: StaticType { if case .nullable(let type) = self { type } else { self } }

  var isNumber: Bool {
    switch self {
    case .int, .uint, .double: true
    case .dyn, .free, .null, .bool, .string, .bytes, .timestamp, .duration, .list, .map, .record,
      .optional, .type, .nullable, .named, .union:
      false
    }
  }

  /// Whether values of the type may be keys of maps.
  var canBeKey: Bool {
    switch self {
    case .bool, .int, .uint, .string: true
    case .dyn, .free, .null, .double, .bytes, .timestamp, .duration, .list, .map, .record,
      .optional, .type, .nullable, .named, .union:
      isUnknown
    }
  }

  /// Whether a value of one type may be equal to one of the other. Everything may be null.
  func canEqual(_ other: StaticType) -> Bool {
    let (left, right) = (withoutNull, other.withoutNull)
    if left.isUnknown || right.isUnknown || left == .null || right == .null { return true }
    if left.isNumber, right.isNumber { return true }
    switch (left, right) {
    case (.list(let a), .list(let b)): return a.canEqual(b)
    case (.optional, .optional), (.type, .type): return true
    case (.named(let a, _), .named(let b, _)): return a == b
    default:
      if left.keyAndValue != nil { return right.keyAndValue != nil }
      return left == right
    }
  }

  package var withArticle: String {
    switch self {
    case .dyn, .free: "anything"
    case .null, .bytes: wording
    case .int, .optional: "an \(wording)"
    case .bool, .uint, .double, .string, .timestamp, .duration, .list, .map, .record, .type,
      .nullable, .named, .union:
      "a \(wording)"
    }
  }

  /// The type, or `dyn` for parts of it that nest too deep or are too many, so that no chain of
  /// names makes a type that is larger than anyone would write.
  var trimmed: StaticType {
    var room = StaticType.most
    return isWithin(depth: StaticType.deepest, &room) ? self : .dyn
  }

  private static let deepest = 32
  private static let most = 2_000

  private func isWithin(depth: Int, _ room: inout Int) -> Bool {
    room -= 1
    guard depth > 0, room >= 0 else { return false }
    switch self {
    case .list(let type), .optional(let type), .type(let type), .nullable(let type):
      return type.isWithin(depth: depth - 1, &room)
    case .map(let key, let value):
      return key.isWithin(depth: depth - 1, &room) && value.isWithin(depth: depth - 1, &room)
    case .record(let record):
      for property in record.properties
      where !property.type.isWithin(depth: depth - 1, &room) {
        return false
      }
      return true
    case .named(_, let types), .union(let types):
      for type in types where !type.isWithin(depth: depth - 1, &room) { return false }
      return true
    case .dyn, .free, .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration:
      return true
    }
  }
}
