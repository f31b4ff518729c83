import CEL
import Scenarios
import Values

/// What the world asks of its parts, none of which it knows.
protocol WorldParts: AnyObject {
  /// What a name stands for that is neither a cell nor a mere state: of a store, an actor, a
  /// reference, a promise. Tracked.
  func read(_ slot: Slot, _ path: [String], in frame: Frame) -> Resolution

  /// A property of the state of the actor that a path says in its own way which it is. Tracked.
  func read(
    _ actor: Recipient, _ path: [String], in frame: Frame
  ) throws(RunError) -> Resolution

  /// Counts all that the world and its parts hold.
  func held(upTo limit: Int) -> HeldCount

  /// What parts stand for that have not been made yet, where that may not be what was told last.
  func unmade() -> [(name: String, slot: Slot, value: Value)]
}
