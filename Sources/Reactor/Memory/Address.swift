// The room of addresses.
//
// Layout: an `Address` is one word, the address of an element in memory that something else owns:
// an `Owned`, an `Arena`, a `Stack`, a block of `Slots`, a `ScalarBlock`, or an object whose first property is meant.
//
// Why it is sound to read and write through one without a mark:
// - It is made only by its owner, by `Payload.place` or by `rule(as:)`, for an element that is initialised and aligned.
// - It is used only while its owner lives. Owners stand in `Graph`, `FormulaEvaluator`, `Scheduler`, `ReadyQueue`,
//   `ActorCore`, `ActorRuntime`, `MessageKinds`, `MessageTable`, `ReactionTable` and `ReactorCore`, and addresses in
//   them and in handles, which must not be used when these are gone.
// - Owners that grow move their elements, so an address of an element is never kept over a call into
//   a body; what is kept is an index.
// - Nothing in the engine is used by two threads at once.

/// Where an element stands that something else owns. Reading through it costs a load: no reference is
/// counted, and no access is checked for exclusivity.
@safe
@frozen
@usableFromInline
struct Address<Element: ~Copyable> {
  @usableFromInline let pointer: UnsafeMutablePointer<Element>

  /// The memory must hold an element for as long as the address is used.
  @unsafe
  @inlinable
  @inline(__always)
  init(_ pointer: UnsafeMutablePointer<Element>) { unsafe self.pointer = pointer }

  @inlinable
  var pointee: Element {
    @inline(__always)
    unsafeAddress { unsafe UnsafePointer(pointer) }
    @inline(__always)
    nonmutating unsafeMutableAddress { unsafe pointer }
  }

  /// The element so many places further, which must have the same owner.
  @inlinable
  subscript(offset: Int) -> Element {
    @inline(__always)
    unsafeAddress { unsafe UnsafePointer(pointer + offset) }
    @inline(__always)
    nonmutating unsafeMutableAddress { unsafe pointer + offset }
  }

  /// The address so many places further, of an element of the same owner, or behind its last one.
  @inlinable
  @inline(__always)
  static func + (address: Address, offset: Int) -> Address {
    unsafe Address(address.pointer + offset)
  }

  @inlinable
  @inline(__always)
  static func += (address: inout Address, offset: Int) { address = address + offset }

  /// How many places one stands behind another of the same owner.
  @inlinable
  @inline(__always)
  static func - (left: Address, right: Address) -> Int { unsafe left.pointer - right.pointer }
}

extension Address: BitwiseCopyable where Element: ~Copyable {}

extension Address: Equatable where Element: ~Copyable {
  @inlinable
  @inline(__always)
  static func == (left: Address, right: Address) -> Bool { unsafe left.pointer == right.pointer }
}

/// An object whose reference is not counted. Whoever holds one knows that something else keeps the
/// object for as long: what it stands for is a part, or the owner, of its holder.
@safe
@frozen
@usableFromInline
struct Unretained<Instance: AnyObject> {
  @usableFromInline let reference: Unmanaged<Instance>

  @inlinable
  @inline(__always)
  init(_ instance: Instance) { unsafe reference = .passUnretained(instance) }

  @unsafe
  @inlinable
  @inline(__always)
  init(_ reference: Unmanaged<Instance>) { unsafe self.reference = reference }

  /// Passes the object on, neither retained nor released.
  @inlinable
  @inline(__always)
  func lend<Result>(_ body: (Instance) throws -> Result) rethrows -> Result {
    try unsafe reference._withUnsafeGuaranteedRef { try body($0) }
  }
}

/// A reference to an object of a type that whoever reads it knows, not counted; or to none. Of the
/// types of messages, the entry that a type's address leads to holds objects of that type.
@safe
@frozen
@usableFromInline
struct ErasedReference: BitwiseCopyable {
  @usableFromInline var pointer: UnsafeMutableRawPointer?

  @inlinable
  init() { unsafe pointer = nil }

  @inlinable
  init(_ instance: AnyObject) { unsafe pointer = Unmanaged.passUnretained(instance).toOpaque() }

  /// Whether there is an object.
  @inlinable
  var isThere: Bool {
    @inline(__always)
    get { unsafe pointer != nil }
  }

  /// The object, which must be there and of this type.
  @inlinable
  @inline(__always)
  func unretained<Instance: AnyObject>(as _: Instance.Type) -> Unretained<Instance> {
    unsafe Unretained(Unmanaged.fromOpaque(pointer.unsafelyUnwrapped))
  }
}
