import CEL
import Scenarios
import Values

/// Why an event, a body or a formula failed: what `fails` and `reports` look at.
final class RunError: Error, Sendable, CustomStringConvertible {
  enum Severity: Sendable {
    /// The model's own failure; outcomes may expect it.
    case failure
    /// A limit that keeps the tool alive was reached; nothing can expect it.
    case budget
  }

  let code: ProblemCode
  let kind: Severity
  /// The whole story in one line: `computation label: division by zero`.
  let text: String
  /// What `error` is bound to: the text, or the value given to `fail`.
  let value: Value
  /// The formula or step that failed.
  let span: SourceSpan?
  let help: [String]
  /// Whether the text already says which part of the model it is about.
  let isForeign: Bool
  /// Whether a limit of values or formulas was reached, which nobody writes on purpose.
  let isLimit: Bool
  /// Whether a formula failed, rather than what was done with its value.
  let isFormula: Bool
  /// Whether it is reported of a message that was told and on which nobody will work.
  let isDeadLetter: Bool
  /// What the parts of the failed formula gave, where that is known.
  let parts: [Failure.Part]
  /// Other places that have to do with it, in order.
  let places: [Failure.Place]

  var description: String { text }

  init(
    _ code: ProblemCode, _ text: String, kind: Severity = .failure, value: Value? = nil,
    at span: SourceSpan?,
    help: [String] = [], isForeign: Bool = false, isLimit: Bool = false, isFormula: Bool = false,
    isDeadLetter: Bool = false, parts: [Failure.Part] = [], places: [Failure.Place] = []
  ) {
    self.code = code
    self.isFormula = isFormula
    self.isDeadLetter = isDeadLetter
    self.places = places
    self.parts = parts
    self.isLimit = isLimit
    self.text = text
    self.isForeign = isForeign
    self.kind = kind
    self.value = value ?? .string(text)
    self.span = span
    self.help = help
  }

  /// A formula's error at its place in the file.
  convenience init(
    _ error: EvaluationError, in formula: Formula, parts: [Failure.Part] = []
  ) {
    if let cause = error.hostError as? RunError {
      self.init(
        cause.code, cause.text, kind: cause.kind, value: cause.value,
        at: cause.span ?? formula.place.span(of: error.range), help: cause.help, isForeign: true,
        isLimit: cause.isLimit, isFormula: true, parts: cause.parts)
      return
    }
    self.init(
      ProblemCode(error.kind), error.message, at: formula.place.span(of: error.range),
      help: error.help,
      isLimit: RunError.isLimit(error), isFormula: true, parts: parts)
  }

  /// What was thrown, as a text: without the part of the model that it comes from.
  var thrown: String { if case .string(let thrown) = value { thrown } else { text } }

  /// Whether a formula reached a limit, itself or through what it reads.
  static func isLimit(_ error: EvaluationError) -> Bool {
    if let cause = error.hostError as? RunError { return cause.isLimit }
    return [.cost, .valueLimit, .depth].contains(error.kind)
  }

  /// The same error, said of a part of the model: `label: …`. What was thrown stays what it is.
  func about(_ subject: String) -> RunError {
    RunError(
      code, "\(subject): \(text)", kind: kind,
      value: value, at: span, help: help, isForeign: isForeign,
      isLimit: isLimit, isFormula: isFormula, isDeadLetter: isDeadLetter, parts: parts,
      places: places)
  }

  /// The same, where it does not begin with what it is about.
  func naming(_ subject: String) -> RunError { text.hasPrefix(subject) ? self : about(subject) }

  /// What it says where the part of the model is named already.
  func text(in subject: String) -> String {
    let own = "\(subject): "
    return text.hasPrefix(own) ? String(text.dropFirst(own.count)) : text
  }

  /// The same error at the step that failed, where it has no place of its own.
  func placed(at step: SourceSpan) -> RunError {
    if span != nil { return self }
    return RunError(
      code, text, kind: kind, value: value, at: step, help: help, isForeign: isForeign,
      isLimit: isLimit, isFormula: isFormula, isDeadLetter: isDeadLetter, parts: parts,
      places: places)
  }
}
