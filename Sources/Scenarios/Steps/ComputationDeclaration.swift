/// A computation: run for its effect, again after anything it read has changed.
public final class ComputationDeclaration: Sendable {
  public enum Body: Sendable {
    /// Emits the formula's value.
    case formula(Formula)
    case steps([Step])
  }

  public let name: Name
  /// Among all computations of the file, those of autoruns too.
  public let number: Int
  public let runsAtStart: Bool
  public let body: Body
  /// Steps that run instead of a report when a re-run fails; `error` is bound. Nil: reported.
  public let onError: [Step]?

  public init(
    name: Name, number: Int, runsAtStart: Bool = true, body: Body, onError: [Step]? = nil
  ) {
    self.name = name
    self.number = number
    self.runsAtStart = runsAtStart
    self.body = body
    self.onError = onError
  }
}
