// Objects as what belongs to them sees them.
//
// Layout: the address of an object whose references are not counted.
//
// Why it is sound: frames and the rules of cells are made by a world, which they see so, and are used by
// nobody else. What a world runs it runs in a method of its own, so that it lives meanwhile; when it goes,
// it lets go of all of them, and the few that are held beyond that are never run. What a rule sees so of its own
// it holds as well, and lets go of behind its use. Counting would cost two atomic operations at each read of a
// formula.

/// An object that is passed on without being counted. It must live whenever it is lent.
@safe
struct Lent<Object: AnyObject> {
  private let reference: Unmanaged<Object>

  init(_ object: Object) { unsafe reference = .passUnretained(object) }

  @inline(__always)
  func lend<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try unsafe reference._withUnsafeGuaranteedRef { try body($0) }
  }
}
