/// What few nodes have: a label, handlers, an error.
struct Side {
  var label: String?
  var error: (any Error)?
  /// In order of registration; a child computation is one of them.
  var onInvalidate: [InvalidationHandler] = []
  var onStop: [Handler] = []
  /// What a computation was made for, for whoever writes down a state.
  var detail: AnyObject?
  var onError: ((any Error, Computation) -> Void)?
}

/// What is called where somebody comes to depend on a node, and where nobody does any more.
final class Observation {
  struct Hook {
    /// Whether it is called where the node becomes observed.
    let isForObserved: Bool
    let call: () throws -> Void
    /// How the node was when the hook was considered last.
    var isObserved = false
  }

  let node: UInt32
  var hooks: [Hook] = []
  /// Whether a flush will look at the node.
  var isQueued = false

  init(of node: UInt32) { self.node = node }
}

/// Code that is run once, and what it is about, for whoever writes down a state.
struct Handler {
  let call: () throws -> Void
  let detail: AnyObject?
}

/// What happens at a computation's invalidation.
enum InvalidationHandler {
  case call(Handler)
  case stop(Computation)
}
