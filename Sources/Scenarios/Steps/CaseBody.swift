public import Values

/// A body and the case that sets it off.
public struct CaseBody: Sendable {
  public var name: Name
  public var steps: [Step]
  public var span: SourceSpan

  public init(name: Name, steps: [Step], span: SourceSpan) {
    self.name = name
    self.steps = steps
    self.span = span
  }
}
