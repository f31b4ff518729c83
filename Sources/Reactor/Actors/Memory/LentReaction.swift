// The room of reactions that actors remember.
//
// Layout: a `LentReaction` is the two words of a closure, its code and its context, as they stand in
// the `ToldHolder` that they were copied from, and the address of the type of its messages; or three
// zeros. That holder stands in a `ToldKeeper`, which a `KeptReaction` retains. In an `ActorCell` a
// `LentReaction` stands behind the first 16 bytes.
//
// Why it is sound: the copy does not retain the context. It is called only while `ActorCell.lender` is
// there, and whoever replaces or empties an actor's table of reactions removes that
// (`ActorCore.setReactions`, `ActorTables.restore`) and keeps what stood there until the turn is over
// (`ActorRuntime.retire`). It is called as a closure of the type that it was made with, since `holder`
// compares the types first. Cells may move while a reaction runs, since the call has loaded both words
// by then.

/// A reaction that something else keeps.
@safe
@usableFromInline
struct LentReaction: BitwiseCopyable {
  private var words: (UInt, UInt) = (0, 0)
  /// What messages it is for.
  @usableFromInline private(set) var type: UInt = 0

  /// Where it stands in a cell.
  @inlinable static var place: Int { 16 }

  /// A type by its address.
  @usableFromInline
  struct MessageType<M> {
    @usableFromInline let address: UInt

    @inlinable
    @inline(__always)
    init() { address = UInt(bitPattern: ObjectIdentifier(M.self)) }
  }

  init() {}

  fileprivate init<M>(_ holder: borrowing ToldHolder<M>) {
    words = unsafe withUnsafePointer(to: holder) { told in
      unsafe UnsafeRawPointer(told).load(as: (UInt, UInt).self)
    }
    type = MessageType<M>().address
  }
}

/// Something that remembers a reaction, behind its first 16 bytes.
@usableFromInline
protocol RemembersReaction: BitwiseCopyable {
  var last: LentReaction { get }
  /// Where `last` stands in it.
  static var placeOfLast: Int { get }
}

extension Address where Element: RemembersReaction {
  /// The reaction that the actor remembers as what it is, one to messages of this type.
  @inlinable
  @inline(__always)
  func holder<M>(for type: LentReaction.MessageType<M>) -> Address<ToldHolder<M>> {
    precondition(pointee.last.type == type.address)
    assert(Element.placeOfLast == LentReaction.place)
    let last = unsafe UnsafeMutableRawPointer(pointer).advanced(by: LentReaction.place)
    return unsafe Address<ToldHolder<M>>(last.assumingMemoryBound(to: ToldHolder<M>.self))
  }
}

/// A reaction with what keeps it.
@usableFromInline
struct KeptReaction {
  private let keeper: AnyObject
  /// Can be called as long as this stands somewhere.
  let lent: LentReaction

  @usableFromInline
  init<M>(_ reaction: @escaping (M) throws -> Void) {
    let keeper = ToldKeeper(reaction)
    self.keeper = keeper
    lent = LentReaction(keeper.holder)
  }
}

private final class ToldKeeper<M> {
  let holder: ToldHolder<M>

  init(_ reaction: @escaping (M) throws -> Void) { holder = ToldHolder(reaction: reaction) }
}
