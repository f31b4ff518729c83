/// Gives a message that is told to the reaction that an actor remembers, by the word of its envelope:
/// the bits of the message, or the place where it is kept, which is emptied. Made where the type of the
/// message is known, one for each type, so that no actor needs a closure of its own between the engine
/// and its reaction.
@usableFromInline typealias Lender =
  (_ word: UInt64, _ actor: Address<ActorCell>) throws -> Void

/// One called in place.
struct LenderHolder: ~Copyable {
  private let lender: Lender

  init(_ lender: @escaping Lender) { self.lender = lender }

  @inline(__always)
  borrowing func call(_ word: UInt64, _ actor: Address<ActorCell>) throws {
    try lender(word, actor)
  }
}

/// What an actor does about messages of one kind.
struct ReactionHolder: ~Copyable {
  /// About a message that is told.
  let told: KeptReaction
  /// Gives it the message.
  let lender: Address<LenderHolder>
  /// About any envelope.
  let whole: WholeHolder

  init(told: KeptReaction, _ lender: Address<LenderHolder>, whole: @escaping Reaction) {
    self.told = told
    self.lender = lender
    self.whole = WholeHolder(reaction: whole)
  }
}

/// The reactions of one actor, by the numbers of messages.
struct ReactionTable: ~Copyable {
  /// What stood in a table, which may be what is being called.
  struct Old {
    let told: KeptReaction
    let whole: Reaction

    fileprivate init(_ holder: borrowing ReactionHolder) {
      told = holder.told
      whole = holder.whole.reaction
    }
  }

  /// The reactions as an actor's core finds them, until the table changes.
  struct Range: BitwiseCopyable {
    private var start: Address<ReactionHolder>?
    private(set) var count = 0

    init() {}

    fileprivate init(_ start: Address<ReactionHolder>, _ count: Int) {
      self.start = start
      self.count = count
    }

    /// There must be one of this number.
    @inline(__always)
    func address(_ number: Int) -> Address<ReactionHolder> {
      guard let start else { misuse("no reactions") }
      return start + number
    }
  }

  private var reactions = Arena<ReactionHolder>(capacity: 0)

  var all: Range { Range(reactions.start, reactions.count) }

  /// Returns what stood there before, if anything did.
  mutating func set(
    _ reaction: consuming ReactionHolder, at place: Int, else unknown: () -> ReactionHolder
  ) -> Old {
    reactions.reserve(place + 1)
    while reactions.count <= place { reactions.append(unknown()) }
    let old = Old(reactions[place])
    reactions[place] = reaction
    return old
  }

  /// Empties the table. Returns what stood there.
  mutating func removeAll() -> [Old] {
    if reactions.count == 0 { return [] }
    let old = (0..<reactions.count).map { Old(reactions[$0]) }
    reactions = Arena(capacity: 0)
    return old
  }
}
