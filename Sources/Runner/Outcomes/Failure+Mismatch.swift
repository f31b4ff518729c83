import Scenarios
import Values

extension Failure {
  /// A value that differs: where, what was expected and what is there.
  init(
    _ mismatch: Mismatch, _ subject: String, expected: Value?, actual: Value, at span: SourceSpan
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
    details.append(Detail("actual", actual.told))
    if let want = mismatch.expected, let have = mismatch.actual {
      help = Failure.cure(want, have).map { [$0] } ?? []
    }
  }

  /// What to write where a number and a text that spells it were compared, or two texts that look alike.
  private static func cure(_ expected: Value, _ actual: Value) -> String? {
    switch (expected, actual) {
    case (.string(let text), .int), (.string(let text), .uint), (.string(let text), .double):
      guard actual.plainText == text || Double(text) != nil else { return nil }
      return "the value is a number and the expectation is a text: write \(text) without quotes"
    case (.int, .string(let text)), (.uint, .string(let text)), (.double, .string(let text)):
      guard expected.plainText == text || Double(text) != nil else { return nil }
      return "the value is a text and the expectation is a number: write \"\(text)\" in quotes"
    case (.string("true"), .bool), (.string("false"), .bool), (.string("null"), .null):
      return "the expectation is a text: write \(expected.plainText) without quotes"
    case (.bool(let bool), .string(let text)) where text == "\(bool)":
      return "the value is a text: write \"\(text)\" in quotes"
    case (.string(let want), .string(let have)): return cure(want, have)
    default: return nil
    }
  }

  /// How two texts differ that differ only in how Unicode composes their characters, so that they look
  /// alike: Swift finds those equal.
  private static func cure(_ expected: String, _ actual: String) -> String? {
    guard expected == actual,
      let (place, (want, have)) = zip(expected, actual).enumerated().first(where: {
        !$1.0.unicodeScalars.elementsEqual($1.1.unicodeScalars)
      })
    else { return nil }
    return
      "they look alike, but character \(place + 1) is \(codePoints(of: want)) in the expectation and "
      + "\(codePoints(of: have)) in the value: write \"\(escapes(of: have))\" for it, in double quotes"
  }

  private static func codePoints(of character: Character) -> String {
    character.unicodeScalars.map { "U+\(hex($0, digits: 4))" }.joined(separator: " ")
  }

  /// As YAML reads them between double quotes.
  private static func escapes(of character: Character) -> String {
    character.unicodeScalars.map { scalar in
      if scalar.isASCII { return String(scalar) }
      return scalar.value > 0xffff ? "\\U\(hex(scalar, digits: 8))" : "\\u\(hex(scalar, digits: 4))"
    }.joined()
  }

  private static func hex(_ scalar: Unicode.Scalar, digits: Int) -> String {
    let text = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
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
