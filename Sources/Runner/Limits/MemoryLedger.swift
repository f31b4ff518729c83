import Scenarios
import Values

/// How much a world may hold, and when that is to be counted.
///
/// What comes to be held has been made before, and everything is made at few places: a formula
/// gives it, a step of a body or a turn needs it. There an upper bound of its size is taken off the
/// room that the last count left; when that is used up, all that is held is counted anew, what is
/// shared once. So what is let go needs no book-keeping, as with the trigger of a garbage collector,
/// an ordinary scenario never counts at all, and when it is counted depends on the work alone.
///
/// The other way that was weighed: whoever takes a value adds its size, and subtracts it when it
/// lets go. Then every holder that is forgotten is a hole, and what is shared counts twice.
struct MemoryLedger {
  /// The bytes that may be held.
  let limit: Int
  /// Bytes that may be made before the next count.
  private var room: Int
  /// The bytes that may be held when that is used up.
  private var mostBehindRoom: Int
  /// The least that is made between two counts: what the limit may be passed by.
  private let least: Int
  /// Asked for more room, beside what other worlds hold. False where it has to run alone.
  private let claim: (Int) -> Bool
  /// What a count has found out that ends the scenario.
  var failure: RunError?
  private(set) var isCrowded = false

  /// The most of that.
  static let most = 16 << 20
  /// Bytes that a unit of formula cost may make, generously, and an evaluation besides.
  private static let unit = 100
  private static let evaluation = 1_000
  static let turn = 2_000
  static let step = 1_000

  init(limit: Int, claim: @escaping (Int) -> Bool = { _ in true }) {
    self.limit = limit
    self.claim = claim
    least = min(MemoryLedger.most, limit / 8)
    room = least
    mostBehindRoom = least
  }

  /// What is held at most: what the last count found, and what has been made since.
  var mostHeld: Int { mostBehindRoom - room }

  /// True where it is time to count.
  @inline(__always)
  mutating func make(_ bytes: Int) -> Bool {
    room -= bytes
    return room < 0
  }

  @inline(__always)
  mutating func make(cost: Int) -> Bool {
    make(MemoryLedger.bytes(ofCost: cost))
  }

  /// Whether nothing need be counted behind a formula that costs so much.
  @inline(__always)
  func hasRoom(cost: Int) -> Bool {
    room >= MemoryLedger.bytes(ofCost: cost)
  }

  /// The same of several formulas for which there is room.
  mutating func make(count: Int, cost: Int) {
    room -= count * MemoryLedger.evaluation + cost * MemoryLedger.unit
  }

  /// Formulas that cost so much together have room, where each costs ten or more: what it makes besides counts as
  /// so much (`evaluation / unit`).
  var costsWithRoom: Int { room / MemoryLedger.unit }

  /// What the evaluation of a formula that costs so much may make.
  @inline(__always)
  private static func bytes(ofCost cost: Int) -> Int { evaluation + cost * unit }

  /// Makes room behind a count: as much as is held, so that counting takes a part of the work that
  /// does not grow, but no more than the limit leaves.
  mutating func leave(room held: Int) {
    room = max(least, min(held, limit - held))
    mostBehindRoom = held + room
    if !claim(held + room) { isCrowded = true }
  }
}
