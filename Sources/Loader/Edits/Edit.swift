/// Bytes of a file and what takes their place.
public struct Edit: Sendable, Hashable {
  /// Empty where something is put between two bytes.
  public var range: Range<Int>
  public var replacement: [UInt8]

  public init(_ range: Range<Int>, _ replacement: some Sequence<UInt8>) {
    self.range = range
    self.replacement = Array(replacement)
  }

  init(_ range: Range<Int>, _ text: String) { self.init(range, text.utf8) }

  /// Makes the edits, which must not overlap, in any order. Every other byte stays.
  public static func apply(_ edits: [Edit], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for edit in sorted(edits) {
      precondition(edit.range.lowerBound >= position, "edits overlap")
      result += bytes[position..<edit.range.lowerBound] + edit.replacement
      position = edit.range.upperBound
    }
    return result + bytes[position...]
  }

  static func sorted(_ edits: [Edit]) -> [Edit] { order(edits).map { edits[$0] } }

  /// The numbers of the edits by place; what is put in at a place stands before what is taken out
  /// there.
  public static func order(_ edits: [Edit]) -> [Int] {
    edits.indices.sorted { one, two in
      let (a, b) = (edits[one].range, edits[two].range)
      if a.lowerBound != b.lowerBound { return a.lowerBound < b.lowerBound }
      if a.upperBound != b.upperBound { return a.upperBound < b.upperBound }
      return one < two
    }
  }
}
