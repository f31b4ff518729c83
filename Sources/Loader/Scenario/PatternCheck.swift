import CEL
import Values

/// Asks the formula library whether a text is a regular expression.
final class PatternCheck: Scope, Activation {
  private let pattern: String

  private init(_ pattern: String) { self.pattern = pattern }

  func slot(for name: String) -> Int? { name == "pattern" ? 0 : nil }

  func resolve(slot: Int, path: [String]) -> Resolution { .value(.string(pattern)) }

  /// Why the text is none; nil where it is one.
  static func refusal(of pattern: String) -> String? {
    guard let expression = try? Expression.parse("''.matches(pattern)") else { return nil }
    let check = PatternCheck(pattern)
    switch expression.plan(in: check).evaluate(check) {
    case .value: return nil
    case .error(let error): return error.message
    }
  }
}
