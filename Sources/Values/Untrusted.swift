/// A text that a file, a person or another program wrote: a name, a note, an error's words.
///
/// Invariant: it cannot be printed by mistake. Put into another text it shows as `SafeText.shown`
/// gives it, in one line and without anything that a terminal or a log would obey; only who asks
/// for `raw` gets it as it was written, to compare it, or for a format that escapes by itself.
public struct Untrusted: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The text as it came, not to be printed.
  public let raw: String

  /// Marks a text as foreign.
  @inlinable
  public init(_ raw: String) { self.raw = raw }

  /// A literal, for tests and tables.
  @inlinable
  public init(stringLiteral raw: String) { self.raw = raw }

  /// Whether both are the same code points.
  public static func == (left: Untrusted, right: Untrusted) -> Bool {
    Text.same(left.raw, right.raw)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(Text.hash(raw)) }
}

extension Untrusted: CustomStringConvertible, CustomDebugStringConvertible {
  /// Safe to print, in one line.
  public var description: String { SafeText.shown(raw) }

  public var debugDescription: String { description }
}
