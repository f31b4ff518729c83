public import Values

/// JSON as Swift's literals write it: members in their order, without those that have no value.
extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral
{
  public init(dictionaryLiteral members: (String, JSON?)...) {
    self = .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  public init(arrayLiteral elements: JSON...) { self = .array(elements) }

  public init(stringLiteral text: String) { self = .string(text) }

  static func int(_ int: Int) -> JSON { .number(String(int)) }

  static func ints(_ ints: [Int]) -> JSON { .array(ints.map(JSON.int)) }

  static func texts(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }
}

extension Int {
  /// Nil for 0, so that a count of nothing is left out.
  var orNone: JSON? { self == 0 ? nil : .int(self) }
}

extension [JSON] {
  /// Nil where there are none, so that they are left out.
  var orNone: JSON? { isEmpty ? nil : .array(self) }
}
