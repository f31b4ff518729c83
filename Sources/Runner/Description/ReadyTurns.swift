import Reactor
import Scenarios
import Values

/// The turns that are ready, by whom they are for. Those that have an order among each other keep it.
struct ReadyTurns {
  typealias Dispatch = (action: String, payload: Value)
  typealias Element = (entry: Int, value: Value)

  /// The messages on their way to each actor, in order of sending.
  private(set) var messages: [ActorID: [Envelope]] = [:]
  /// Whom these messages are for, in the order of the first to each.
  private(set) var recipients: [ActorID] = []
  /// What was dispatched to each store, in order.
  private(set) var dispatches: TextTable<[Dispatch]> = [:]
  /// The changes of watched places that enter each reactor, in order.
  private(set) var elements: [Int: [Element]] = [:]
  /// Of the actions whose turns have come whether they have waited for others of their kind, by the
  /// parties of reactors.
  private(set) var queues: [UInt32: [Bool]] = [:]
  /// Those in which actors take the next message of their mailboxes, in no order either.
  private(set) var nexts: [Turn] = []
  /// All others, in no order that means anything.
  private(set) var others: [Turn] = []

  init(of runtime: Runtime) {
    runtime.world.scheduler.eachReady { add($0, runtime) }
  }

  private mutating func add(_ turn: Turn, _ runtime: Runtime) {
    switch ReadyTurn(turn, of: runtime) {
    case .message(let envelope, let actor):
      if messages[actor] == nil { recipients.append(actor) }
      messages[actor, default: []].append(envelope)
    case .element(let reactor, let entry, let value):
      elements[reactor, default: []].append((entry, value))
    case .dispatch(let store, let action, let payload):
      dispatches[store, default: []].append((action, payload))
    // What a reactor has queued is told by its own queue.
    case .queued(let party, let hasWaited):
      queues[party, default: []].append(hasWaited)
    case .next: nexts.append(turn)
    case .other: others.append(turn)
    }
  }
}

/// What a ready turn is for, as far as it keeps an order with others.
enum ReadyTurn {
  /// A message on its way.
  case message(Envelope, ActorID)
  /// An actor takes the first message of its mailbox.
  case next(ActorID)
  /// A change of a watched place enters a reactor.
  case element(reactor: Int, entry: Int, Value)
  case dispatch(store: String, action: String, Value)
  /// An action in the queue of a reactor, by that reactor's party; or one that has waited for others.
  case queued(UInt32, hasWaited: Bool)
  case other

  init(_ turn: Turn, of runtime: Runtime) {
    let world = runtime.world
    if let (envelope, actor) = runtime.actors.core.message(of: turn) {
      self = .message(envelope, actor)
    } else if let (actor, isBeginning) = runtime.actors.core.ownTurn(turn) {
      self = isBeginning ? .other : .next(actor)
    } else if turn.party == world.party {
      guard let change = world.scheduled[turn.word] as? ChangedPlace else {
        self = .other
        return
      }
      self = .element(reactor: change.reactor.index, entry: change.entry, change.value)
    } else if let payload = world.scheduler.detail(of: turn) as? KeptValues {
      // A dispatch is called by the store and the action.
      let title = world.scheduler.describe(turn)
      let store = title.prefix { $0 != "." }
      let action = String(title.dropFirst(store.count + 1))
      self = .dispatch(store: String(store), action: action, payload.values[0])
    } else {
      let pipeline = world.scheduler.party(of: turn) as? Pipeline<NumberedCase, NumberedCase>
      guard let pipeline, pipeline.isQueued(turn) else {
        self = .other
        return
      }
      self = .queued(turn.party, hasWaited: pipeline.hasWaited(turn))
    }
  }
}
