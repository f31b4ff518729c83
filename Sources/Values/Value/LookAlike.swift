/// How two texts differ that differ only in how Unicode composes a character, so that they look alike:
/// Swift finds those equal, and formulas and outcomes do not.
public struct LookAlike: Sendable {
  /// The number of the first character that differs, counted from 1.
  public let place: Int
  /// Its code points in the one text: `U+0065 U+0301`.
  public let wanted: String
  /// The code points of that character in the other text.
  public let found: String
  /// The character of the other text, as formulas and YAML read it between double quotes.
  public let escapes: String

  /// So many texts or values are held against each other.
  public static let most = 10_000

  /// A character of more code points is looked at no closer: to compose one takes the square of its length.
  private static let longest = 100

  /// Nil where they are the same, or differ in more than that.
  public init?(_ wanted: String, _ found: String) {
    var (wants, haves) = (wanted.makeIterator(), found.makeIterator())
    var first: (place: Int, want: Character, have: Character)?
    var place = 0
    while true {
      let (want, have) = (wants.next(), haves.next())
      guard let want, let have else {
        if want == nil, have == nil { break }
        return nil
      }
      place += 1
      if want.unicodeScalars.elementsEqual(have.unicodeScalars) { continue }
      guard [want, have].allSatisfy({ $0.unicodeScalars.count <= LookAlike.longest }), want == have
      else { return nil }
      if first == nil { first = (place, want, have) }
    }
    guard let (place, want, have) = first else { return nil }
    self.place = place
    self.wanted = LookAlike.codePoints(of: want)
    self.found = LookAlike.codePoints(of: have)
    escapes = LookAlike.escapes(of: have)
  }

  /// A key of the map that looks like that one, and is another.
  /// - Parameters:
  ///   - key: what is looked for.
  ///   - map: whose keys are held against it, in their order.
  ///   - left: how many more comparisons may be made; those that are made are taken from it.
  public init?(_ key: String, among map: Map, _ left: inout Int) {
    for other in map.keys {
      left -= 1
      if left < 0 { return nil }
      if case .string(let text) = other, let found = LookAlike(key, text) {
        self = found
        return
      }
    }
    return nil
  }

  /// The first two texts, or keys of maps, that look alike at one place in both values.
  public static func first(
    _ wanted: Value, _ found: Value
  ) -> (difference: LookAlike, isKey: Bool)? {
    var left = most
    return first(wanted, found, &left)
  }

  private static func first(
    _ wanted: Value, _ found: Value, _ left: inout Int
  ) -> (difference: LookAlike, isKey: Bool)? {
    left -= 1
    if left < 0 { return nil }
    switch (wanted, found) {
    case (.string(let want), .string(let have)):
      return LookAlike(want, have).map { ($0, false) }
    case (.list(let want), .list(let have)):
      for (want, have) in zip(want.elements, have.elements) {
        if let difference = first(want, have, &left) { return difference }
      }
    case (.map(let want), .map(let have)):
      for (key, value) in zip(want.keys, want.values) {
        if let other = have[key] {
          if let difference = first(value, other, &left) { return difference }
        } else if case .string(let text) = key, let found = LookAlike(text, among: have, &left) {
          return (found, true)
        }
        if left < 0 { return nil }
      }
    default: break
    }
    return nil
  }

  private static func codePoints(of character: Character) -> String {
    character.unicodeScalars.map { "U+\(hex($0, digits: 4))" }.joined(separator: " ")
  }

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
