/// The reactions of one actor, by the numbers of messages.
struct ReactionTable: ~Copyable {
  /// What stood in a table, which may be what is being called.
  struct Old {
    let told: ToldReaction
    let whole: Reaction

    fileprivate init(_ holder: borrowing ReactionHolder) {
      told = holder.told.reaction
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
      guard let start else { preconditionFailure("no reactions") }
      return start + number
    }
  }

  private var reactions = Arena<ReactionHolder>(capacity: 0)

  var all: Range { Range(reactions.start, reactions.count) }

  /// Returns what stood there before, if anything did.
  mutating func set(
    _ told: @escaping ToldReaction, _ whole: @escaping Reaction, at place: Int,
    else unknown: (told: ToldReaction, whole: Reaction)
  ) -> Old {
    reactions.reserve(place + 1)
    while reactions.count <= place {
      reactions.append(ReactionHolder(told: unknown.told, whole: unknown.whole))
    }
    let old = Old(reactions[place])
    reactions[place] = ReactionHolder(told: told, whole: whole)
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
