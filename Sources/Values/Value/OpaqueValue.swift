/// What a value is made of whose type a library of functions brings along, such as an address of a
/// network. Formulas know it by those functions, by `==`, `type(x)` and `string(x)`.
public protocol OpaqueContent: Equatable, Sendable {
  /// The type's name as `type(x)` prints it: `net.IP`.
  static var typeName: String { get }
  /// The function of formulas that makes the value of its text: `ip`.
  static var maker: String { get }
  /// What `string(x)` gives. Equal contents have equal texts.
  var text: String { get }
  /// The content whose text this is; nil where it is none's.
  init?(reading text: String)
  /// How large the value is, where it can be large.
  var measure: Measure { get }
}

extension OpaqueContent {
  /// That of a scalar, whatever it is made of.
  public var measure: Measure { Measure() }

  fileprivate func equals(_ other: any OpaqueContent) -> Bool { (other as? Self) == self }
}

/// A content in its box, to be a `Value`.
public final class OpaqueValue: Sendable {
  /// What it stands for.
  public let content: any OpaqueContent

  /// A value that only its maker can look into.
  public init(_ content: any OpaqueContent) { self.content = content }

  /// What its type is called in messages.
  public var typeName: String { type(of: content).typeName }
  /// Who makes values of its type, for messages.
  public var maker: String { type(of: content).maker }
  /// How it is printed.
  public var text: String { content.text }

  /// Whether both stand for the same, as their content says.
  public func isEqual(to other: OpaqueValue) -> Bool { content.equals(other.content) }
}
