/// One thing to do, as plain data: who does it, and what it is in that party's own words. A turn
/// is 24 bytes and owns nothing, so that a queue of turns is copied, printed and replayed at no
/// more cost than its bytes.
@frozen
public struct Turn: BitwiseCopyable, Sendable, Hashable {
  /// As `Scheduler.join` gave it.
  public var party: UInt32
  /// What is to be done, in the numbers of the party.
  public var kind: UInt32
  /// What it is about, as the party has it.
  public var word: UInt64
  /// More of the same.
  public var secondWord: UInt64

  /// A turn of a party; what is left out is 0.
  @inlinable
  public init(party: UInt32, kind: UInt32 = 0, word: UInt64 = 0, secondWord: UInt64 = 0) {
    self.party = party
    self.kind = kind
    self.word = word
    self.secondWord = secondWord
  }
}

/// Whoever takes turns of a scheduler.
public protocol Party: AnyObject {
  /// Does what the turn says. May post, cancel, join and leave; must not take another turn.
  func take(_ turn: Turn)

  /// What a turn of its own is called in reports, such as `search.updateQuery`.
  func describe(_ turn: Turn) -> String

  /// Whether one ready turn of its own has to be taken before another that became ready later. A
  /// pick of the later one takes the earlier instead.
  func mustPrecede(_ earlier: Turn, _ later: Turn) -> Bool
}

extension Party {
  public func mustPrecede(_ earlier: Turn, _ later: Turn) -> Bool { false }
}

/// A choice of a scheduler that was not the first ready turn.
@frozen
public struct Pick: Hashable, Sendable {
  /// Which turn since the beginning, from 0.
  public let turn: UInt64
  /// The place of the one taken among those that were ready, from 1.
  public let index: Int

  /// - Parameters:
  ///   - turn: which turn, from 0.
  ///   - index: its place among those ready, from 1.
  @inlinable
  public init(turn: UInt64, index: Int) {
    self.turn = turn
    self.index = index
  }
}

/// A party called in place, through a `borrowing` method of a noncopyable holder, which neither
/// retains nor releases it.
struct PartyHolder: ~Copyable {
  let party: any Party
  /// The same, where it takes many turns in one go.
  let runner: (any RunningParty)?

  init(_ party: any Party) {
    self.party = party
    runner = party as? any RunningParty
  }

  /// One that takes its turns one by one, where that is known.
  init(plain party: any Party) {
    self.party = party
    runner = nil
  }

  @inline(__always)
  borrowing func take(_ turn: Turn) { party.take(turn) }

  /// Nothing happens where the party takes its turns one by one.
  @inline(__always)
  borrowing func takeRun(_ id: UInt32, until end: UInt64, _ kernel: Address<KernelState>) {
    runner?.takeRun(id, until: end, kernel)
  }
}

/// A party whose turns are so small that being called for each of them would cost more than they do.
protocol RunningParty: Party {
  /// Takes the next turn, and those behind it as far as `SchedulerCore.goesOn` says, each a turn of
  /// its own.
  /// - Parameter end: the count of turns at which it stops.
  func takeRun(_ id: UInt32, until end: UInt64, _ kernel: Address<KernelState>)
}
