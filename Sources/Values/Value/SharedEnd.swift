internal import Synchronization

/// The values at one end of a sequence, to which its newest version adds in place.
///
/// Every version that holds the end knows how many of its values are its own, always the first
/// ones, in the order in which they were added. A version that holds all of them may add one more,
/// which the others do not see; one that does not hold them all makes an end of its own. So a chain
/// of versions of which each has one value more costs that value, not a copy, for each of them.
///
/// Whoever adds claims the place first, and an exchange decides between two threads. No slot is
/// written again while more than one version holds the end.
final class SharedEnd: @unchecked Sendable {
  static let capacity = 32

  private let slots: UnsafeMutablePointer<Value>
  private let claimed: Atomic<Int>

  /// Of at most `capacity` values.
  init(_ values: some Collection<Value>) {
    slots = .allocate(capacity: SharedEnd.capacity)
    var count = 0
    for value in values {
      (slots + count).initialize(to: value)
      count += 1
    }
    claimed = Atomic(count)
  }

  deinit {
    slots.deinitialize(count: claimed.load(ordering: .relaxed))
    slots.deallocate()
  }

  /// Adds a value behind so many others; false where there is no room, or another version has added.
  func add(_ value: Value, behind count: Int) -> Bool {
    guard count < SharedEnd.capacity,
      claimed.compareExchange(expected: count, desired: count + 1, ordering: .relaxed).exchanged
    else { return false }
    (slots + count).initialize(to: value)
    return true
  }

  /// How many values it holds for all its versions together.
  var held: Int { claimed.load(ordering: .relaxed) }

  subscript(place: Int) -> Value { slots[place] }

  /// The first so many values, in the order in which they were added.
  func values(_ count: Int) -> UnsafeBufferPointer<Value> {
    UnsafeBufferPointer(start: slots, count: count)
  }

  /// Puts another value in a place. For an end that one version alone holds.
  func exchange(_ place: Int, with value: inout Value) { swap(&slots[place], &value) }
}
