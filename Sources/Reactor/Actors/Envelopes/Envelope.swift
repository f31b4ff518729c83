/// A message under way, as plain data: 16 bytes that a `Turn` carries to the party of all actors.
/// What it says is its host's business; what does not fit into a word is a place in a table there.
@frozen
@usableFromInline
package struct Envelope: BitwiseCopyable, Sendable, Equatable {
  /// Who sent it; `.none` where that was no actor.
  @usableFromInline package var sender: ActorID
  /// Which message it is.
  @usableFromInline package var kind: UInt32
  /// What it says, or where that is kept.
  @usableFromInline package var word: UInt64

  /// A message on its way; the scheduler carries it as a `Turn`.
  @inlinable
  package init(from sender: ActorID = .none, kind: UInt32, word: UInt64 = 0) {
    self.sender = sender
    self.kind = kind
    self.word = word
  }

  /// A mark: the message is kept in a place, which the word names.
  @inlinable static var kept: UInt32 { 1 << 30 }

  /// Whether its kind has no mark but `kept`: nobody waits for an answer.
  @inline(__always)
  var isTold: Bool { kind & ~(Envelope.numbers | Envelope.kept) == 0 }

  /// The bits of a kind that number messages. The others are marks of the host.
  @inlinable static var numbers: UInt32 { 1 << 30 - 1 }

  @inline(__always)
  init(_ turn: Turn) { self.init(turn.word, turn.secondWord) }

  @inline(__always)
  init(_ word: UInt64, _ secondWord: UInt64) {
    sender = ActorID(rawValue: UInt32(truncatingIfNeeded: word))
    kind = UInt32(truncatingIfNeeded: word >> 32)
    self.word = secondWord
  }

  /// The two words of its turn.
  @inlinable
  @inline(__always)
  var words: (UInt64, UInt64) { (UInt64(kind) << 32 | UInt64(sender.rawValue), word) }

  @inlinable
  @inline(__always)
  func turn(of party: UInt32, to actor: ActorID) -> Turn {
    Turn(party: party, kind: actor.rawValue, word: words.0, secondWord: words.1)
  }
}

/// What a schedule may do to the order in which an actor receives. The plain schedule, first ready
/// first, is the same under each of them.
public enum ActorDelivery: Sendable {
  /// As they were sent (Oscar's queue: a send is in the queue before the sender's turn ends).
  case causal
  /// Those of one sender as it sent them; those of two senders in any order (Erlang, Pekko).
  case pairwise
  /// In any order: a network of datagrams.
  case unordered
}
