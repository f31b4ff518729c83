// Objects as what belongs to them sees them.
//
// Layout: the address of an object whose references are not counted.
//
// Why it is sound: frames and the rules of cells are made by a world, which they see so, and are used by
// nobody else. What a world runs it runs in a method of its own, so that it lives meanwhile; when it goes,
// it lets go of all of them, and the few that are held beyond that are never run. What a rule sees so of its own
// it holds as well, and lets go of behind its use. Steps, behaviors and what they are made of belong to the file,
// which its world holds; actors and their kinds to the world, which lets go of none before its end; a message to
// the table of those on their way, from which it is taken behind its last use. Counting would cost two atomic
// operations at each read of a formula, and at each of some thirty references on the way of a message, which is
// most of what that takes.

/// An object that is passed on without being counted. It must live whenever it is lent.
@safe
struct Lent<Object: AnyObject> {
  private let reference: Unmanaged<Object>

  init(_ object: Object) { unsafe reference = .passUnretained(object) }

  @inline(__always)
  func lend<Outcome, Fault: Error>(
    _ body: (Object) throws(Fault) -> Outcome
  ) throws(Fault) -> Outcome {
    let outcome: Result<Outcome, Fault> = unsafe reference._withUnsafeGuaranteedRef { object in
      do throws(Fault) { return .success(try body(object)) } catch { return .failure(error) }
    }
    return try outcome.get()
  }
}
