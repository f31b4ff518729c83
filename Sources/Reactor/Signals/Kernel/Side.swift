/// What few nodes have: a label, handlers, an error.
struct Side {
  var label: String?
  var error: (any Error)?
  /// In order of registration; a child computation is one of them.
  var onInvalidate: [InvalidationHandler] = []
  var onStop: [() throws -> Void] = []
  var onError: ((any Error, Computation) -> Void)?
}

/// What happens at a computation's invalidation.
enum InvalidationHandler {
  case call(() throws -> Void)
  case stop(Computation)
}
