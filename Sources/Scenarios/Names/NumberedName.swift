public import Values

/// A name as it is written somewhere, and the number of what it stands for: of a part among those of
/// its kind, of an action among those of its reactor, of a local in its frame.
public struct NumberedName: Sendable, Hashable {
  public var name: Name
  public var number: Int

  public init(_ name: Name, _ number: Int) {
    self.name = name
    self.number = number
  }

  public var text: String { name.text }
  public var span: SourceSpan { name.span }
}
