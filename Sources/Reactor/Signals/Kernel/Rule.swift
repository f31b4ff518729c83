/// Evaluates a derived node and stores what comes out: true where that is a change.
@usableFromInline typealias StoringBody = (Kernel, UInt32) throws -> Bool

// Closures kept in raw memory and called in place. Calling a closure loaded from an array or a
// field retains and releases its context; calling it through a `borrowing` method of a noncopyable
// holder does neither. A holder is only ever seen through a pointer to the node's two rule words.
struct IntRule: ~Copyable {
  let body: () throws -> Int
  borrowing func call() throws -> Int { try body() }
}

struct BoolRule: ~Copyable {
  let body: () throws -> Bool
  borrowing func call() throws -> Bool { try body() }
}

struct StoringRule: ~Copyable {
  let body: StoringBody
  borrowing func call(_ kernel: Kernel, _ id: UInt32) throws -> Bool { try body(kernel, id) }
}

/// Of a cell that is not compared in place: whether a change from the first value to the second is
/// cut off.
struct CutoffRule: ~Copyable {
  let body: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  borrowing func call(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool { body(old, new) }
}

struct RunningRule: ~Copyable {
  let body: (Computation) throws -> Void
  borrowing func call(_ computation: Computation) throws { try body(computation) }
}

extension UnsafeMutablePointer<Node> {
  /// The rule words as the holder that was put there.
  func rule<Holder: ~Copyable>(as _: Holder.Type) -> UnsafeMutablePointer<Holder> {
    UnsafeMutableRawPointer(self).advanced(by: Node.ruleOffset)
      .assumingMemoryBound(to: Holder.self)
  }
}
