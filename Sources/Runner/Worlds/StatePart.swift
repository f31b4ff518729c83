import Scenarios
import Values

/// A piece of what is told of something under way. What names something names it in the order in which
/// a description first comes to it.
enum StatePart {
  case text(String)
  case value(Value)
  case written(CaseValue)
  case locals(LocalValues)
  case error(RunError)
  case step(Step)
  /// As whom it sees the world.
  case frame(Frame)
  /// In nanoseconds.
  case span(Int64)
  /// An actor, by its number among all that have been made.
  case actor(Int)
  /// A body or an answer, of which more is told elsewhere.
  case named(AnyObject)
}
