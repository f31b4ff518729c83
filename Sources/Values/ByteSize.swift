/// Sizes of memory as people write them: `64MB`, in units of 1024.
public enum ByteSize {
  private static let units: [(name: String, bytes: Int)] = [
    ("GB", 1 << 30), ("MB", 1 << 20), ("kB", 1 << 10),
  ]

  /// Reads a whole number of at most six digits with a unit, `kB`, `MB` or `GB`; nil for anything else.
  public static func bytes(_ text: String) -> Int? {
    guard let unit = units.first(where: { text.hasSuffix($0.name) }) else { return nil }
    let digits = text.dropLast(unit.name.count)
    guard !digits.isEmpty, digits.utf8.count <= 6, digits.utf8.allSatisfy({ $0 &- 48 < 10 }),
      let number = Int(digits)
    else { return nil }
    return number * unit.bytes
  }

  /// The size in the largest unit that gives a whole number.
  public static func text(_ bytes: Int) -> String {
    guard let unit = units.first(where: { bytes % $0.bytes == 0 && bytes > 0 }) else {
      return "\(bytes) bytes"
    }
    return "\(bytes / unit.bytes)\(unit.name)"
  }
}
