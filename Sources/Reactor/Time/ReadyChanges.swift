/// Which of the ready turns have gone, for whoever keeps up with them: who knows which there were need not look
/// at all of them again behind each turn.
package struct ReadyChanges {
  /// One has gone, from a place, when there were so many.
  package struct Removal {
    package let place: Int
    package let count: Int
  }

  /// In the order in which they went. What had joined the end by then counts.
  package private(set) var removals: [Removal] = []
  /// Whether more has happened than that: all are to be looked at.
  package private(set) var isAnew: Bool

  /// Who is so far behind is told to look at all.
  private static let most = 1_000

  init(isAnew: Bool) { self.isAnew = isAnew }

  mutating func remove(at place: Int, of count: Int) {
    if isAnew { return }
    if removals.count == ReadyChanges.most { return begin() }
    removals.append(Removal(place: place, count: count))
  }

  /// All are to be looked at.
  mutating func begin() { (removals, isAnew) = ([], true) }
}
