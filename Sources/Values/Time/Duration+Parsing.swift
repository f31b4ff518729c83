extension Duration {
  /// Reads `1h30m`, `-1.5h`, `300ms`: a sign, then numbers with units, `h m s ms us µs ns`, in any
  /// order and number; or a bare `0`. Nil for anything else, and beyond what a duration holds.
  public init?(_ text: String) {
    var rest = Substring(text).utf8[...]
    var isNegative = false
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      rest = rest.dropFirst()
    }
    if rest.elementsEqual("0".utf8) {
      self.init(nanoseconds: 0)
      return
    }
    guard !rest.isEmpty else { return nil }
    var total: UInt64 = 0
    while !rest.isEmpty {
      guard let part = Duration.part(&rest) else { return nil }
      let (sum, overflow) = total.addingReportingOverflow(part)
      guard !overflow else { return nil }
      total = sum
    }
    if isNegative, total == Int64.min.magnitude {
      self.init(nanoseconds: .min)
    } else if let nanoseconds = Int64(exactly: total) {
      self.init(nanoseconds: isNegative ? -nanoseconds : nanoseconds)
    } else {
      return nil
    }
  }

  /// Reads real time: a duration such as `5s`, or a bare number, which is seconds. Nil for anything
  /// else.
  public init?(realTime text: String) {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
    self.init(isNumber ? text + "s" : text)
  }

  /// Whether a text is no duration only because that would be longer than any can be, by what reads one:
  /// whether it is one with 1 in the place of each number.
  public static func isTooLong(_ text: String, _ read: (String) -> Duration?) -> Bool {
    var ones = ""
    for scalar in text.unicodeScalars {
      if !("0"..."9").contains(scalar) {
        ones.unicodeScalars.append(scalar)
      } else if ones.last != "1" {
        ones.append("1")
      }
    }
    return read(text) == nil && read(ones) != nil
  }

  /// How long a duration can be, in words.
  public static let longestWords = "a duration is at most 2562047h47m16s, which is 292 years"

  /// One number with its unit, in nanoseconds; what is finer is cut off.
  private static func part(_ rest: inout Substring.UTF8View) -> UInt64? {
    let digits = rest.prefix { (48...57).contains($0) }
    rest = rest[digits.endIndex...]
    var fraction = rest[rest.startIndex..<rest.startIndex]
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      fraction = rest.prefix { (48...57).contains($0) }
      rest = rest[fraction.endIndex...]
    }
    guard !digits.isEmpty || !fraction.isEmpty, let unit = unit(&rest) else { return nil }
    var whole: UInt64 = 0
    for digit in digits {
      let (product, overflow) = whole.multipliedReportingOverflow(by: 10)
      let (sum, overflowToo) = product.addingReportingOverflow(UInt64(digit) - 48)
      guard !overflow, !overflowToo else { return nil }
      whole = sum
    }
    let (nanoseconds, overflow) = whole.multipliedReportingOverflow(by: unit)
    // Of an hour the digits behind the eighteenth are not a hundred-thousandth of a nanosecond.
    var (numerator, denominator): (UInt64, UInt64) = (0, 1)
    for digit in fraction.prefix(18) {
      numerator = numerator * 10 + UInt64(digit) - 48
      denominator *= 10
    }
    let product = numerator.multipliedFullWidth(by: unit)
    let part = denominator.dividingFullWidth(product).quotient
    let (sum, overflowToo) = nanoseconds.addingReportingOverflow(part)
    return overflow || overflowToo ? nil : sum
  }

  private static func unit(_ rest: inout Substring.UTF8View) -> UInt64? {
    let name = rest.prefix { !(48...57).contains($0) && $0 != UInt8(ascii: ".") }
    rest = rest[name.endIndex...]
    switch Substring(name) {
    case "h": return 3_600_000_000_000
    case "m": return 60_000_000_000
    case "s": return 1_000_000_000
    case "ms": return 1_000_000
    case "us", "\u{b5}s", "\u{3bc}s": return 1_000
    case "ns": return 1
    default: return nil
    }
  }
}
