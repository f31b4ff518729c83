import Reactor
import Scenarios
import Values

/// The turns that are ready, by whom they are for. Those that have an order among each other keep it.
struct ReadyTurns {
  /// The messages on their way to each actor, in order of sending.
  private(set) var messages: [ActorID: [Envelope]] = [:]
  /// Whom these messages are for, in the order of the first to each.
  private(set) var recipients: [ActorID] = []
  /// What was dispatched to each store, in order.
  private(set) var dispatches: [String: [(action: String, payload: Value)]] = [:]
  /// The changes of watched places that enter each reactor, in order.
  private(set) var elements: [Int: [(entry: Int, value: Value)]] = [:]
  /// All others, in no order that means anything.
  private(set) var others: [Turn] = []

  init(of runtime: Runtime) {
    runtime.world.scheduler.eachReady { add($0, runtime) }
  }

  private mutating func add(_ turn: Turn, _ runtime: Runtime) {
    let world = runtime.world
    if let (envelope, actor) = runtime.actors.core.message(of: turn) {
      if messages[actor] == nil { recipients.append(actor) }
      messages[actor, default: []].append(envelope)
    } else if turn.party == world.party,
      let change = world.scheduled[turn.word] as? ChangedPlace
    {
      elements[change.reactor.index, default: []].append((change.entry, change.value))
    } else if let payload = world.scheduler.detail(of: turn) as? KeptValues {
      // A dispatch is called by the store and the action.
      let title = world.scheduler.describe(turn)
      let store = title.prefix { $0 != "." }
      let action = String(title.dropFirst(store.count + 1))
      dispatches[String(store), default: []].append((action, payload.values[0]))
    } else {
      // What a reactor has queued is told by its own queue.
      let party = world.scheduler.party(of: turn)
      let pipeline = party as? Pipeline<NumberedCase, NumberedCase>
      if pipeline?.isQueued(turn) != true { others.append(turn) }
    }
  }
}
