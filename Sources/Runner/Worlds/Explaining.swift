import CEL
import Scenarios
import Values

/// Evaluates a formula that must be true, and explains where it is not.
enum Explaining {
  /// A formula with more parts than these is not read part by part.
  private static let mostParts = 40

  /// Nil where the formula is true. `message` is told the verdict: `is false`, `failed: …`;
  /// `refusal` takes its place where the formula is false.
  static func failure(
    _ formula: Formula, in frame: Frame, kind: Failure.Category, _ code: ProblemCode,
    refusal: String? = nil, remembering memory: FormulaMemory? = nil, message: (String) -> String
  ) -> Failure? {
    let world = frame.world
    do {
      let value = try world.evaluate(formula, in: frame, remembering: memory)
      if case .bool(true) = value { return nil }
      var isFalse = false
      if case .bool(false) = value { isFalse = true }
      var failure = Failure(
        kind, isFalse ? code : .notABool,
        isFalse
          ? refusal ?? message("is false")
          : message("gave \(value.brief), which is not true or false"),
        at: formula.span)
      let explanation = explanation(of: formula, in: frame)
      failure.parts = parts(of: explanation)
      failure.help += explanation.unequal.compactMap(lookAlikes).prefix(1)
      return failure
    } catch {
      var failure = Failure(
        kind, error.code, message("failed: \(error.text)"), at: error.span ?? formula.span,
        help: error.help)
      failure.parts = error.parts
      return failure
    }
  }

  /// The value of every part but literals and the whole, in the order of the text. Parts that
  /// failed are left out, because the failure itself is told; what stands twice is shown once.
  static func parts(of formula: Formula, in frame: Frame) -> [Failure.Part] {
    parts(of: explanation(of: formula, in: frame))
  }

  private static func explanation(of formula: Formula, in frame: Frame) -> Explanation {
    var budget = Budget(WorkLimits.evaluation)
    return formula.program.explain(frame, budget: &budget)
  }

  /// What is told of a comparison of texts, or of maps with keys, that look alike and are not equal.
  private static func lookAlikes(_ comparison: Explanation.Comparison) -> String? {
    var others = comparison.isMembership ? [] : [comparison.right]
    if comparison.isMembership, case .list(let list) = comparison.right {
      others = Array(list.elements.prefix(1_000))
    }
    if comparison.isMembership, case .map(let map) = comparison.right {
      others = Array(map.keys.prefix(1_000))
    }
    for right in others {
      guard let (difference, isKey) = LookAlike.first(comparison.left, right) else { continue }
      return
        "in `\(comparison.text)` \(isKey ? "two keys" : "two texts") look alike, but character "
        + "\(difference.place) is \(difference.wanted) on the left and \(difference.found) on the right"
    }
    return nil
  }

  private static func parts(of explanation: Explanation) -> [Failure.Part] {
    let whole = explanation.parts.map(\.range.count).max() ?? 0
    var parts: [Failure.Part] = []
    for part in explanation.parts where part.range.count < whole && parts.count < mostParts {
      guard case .value(let value) = part.outcome else { continue }
      let shown = Failure.Part(text: part.text, value: value.beginning(2_000))
      if !parts.contains(shown) { parts.append(shown) }
    }
    return parts
  }
}
