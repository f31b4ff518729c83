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
