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
  public var measure: Measure { Measure() }

  fileprivate func equals(_ other: any OpaqueContent) -> Bool { (other as? Self) == self }
}

/// A content in its box, to be a `Value`.
public final class OpaqueValue: Sendable {
  public let content: any OpaqueContent

  public init(_ content: any OpaqueContent) { self.content = content }

  public var typeName: String { type(of: content).typeName }
  public var maker: String { type(of: content).maker }
  public var text: String { content.text }

  public func isEqual(to other: OpaqueValue) -> Bool { content.equals(other.content) }
}
