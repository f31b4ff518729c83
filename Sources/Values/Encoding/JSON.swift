/// A JSON text as it was written: numbers are kept as text, members in their order.
public indirect enum JSON: Sendable {
  case null
  case bool(Bool)
  /// By JSON's grammar, unread.
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  public struct Member: Sendable {
    public let name: String
    public let value: JSON

    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// The member of that name; nil for any other JSON.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { Text.same($0.name, name) }?.value
  }
}

/// Why a text is no JSON, or not the JSON that was asked for.
public struct JSONError: Error, Sendable, Hashable {
  /// In UTF-8 bytes; nil where it is not about a place in the text.
  public let offset: Int?
  public let message: String

  public init(_ message: String, at offset: Int? = nil) {
    self.offset = offset
    self.message = message
  }
}
