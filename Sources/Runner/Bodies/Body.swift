import Reactor
import Scenarios
import Values

/// A body at work: where it is, what it has bound, and what it waits for. Held as data, so that it
/// can wait and go on in a later turn.
///
/// It is at work until its steps are over and none of its timers runs; then, and where it is
/// cancelled, nothing of it is left in the world.
final class Body: Kept, Placed {
  enum Status {
    case running
    /// At a `wait`, a `call` or an `ask`.
    case waiting
    /// The steps are over, timers still run.
    case lingering
    case ended
    case cancelled
  }

  /// What a waiting body waits for.
  enum Wait {
    case time(PendingWork)
    case answer(Promise)
  }

  /// A list of steps under way.
  struct Block {
    let steps: [Step]
    /// The index of the next step.
    var next = 0
    /// How many locals there were before.
    let base: Int
    /// The passes of a loop, of which `pass` is under way.
    var passes: Passes?
    var pass = 0
    var isUntracked = false
    /// Whether null is bound behind the block: by an `else` in the place of the answer.
    var bindsNull = false
  }

  let frame: Frame
  let purpose: Purpose
  @exclusivity(unchecked) var blocks: [Block]
  var status = Status.running
  var wait: Wait?
  /// What `return` gave.
  var result: Value?
  /// The body to which a tick or a delayed step belongs.
  private var owner: Body?
  /// Ticks and delayed steps at work, and timers that will set some off.
  var parts = PlacedList<Body>()
  /// Among the parts of its owner, or what lingers of its actor.
  var place: Int?
  private(set) var timers: [Timer] = []
  /// Whether the invalidation of its computation's run cancels it.
  var isTied = false
  /// How many blocks around the present step are untracked.
  var untracked = 0

  init(_ steps: [Step], in frame: Frame, for purpose: Purpose, owner: Body? = nil) {
    self.frame = frame
    self.purpose = purpose
    self.owner = owner
    blocks = [Block(steps: steps, base: frame.locals.count)]
    super.init(in: frame.world.kept)
  }

  /// Itself with what it waits for, and the elements of the loops in which it is.
  override func count(in held: inout HeldBytes) {
    held.add(bytes: 700)
    for block in blocks { if let elements = block.passes?.elements { held.add(elements) } }
    if let result { held.add(result) }
  }

  /// The reactor's body that it is, or is a tick of.
  var mutationSource: MutationSource? {
    if case .action(let source) = purpose { return source }
    return owner?.mutationSource
  }

  /// The call that it answers, or is a tick of a body that does.
  var answered: Promise? {
    if case .method(let promise) = purpose { return promise }
    return owner?.answered
  }

  /// The message that it is the body of. Ticks and delayed steps have none, of whomever they are.
  /// - Parameter done: What would be done to it, for the error.
  func message(toBe done: String) throws(RunError) -> Work {
    if case .message(let work) = purpose { return work }
    throw RunError(.noMessage, "nothing to be \(done): it is no message's own body", at: nil)
  }

  func add(_ timer: Timer) {
    timer.position = timers.count
    timers.append(timer)
  }

  /// In constant time: the last takes its place.
  func remove(_ timer: Timer) {
    guard let position = timer.position else { return }
    timer.position = nil
    let last = timers.removeLast()
    guard last !== timer else { return }
    last.position = position
    timers[position] = last
  }

  /// Gives up its timers.
  func takeTimers() -> [Timer] {
    defer { timers = [] }
    for timer in timers { timer.position = nil }
    return timers
  }

  /// Lets go of all that holds it in a circle, when the world ends.
  func sever() {
    let others = parts.takeAll() + [owner].compactMap { $0 }
    let promise = wait
    _ = takeTimers()
    wait = nil
    owner = nil
    blocks = []
    for body in others { body.sever() }
    if case .answer(let promise)? = promise { promise.sever() }
    if case .method(let promise) = purpose { promise.sever() }
    if case .message(let work) = purpose { work.sever() }
  }

  /// Whether what it has begun is still to be waited for.
  var isAtWork: Bool { status == .running || status == .waiting || status == .lingering }

  /// What a body is run for: who is told when its steps are over, or have failed.
  enum Purpose {
    /// Part of the present turn of somebody who looks at the outcome, under a name for reports.
    case part(String)
    case computation(ComputationDeclaration, captured: LocalValues)
    case action(MutationSource)
    case method(Promise)
    case middleware(MiddlewareRun)
    case message(Work)
    /// What an actor does first.
    case setup(ActorRun)
    /// A tick or a delayed step.
    case timer(Timer)
  }
}

/// An `every`, or a step with `after`, that has been begun.
final class Timer {
  enum Kind {
    case every(Verb.Every, interval: Int64)
    case later(Step)
  }

  let kind: Kind
  let step: Step
  /// With the locals as they were when it was begun.
  let frame: Frame
  /// Nil for those of the script.
  let owner: Body?
  /// Among those of the owner.
  fileprivate var position: Int?
  /// The next firing; nil when there is none.
  var pending: PendingWork?

  init(_ kind: Kind, step: Step, frame: Frame, owner: Body?) {
    self.kind = kind
    self.step = step
    self.frame = frame
    self.owner = owner
  }
}
