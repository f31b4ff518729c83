import Reactor
import Scenarios
import Values

/// An actor of the file at work. Its mailbox, its life and its supervisor are the engine's; its
/// state, its reactions and the body at work are here.
final class ActorRun {
  unowned(unsafe) let actors: Actors
  /// The actors keep it; were it held here, the two would hold each other.
  unowned(unsafe) let kind: ActorKind
  /// `session`; of workers and spawned ones `worker#2`.
  let name: String
  let state: PartState
  /// What `spawn` gave it.
  let arguments: Value
  /// Whether messages to its kind's name never reach it.
  let isSpawned: Bool
  /// What the state of a spawned one began with, until the strict step is over in which it was made; nil elsewhere.
  var firstState: Value?
  /// Whether it stands where one has ended before.
  var isRestart = false
  let id: ActorID
  /// Among all that the world has made.
  let number: Int
  /// Its place in the pool of its kind.
  var place: Int?
  /// Among the behaviors of its kind.
  var behavior = 0 { didSet { behaviorAtWork = kind.behavior(behavior) } }
  /// What it reacts to now; nil for an actor without reactions.
  private(set) var behaviorAtWork: ActorDeclaration.Behavior?
  /// The message under way, which its work holds, or the table of those on their way.
  unowned(unsafe) var mail: Mail?
  /// What is done about it, where that needs a body.
  var work: Work? { didSet { mail = work?.mail } }
  var setup: Body?
  /// Bodies that are over but for their timers.
  var lingering = PlacedList<Body>()

  init(
    _ kind: ActorKind, _ id: ActorID, _ number: Int, name: String, part: Int, arguments: Value,
    isSpawned: Bool, _ actors: Actors
  ) {
    self.actors = actors
    self.kind = kind
    self.id = id
    self.number = number
    self.name = name
    self.arguments = arguments
    self.isSpawned = isSpawned
    behaviorAtWork = kind.behavior(0)
    state = PartState(
      name, .actor(kind.index), part: part, kind.declaration.state, locals: [arguments])
  }

  /// Lets go of all that holds it in a circle, when the world ends.
  func sever() {
    let (bodies, work) = (lingering.takeAll() + [setup].compactMap { $0 }, work)
    self.work = nil
    setup = nil
    work?.sever()
    for body in bodies { body.sever() }
  }
}

/// Its setup is a body of it.
extension ActorRun: BodyPurpose {
  func ended(_ body: Body, _ value: Value?) { actors.ended(setup: body, of: self, nil) }

  var purposeParts: [StatePart] { [.actor(number), .text("setup")] }

  func completed(_ body: Body) { lingering.remove(body) }

  func failed(_ body: Body, _ error: RunError) { actors.ended(setup: body, of: self, error) }
}

extension ActorRun: ActorAddressee {
  func cancel(workAt promise: any AnyPromise) {
    if let work, work.mail.promise === promise { actors.cancel(work) }
  }
}
