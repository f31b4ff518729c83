/// What an actor does about an envelope. True: it is done.
@usableFromInline typealias Reaction = (Envelope) -> Bool

/// A reaction called in place, neither retained nor released.
struct WholeHolder: ~Copyable {
  let reaction: Reaction

  @inline(__always)
  borrowing func call(_ envelope: Envelope) -> Bool { reaction(envelope) }
}

/// The same of a reaction to what is told, as the author of the actor wrote it.
@usableFromInline
struct ToldHolder<M>: ~Copyable {
  @usableFromInline let reaction: (M) throws -> Void

  init(reaction: @escaping (M) throws -> Void) { self.reaction = reaction }

  @inlinable
  @inline(__always)
  borrowing func call(_ message: M) throws { try reaction(message) }
}
