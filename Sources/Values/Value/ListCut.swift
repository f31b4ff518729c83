/// How a list that was made at once is cut into pieces, so that the pieces of its version before are met again wherever
/// they stand now: behind an element that was taken out or put in, too.
///
/// A piece is looked for by its first element, at each place that no piece covers. So it takes a look at each element,
/// and at those of a piece once more where it seems to be met. What lies between the pieces that are met is cut anew;
/// where that is little, with the piece beside it, so that a list of which much is taken out does not end in crumbs.
struct ListCut {
  struct Part {
    let range: Range<Int>
    /// The earlier piece that it is.
    let known: Int?
  }

  private(set) var parts: [Part] = []
  private let elements: ArraySlice<Value>
  private let known: [ArraySlice<Value>]
  /// Of the first elements of pieces the first piece that may still come; made once it is needed.
  private var firsts: [Identity: Int]?
  /// Of each piece the next one that begins in the same way.
  private var following: [Int?] = []

  init(_ elements: ArraySlice<Value>, like known: [ArraySlice<Value>]) {
    self.elements = elements
    self.known = known
    var place = elements.startIndex
    var start = place
    var next = 0
    while place < elements.endIndex {
      guard next < known.count, let piece = piece(at: place, from: next) else {
        place = next < known.count ? place + 1 : elements.endIndex
        continue
      }
      let end = place + known[piece].count
      if start == place || place - start + known[piece].count > ListCut.least {
        cut(start..<place)
        parts.append(Part(range: place..<end, known: piece))
        start = end
      }
      (place, next) = (end, piece + 1)
    }
    cut(start..<elements.endIndex)
  }

  /// Two pieces beside each other of which one is new hold more than that.
  private static let least = RopeNode.width / 2

  private mutating func cut(_ gap: Range<Int>) {
    if gap.isEmpty { return }
    var gap = gap
    if let last = parts.last, last.known != nil, last.range.count + gap.count <= ListCut.least {
      parts.removeLast()
      gap = last.range.lowerBound..<gap.upperBound
    }
    // An element more makes halves of a piece. What is new as a whole is cut as a list that has grown.
    let isSplit = gap.count <= 2 * RopeNode.width && gap.count < elements.count
    let width = isSplit && gap.count > RopeNode.width ? (gap.count + 1) / 2 : RopeNode.width
    for start in stride(from: gap.lowerBound, to: gap.upperBound, by: width) {
      parts.append(Part(range: start..<min(start + width, gap.upperBound), known: nil))
    }
  }

  /// The first piece from there on that stands at a place.
  private mutating func piece(at place: Int, from next: Int) -> Int? {
    if isMet(next, at: place) { return next }
    guard let identity = Identity(elements[place]), var piece = first(identity) else { return nil }
    while piece < next {
      guard let later = following[piece] else {
        firsts?[identity] = nil
        return nil
      }
      piece = later
    }
    firsts?[identity] = piece
    return isMet(piece, at: place) ? piece : nil
  }

  private func isMet(_ piece: Int, at place: Int) -> Bool {
    let end = place + known[piece].count
    return end <= elements.endIndex && elements[place..<end].areShared(with: known[piece])
  }

  private mutating func first(_ identity: Identity) -> Int? {
    if let firsts { return firsts[identity] }
    var found: [Identity: Int] = [:]
    following = Array(repeating: nil, count: known.count)
    for piece in known.indices.reversed() {
      guard let element = known[piece].first, let identity = Identity(element) else { continue }
      following[piece] = found[identity]
      found[identity] = piece
    }
    firsts = found
    return found[identity]
  }
}

/// What two elements have in common that are the same: never asked in an order that hangs on where things stand in memory.
private struct Identity: Hashable {
  private let kind: UInt8
  private let bits: UInt64

  /// Nil for what is seldom an element.
  init?(_ value: Value) {
    switch value {
    case .null: (kind, bits) = (0, 0)
    case .bool(let bool): (kind, bits) = (1, bool ? 1 : 0)
    case .int(let int): (kind, bits) = (2, UInt64(bitPattern: int))
    case .uint(let uint): (kind, bits) = (3, uint)
    case .double(let double): (kind, bits) = (4, double.bitPattern)
    case .string(let text):
      var hash = UInt64(text.utf8.count)
      for byte in text.utf8.prefix(32) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      (kind, bits) = (5, hash)
    case .list(let list): (kind, bits) = (6, Identity.place(of: list.storage))
    case .map(let map): (kind, bits) = (7, Identity.place(of: map.storage))
    case .timestamp(let timestamp): (kind, bits) = (8, UInt64(bitPattern: timestamp.seconds))
    case .duration(let duration): (kind, bits) = (9, UInt64(bitPattern: duration.nanoseconds))
    case .bytes, .type, .optional, .opaque: return nil
    }
  }

  private static func place(of object: AnyObject) -> UInt64 {
    UInt64(UInt(bitPattern: ObjectIdentifier(object)))
  }
}
