/// Doubles as text, in the layout of ECMAScript: the shortest digits that read back as the same
/// number, plain up to 1e21, `1` without `.0`; `NaN`, `Infinity`, `-Infinity`.
public enum DoubleText {
  /// What `string(x)` gives.
  public static func plain(_ double: Double) -> String {
    if double.isNaN { return "NaN" }
    if double.isInfinite { return double < 0 ? "-Infinity" : "Infinity" }
    if double == 0 { return double.sign == .minus ? "-0" : "0" }
    var (digits, exponent) = shortest(double.magnitude)
    // The number is 0.DIGITS times ten to the exponent.
    var text = double < 0 ? "-" : ""
    let count = digits.count
    if exponent > 21 || exponent <= -6 {
      text += digits.removeFirst().description
      if !digits.isEmpty { text += "." + digits }
      return text + "e" + (exponent > 0 ? "+" : "-") + String(abs(exponent - 1))
    }
    if exponent <= 0 { return text + "0." + String(repeating: "0", count: -exponent) + digits }
    if exponent >= count { return text + digits + String(repeating: "0", count: exponent - count) }
    let point = digits.index(digits.startIndex, offsetBy: exponent)
    return text + digits[..<point] + "." + digits[point...]
  }

  /// As a formula writes it, so that it cannot be taken for an int: `1.0`, `1e+21`, `NaN`.
  public static func literal(_ double: Double) -> String {
    let text = plain(double)
    return text.utf8.allSatisfy { (48...57).contains($0) || $0 == 45 } ? text + ".0" : text
  }

  /// The digits without leading or trailing zeros, and the decimal exponent of `0.DIGITS`.
  private static func shortest(_ magnitude: Double) -> (digits: String, exponent: Int) {
    let text = magnitude.description
    var digits = ""
    var exponent = 0
    var sawPoint = false
    var rest = Substring(text)
    if let e = text.firstIndex(of: "e") {
      exponent = Int(text[text.index(after: e)...].drop { $0 == "+" }) ?? 0
      rest = text[..<e]
    }
    for character in rest {
      if character == "." {
        sawPoint = true
      } else {
        digits.append(character)
        if !sawPoint { exponent += 1 }
      }
    }
    while digits.first == "0" {
      digits.removeFirst()
      exponent -= 1
    }
    while digits.last == "0" { digits.removeLast() }
    return (digits, exponent)
  }
}
