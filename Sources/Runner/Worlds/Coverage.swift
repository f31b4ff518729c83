import Scenarios
import Values

/// What of a model explored runs have come to.
final class Coverage {
  /// Something that a model can do, or that an exploration can have befall it.
  enum Part: Hashable {
    /// A message that an actor of that number knows.
    case message(actor: Int, name: String)
    case mutation(reactor: Int, number: Int)
    case reducer(store: Int, name: String)
    /// The steps of a condition, by its formula and what that gave.
    case branch(SourceSpan, Bool)
    case event(Int)
    case fault(Exploration.Fault)
  }

  private(set) var seen: Set<Part> = []
  /// Whether two senders' messages waited for one actor, so that one of them might be first by
  /// another delivery.
  var hasRivals = false

  func note(_ part: Part) { seen.insert(part) }
}
