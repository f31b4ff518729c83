/// What an actor does about an envelope. True: it is done.
@usableFromInline typealias Reaction = (Envelope) -> Bool

/// A function whose argument is of a generic type, so that it takes it by its address, whatever
/// the type is: one of another type with the same bits can be called as one of `UInt64`.
@usableFromInline
struct Indirect<Argument> {
  @usableFromInline let call: (Argument) throws -> Void

  @inlinable
  init(_ call: @escaping (Argument) throws -> Void) { self.call = call }
}

/// One called in place, neither retained nor released.
@usableFromInline
struct IndirectHolder<Argument>: ~Copyable {
  @usableFromInline let function: Indirect<Argument>

  init(_ function: Indirect<Argument>) { self.function = function }

  @inline(__always)
  borrowing func call(_ argument: Argument) throws { try function.call(argument) }
}

/// The same of a reaction.
struct WholeHolder: ~Copyable {
  let reaction: Reaction

  @inline(__always)
  borrowing func call(_ envelope: Envelope) -> Bool { reaction(envelope) }
}

/// Gives a message that is kept in a place to a function, an `IndirectHolder` of the message's type,
/// and empties the place. One for each type, so that it needs nothing of the actor.
@usableFromInline typealias MessageAccessor =
  (_ place: UInt64, _ function: UnsafeMutableRawPointer) throws -> Void

/// One called in place.
struct MessageAccessorBox: ~Copyable {
  let accessor: MessageAccessor

  init(accessor: @escaping MessageAccessor) { self.accessor = accessor }

  @inline(__always)
  borrowing func call(_ place: UInt64, _ function: UnsafeMutableRawPointer) throws {
    try accessor(place, function)
  }
}

/// What an actor does about messages of one kind: two functions, of two words each.
struct ReactionHolder: ~Copyable {
  /// About an envelope that is told, what the author of the actor wrote, itself: of an envelope without
  /// marks the word is the message; of one that is kept, where `isLent`, the kind's accessor gives it.
  let plain: IndirectHolder<UInt64>
  /// About any envelope.
  let whole: WholeHolder
  let isLent: Bool

  init(plain: Indirect<UInt64>, whole: @escaping Reaction, isLent: Bool = false) {
    self.plain = IndirectHolder(plain)
    self.whole = WholeHolder(reaction: whole)
    self.isLent = isLent
  }
}
