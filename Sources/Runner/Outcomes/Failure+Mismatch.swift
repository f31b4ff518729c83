import Scenarios
import Values

extension Failure {
  /// A value that differs: where, what was expected and what is there, each nil where it is not to be shown. `written`
  /// tells how a file has a value.
  init(
    _ mismatch: Mismatch, _ subject: String, expected: Value?, actual: Value?, at span: SourceSpan,
    written: (Value) -> String
  ) {
    let place = subject + mismatch.path
    let message: String
    switch (mismatch.expected, mismatch.actual) {
    case (let want?, let have?): message = "\(place): expected \(want.brief), got \(have.brief)"
    case (let want?, nil): message = "\(place): expected \(want.brief), got nothing"
    case (nil, let have?): message = "\(place): expected nothing, got \(have.brief)"
    case (nil, nil): message = "\(place) differs"
    }
    self.init(.outcome, message, at: span)
    if let expected { details.append(Detail("expected", expected.told)) }
    if let actual { details.append(Detail("actual", actual.told)) }
    if let want = mismatch.expected, let have = mismatch.actual {
      help = Failure.cure(want, have, written).map { [$0] } ?? []
    } else if let expected, let actual {
      help = Failure.cureOfLookAlikes(expected, actual).map { [$0] } ?? []
    }
  }

  /// What to write where a number and a text that spells it were compared, or two texts that look alike.
  private static func cure(
    _ expected: Value, _ actual: Value, _ written: (Value) -> String
  ) -> String? {
    switch (expected, actual) {
    case (.string(let text), .int), (.string(let text), .uint), (.string(let text), .double):
      guard text.spells(actual) else { return nil }
      let cure = written(actual)
      return "the value is a number and the expectation is a text: write \(cure)"
        + (Text.same(cure, text) ? " without quotes" : "")
    case (.int, .string(let text)), (.uint, .string(let text)), (.double, .string(let text)):
      guard text.spells(expected) else { return nil }
      return "the value is a text and the expectation is a number: write \"\(text)\" in quotes"
    case (.string(let text), .bool) where Text.same(text, "true") || Text.same(text, "false"),
      (.string(let text), .null) where Text.same(text, "null"):
      return "the expectation is a text: write \(expected.plainText) without quotes"
    case (.bool(let bool), .string(let text)) where Text.same(text, "\(bool)"):
      return "the value is a text: write \"\(text)\" in quotes"
    default: return cureOfLookAlikes(expected, actual)
    }
  }

  /// What to write where two values differ by texts, or keys of maps, that look alike.
  private static func cureOfLookAlikes(_ expected: Value, _ actual: Value) -> String? {
    guard let (difference, isKey) = LookAlike.first(expected, actual) else { return nil }
    return isKey ? cure(key: difference) : cure(text: difference)
  }

  private static func cure(text difference: LookAlike) -> String {
    "they look alike, but character \(difference.place) is \(difference.wanted) in the expectation and "
      + "\(difference.found) in the value: write \"\(difference.escapes)\" for it, in double quotes"
  }

  /// The same where no key is as expected, and one looks so.
  static func cure(key difference: LookAlike) -> String {
    "a key looks alike, but its character \(difference.place) is \(difference.wanted) in the expectation and "
      + "\(difference.found) in the value: write \"\(difference.escapes)\" for it, in double quotes"
  }
}

extension Value {
  /// The value for the details of a failure: all of it, unless it is so long that nobody reads it.
  var told: String { beginning(1 << 14) }

  /// The value in at most some sixty characters, for the line that says what is wrong.
  var brief: String {
    let text = beginning(400)
    guard text.unicodeScalars.count > 64 else { return text }
    var start = String.UnicodeScalarView()
    start.append(contentsOf: text.unicodeScalars.prefix(60))
    return String(start) + " …"
  }
}

extension String {
  /// Whether it says the number, in the notation of a file, of a formula or of another language.
  fileprivate func spells(_ number: Value) -> Bool {
    if Text.same(self, number.plainText) || Text.same(self, number.description) { return true }
    guard utf8.count <= 400, let read = Double(self) else { return false }
    if case .double(let double) = number, double.isNaN { return read.isNaN }
    return number.isEqual(to: .double(read))
  }
}
