/// What an actor does about a letter. True: it is done.
@usableFromInline typealias Reaction = (Letter) -> Bool

/// A function whose argument is of a generic type, so that it takes it by its address, whatever
/// the type is: one of another type with the same bits can be called as one of `UInt64`.
@usableFromInline
struct Indirect<Argument> {
  @usableFromInline let call: (Argument) throws -> Void

  @inlinable
  init(_ call: @escaping (Argument) throws -> Void) { self.call = call }
}

/// One called in place, neither retained nor released.
struct PlainHolder: ~Copyable {
  let function: Indirect<UInt64>

  @inline(__always)
  borrowing func call(_ word: UInt64) throws { try function.call(word) }
}

/// The same of a reaction.
struct WholeHolder: ~Copyable {
  let reaction: Reaction

  @inline(__always)
  borrowing func call(_ letter: Letter) -> Bool { reaction(letter) }
}

/// What an actor does about messages of one kind: two functions, of two words each.
struct ReactionHolder: ~Copyable {
  /// About a letter without marks, whose word is the message: what the author of the actor wrote,
  /// itself.
  let plain: PlainHolder
  /// About any letter.
  let whole: WholeHolder

  init(plain: Indirect<UInt64>, whole: @escaping Reaction) {
    self.plain = PlainHolder(function: plain)
    self.whole = WholeHolder(reaction: whole)
  }
}
