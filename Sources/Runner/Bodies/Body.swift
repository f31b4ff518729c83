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
    /// What few have, in a place of its own.
    var manner: Manner?
  }

  /// How a list of steps is done, where that is not once, one behind the other, and forgotten.
  final class Manner {
    /// The passes of a loop, of which `pass` is under way.
    let passes: Passes?
    var pass = 0
    let isUntracked: Bool
    /// The locals that stay behind it, by their numbers at its end.
    let kept: [Int?]
    /// Whether null is bound behind the block: by an `else` in the place of the answer.
    let bindsNull: Bool

    init(
      _ passes: Passes? = nil, isUntracked: Bool = false, keeping kept: [Int?] = [],
      bindsNull: Bool = false
    ) {
      self.passes = passes
      self.isUntracked = isUntracked
      self.kept = kept
      self.bindsNull = bindsNull
    }
  }

  let frame: Frame
  let purpose: any BodyPurpose
  unowned(unsafe) let bodies: Bodies
  var blocks: [Block]
  var status = Status.running
  var wait: Wait?
  /// The step that waits, and with what it goes on.
  private var awaited: (step: Step, answer: Answer)?
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
  /// Whether all that is left of it is what it has sent.
  var hasFailed = false
  /// Whether the present step is an event whose time has come: it is handled in this very turn.
  var isEvent = false

  init(
    _ steps: [Step], in frame: Frame, for purpose: any BodyPurpose, owner: Body? = nil,
    _ bodies: Bodies
  ) {
    self.bodies = bodies
    self.frame = frame
    self.purpose = purpose
    self.owner = owner
    blocks = bodies.takeBlocks()
    blocks.append(Block(steps: steps, base: frame.locals.count))
    super.init(in: frame.world.kept)
  }

  /// Itself with what it waits for; the loops in which it is count their elements themselves.
  override func count(in held: inout HeldBytes) {
    held.add(bytes: 700)
    if let result { held.add(result) }
  }

  /// What it is run for, or the body that it is a tick of, where that is of such a kind.
  func purpose<Purpose: BodyPurpose>(as kind: Purpose.Type) -> Purpose? {
    purpose as? Purpose ?? owner?.purpose(as: kind)
  }

  /// Whether it is what an `every` does once.
  var isTick: Bool { (purpose as? Timer)?.isTicking ?? false }

  /// The body that waits for it.
  var caller: Body? { purpose.caller }

  /// It will go on behind a step, when time has passed or an answer is there.
  func awaits(_ step: Step) { awaited = (step, .time) }

  fileprivate func answer(_ answer: Answer) { awaited?.answer = answer }

  func takeAnswer() -> (step: Step, answer: Answer)? {
    defer { awaited = nil }
    return awaited
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
    purpose.letGo()
  }

  /// Whether what it has begun is still to be waited for.
  var isAtWork: Bool { status == .running || status == .waiting || status == .lingering }
}

/// An `every`, or a step with `after`, that has been begun.
final class Timer {
  enum Firing {
    case every(Verb.Every, interval: Int64)
    case later(Step)
  }

  let kind: Firing
  let step: Step
  /// With the locals as they were when it was begun.
  let frame: Frame
  /// Nil for those of the script.
  let owner: Body?
  /// Among those of the owner.
  fileprivate var position: Int?
  /// The next firing; nil when there is none.
  var pending: PendingWork?
  /// Its number among those that references are made to.
  var handle: Int?

  var isTicking: Bool {
    switch kind {
    case .every: true
    case .later: false
    }
  }

  fileprivate unowned(unsafe) let bodies: Bodies

  init(_ kind: Firing, step: Step, frame: Frame, owner: Body?, _ bodies: Bodies) {
    self.bodies = bodies
    self.kind = kind
    self.step = step
    self.frame = frame
    self.owner = owner
  }
}

// MARK: Purposes

/// What a body is run for: who is told when its steps are over, or have failed.
protocol BodyPurpose: AnyObject {
  /// Its steps are over; with what `return` gave. Timers of it may still run.
  func ended(_ body: Body, _ value: Value?)

  /// It goes on behind a wait.
  func resumes(_ body: Body)

  /// Nothing of it is at work any more.
  func completed(_ body: Body)

  /// It has failed, and what it had begun is cancelled, but for what it has sent. Comes once more
  /// where that fails too.
  func failed(_ body: Body, _ error: RunError)

  /// Nobody wants it to go on: ends it and all that it has begun.
  func cancel(_ body: Body)

  /// The body that waits for this one.
  var caller: Body? { get }

  /// What is told of it as part of the world's state.
  var purposeParts: [StatePart] { get }

  /// Lets go of who waits for the body, when the world ends.
  func letGo()
}

extension BodyPurpose {
  var caller: Body? { nil }
  func ended(_ body: Body, _ value: Value?) {}
  func resumes(_ body: Body) {}
  func completed(_ body: Body) {}
  func cancel(_ body: Body) { body.bodies.drop(body) }
  func letGo() {}
}

/// Part of the present turn of somebody who looks at the outcome, under a name for reports.
final class NamedPart: BodyPurpose {
  private let subject: String
  private unowned(unsafe) let bodies: Bodies

  init(_ subject: String, _ bodies: Bodies) {
    self.subject = subject
    self.bodies = bodies
  }

  func failed(_ body: Body, _ error: RunError) { bodies.world.report(error.about(subject)) }

  var purposeParts: [StatePart] { [.text(subject)] }
}

/// A tick or a delayed step.
extension Timer: BodyPurpose {
  func completed(_ body: Body) { if let owner { bodies.partEnded(body, of: owner) } }

  var purposeParts: [StatePart] { [.step(step)] + ownerParts }

  private var ownerParts: [StatePart] { owner.map { [.text("of"), .named($0)] } ?? [] }

  func failed(_ body: Body, _ error: RunError) { failed(error) }

  func failed(_ error: RunError) {
    bodies.cancel(self)
    guard let owner, owner.isAtWork else { return bodies.world.report(error.naming(subject)) }
    bodies.leave(owner)
    bodies.failed(owner, error)
  }

  /// What a report of it is about: the message or the action that it sends, or else where it ticks.
  private var subject: String {
    if case .later(let step) = kind, case .turn(.event(let verb)) = step.verb { return verb.words }
    return about(at: nil)
  }
}

// MARK: Turns

extension Body: ScheduledWork {
  func take() { bodies.door.goOn(in: frame) { bodies.resume(self) } }

  var waitingStep: Step? { awaited?.step }

  func about(at step: Step?) -> String {
    let keyword = step?.keyword.text ?? ""
    return frame.world.owner(of: frame).map { "\($0) (\(keyword))" } ?? keyword
  }

  var turnParts: [StatePart] {
    guard status == .waiting else { return [.text("a body that is over goes on")] }
    return switch awaited?.answer {
    case .time, nil: [.named(self), .text("goes on")]
    case .value(let value): [.named(self), .text("hears"), .value(value)]
    case .error(let error): [.named(self), .text("hears of"), .error(error)]
    }
  }

  func count(pending held: inout HeldBytes) {
    switch awaited?.answer {
    case .value(let value): held.add(value)
    case .error(let error): error.count(in: &held)
    case .time, nil: break
    }
  }
}

extension Body: PromiseWaiter {
  var waiterParts: [StatePart] { [.named(self)] }

  func answered(_ promise: Promise) {
    answer(promise.resumption)
    bodies.world.post(self)
  }
}

/// At work at the answer of a call.
extension Body: PromiseWorker {
  func cancel(workAt promise: any AnyPromise) { bodies.cancel(self) }
}

extension Timer: ScheduledWork {
  func take() { bodies.door.goOn(in: frame) { bodies.fire(self) } }

  func about(at step: Step?) -> String {
    let keyword = self.step.keyword.text
    return bodies.world.owner(of: frame).map { "\($0) (\(keyword))" }
      ?? "`\(keyword)` of the script"
  }

  var turnParts: [StatePart] { parts + ownerParts }

  /// What is told of it beside its owner.
  var parts: [StatePart] {
    let parts: [StatePart] = [.step(step), .locals(frame.locals), .frame(frame)]
    return switch kind {
    case .every(_, let interval): parts + [.text("every"), .span(interval)]
    case .later: parts
    }
  }

  func sever() { owner?.sever() }
}
