/// A body and the case that sets it off.
public struct CaseBody: Sendable {
  public var name: Name
  public var steps: [Step]

  public init(name: Name, steps: [Step]) {
    self.name = name
    self.steps = steps
  }
}
