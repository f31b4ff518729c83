internal import Values

/// Why a function has no answer: an `EvaluationError` that does not know its place yet.
public struct Fault: Error, Sendable {
  let kind: EvaluationError.Kind
  let message: String
  let help: [String]
}
public struct Meter: Sendable { var remaining: Int }
public final class EvaluationError: Error, Sendable { public enum Kind: Sendable { case x } }
