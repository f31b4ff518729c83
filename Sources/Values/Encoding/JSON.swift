/// A JSON text as it was written: numbers are kept as text, members in their order.
public indirect enum JSON: Sendable {
  /// The literal `null`.
  case null
  /// The literal `true` or `false`.
  case bool(Bool)
  /// By JSON's grammar, unread.
  case number(String)
  /// A text, its escapes read.
  case string(String)
  /// What stands in brackets, in order.
  case array([JSON])
  /// What stands in braces, in the order of the text.
  case object([Member])

  /// A name and what stands behind it.
  public struct Member: Sendable {
    /// The name, its escapes read.
    public let name: String
    /// What stands behind the name.
    public let value: JSON

    /// A member of a name and what stands behind it.
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
  /// What is wrong: one line without an end mark.
  public let message: String

  /// - Parameters:
  ///   - message: what is wrong, one line without an end mark.
  ///   - offset: in UTF-8 bytes; nil where it is not about a place in the text.
  public init(_ message: String, at offset: Int? = nil) {
    self.offset = offset
    self.message = message
  }
}
