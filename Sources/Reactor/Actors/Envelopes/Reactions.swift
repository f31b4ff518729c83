/// What an actor does about an envelope. True: it is done.
@usableFromInline typealias Reaction = (Envelope) -> Bool

/// What an actor does about a message that is told, by the word of its envelope: the bits of the message,
/// or the place where it is kept, which is emptied. Made where the type of the message is known.
@usableFromInline typealias ToldReaction = (_ word: UInt64) throws -> Void

/// A reaction called in place, neither retained nor released.
struct WholeHolder: ~Copyable {
  let reaction: Reaction

  @inline(__always)
  borrowing func call(_ envelope: Envelope) -> Bool { reaction(envelope) }
}

/// The same of a reaction to what is told.
struct ToldHolder: ~Copyable {
  let reaction: ToldReaction

  @inline(__always)
  borrowing func call(_ word: UInt64) throws { try reaction(word) }
}

/// What an actor does about messages of one kind: two functions, of two words each.
struct ReactionHolder: ~Copyable {
  /// About an envelope that is told.
  let told: ToldHolder
  /// About any envelope.
  let whole: WholeHolder

  init(told: @escaping ToldReaction, whole: @escaping Reaction) {
    self.told = ToldHolder(reaction: told)
    self.whole = WholeHolder(reaction: whole)
  }
}
