import Values

/// A value as a formula gives it back: what is written where YAML has no literal for it.
enum FormulaText {
  /// `= b"\xff"`, `= {1: "a"}`.
  static func formula(_ value: Value) -> String { "= " + text(value) }

  /// The formula as a value of a file: bare where YAML reads that to its end, be it in brackets.
  static func yaml(_ formula: String) -> String {
    let isBare = formula.unicodeScalars.allSatisfy {
      ScalarText.isVerbatim($0) && !",[]{}:#".unicodeScalars.contains($0)
    }
    return isBare ? formula : FormulaQuoting.quote(formula)
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .null, .bool, .int, .uint, .bytes, .timestamp, .duration, .type: value.description
    case .double(let double):
      double.isFinite
        ? DoubleText.literal(double) : "double(\"\(DoubleText.plain(double))\")"
    case .string(let string): literal(string)
    case .list(let list): "[" + list.elements.map(text).joined(separator: ", ") + "]"
    case .map(let map):
      "{" + zip(map.keys, map.values).map { "\(text($0)): \(text($1))" }.joined(separator: ", ")
        + "}"
    case .optional(let optional):
      optional.wrapped.map { "optional.of(\(text($0)))" } ?? "optional.none()"
    case .opaque(let opaque): "\(opaque.maker)(\(literal(opaque.text)))"
    }
  }

  private static func literal(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default:
        if ScalarText.isVerbatim(scalar) {
          text.unicodeScalars.append(scalar)
        } else {
          let code = String(scalar.value, radix: 16)
          let isShort = scalar.value <= 0xffff
          text += isShort ? "\\u" : "\\U"
          text += String(repeating: "0", count: (isShort ? 4 : 8) - code.count) + code
        }
      }
    }
    return text + "\""
  }
}
