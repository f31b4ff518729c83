import Reactor
import Scenarios
import Values

/// What a turn of the world's is about. A turn on the scheduler is the number of one of these.
protocol ScheduledWork: AnyObject {
  /// Does it: a turn of its own.
  func take()

  /// The step that it goes on behind; nil where its name does not tell.
  var waitingStep: Step? { get }

  /// What the turn is called in reports.
  /// - Parameter step: The `waitingStep` of before the turn.
  func about(at step: Step?) -> String

  /// What is told of it as part of the world's state.
  var turnParts: [StatePart] { get }

  /// Counts the values that it holds until then.
  func count(pending held: inout HeldBytes)

  /// Lets go of all that holds it in a circle, when the world ends.
  func sever()
}

extension ScheduledWork {
  var waitingStep: Step? { nil }
  /// What the turn is called that has not been taken yet.
  var about: String { about(at: waitingStep) }
  func count(pending held: inout HeldBytes) {}
}

/// Scheduled work that a timer will make ready.
struct PendingWork {
  let timer: TimerID
  let number: UInt64
}

extension SlotTable<any ScheduledWork> {
  /// Forgets all of it, and lets go of what they hold.
  mutating func sever() {
    each { $0.sever() }
    self = SlotTable()
  }
}
