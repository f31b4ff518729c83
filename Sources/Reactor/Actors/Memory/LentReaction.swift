// The room of reactions that actors remember.
//
// Layout: a `LentReaction` is the two words of a closure, its code and its context, as they stand in
// the `ToldHolder` that they were copied from; or two zeros.
//
// Why it is sound: the copy does not retain the context. It is called only while `ActorCell.lastKind`
// names the kind of an envelope, and whoever replaces or empties an actor's table of reactions sets
// that to -1 (`ActorCore.setReactions`, `ActorTables.restore`) and keeps what stood there until the
// turn is over (`ActorRuntime.retire`). Cells may move while a reaction runs, since the call has
// loaded both words by then.

/// A reaction that something else keeps.
@safe
struct LentReaction: BitwiseCopyable {
  private var words: (UInt, UInt) = (0, 0)

  init() {}

  /// What the holder says about messages told.
  @inline(__always)
  init(_ holder: Address<ReactionHolder>) {
    words = unsafe withUnsafePointer(to: holder.pointee.told) { told in
      unsafe UnsafeRawPointer(told).load(as: (UInt, UInt).self)
    }
  }
}

/// Something that remembers a reaction.
protocol RemembersReaction: BitwiseCopyable {
  var last: LentReaction { get set }
  /// Whether it remembers one.
  var remembers: Bool { get }
  /// Where `last` stands in it.
  static var placeOfLast: Int { get }
}

extension Address where Element: RemembersReaction {
  /// Calls the reaction that the actor remembers; there must be one.
  @inline(__always)
  func callLast(_ word: UInt64) throws {
    assert(pointee.remembers, "an actor remembers no reaction")
    let holder = unsafe UnsafeMutableRawPointer(pointer).advanced(by: Element.placeOfLast)
      .assumingMemoryBound(to: ToldHolder.self)
    try unsafe holder.pointee.call(word)
  }
}
