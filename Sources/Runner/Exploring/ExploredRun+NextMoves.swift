import Reactor
import Scenarios
import Values

// What can happen next.
extension ExploredRun {
  /// All that can, in its order. A condition of an event that fails is a violation.
  func options() throws(ExploredFault) -> NextMoves {
    var options = NextMoves()
    addReady(&options)
    options.isQuiet = options.moves.isEmpty
    addScripts(&options)
    addDelayed(&options)
    options.hasDefault = !options.moves.isEmpty
    try addEvents(&options)
    addFaults(&options)
    return options
  }

  // MARK: Ready turns

  private func addReady(_ options: inout NextMoves) {
    var lines = ReadyLines(self)
    for place in 0..<world.scheduler.readyCount {
      lines.add(world.scheduler.ready(place), place, &options)
    }
  }

  // MARK: Scripts

  private func addScripts(_ options: inout NextMoves) {
    if run.threads != nil {
      for number in run.openThreads { options.moves.append(.thread(number)) }
    } else if options.isQuiet {
      if case .over = run.phase { return }
      options.moves.append(.script)
    }
  }

  /// What was delayed and can be taken now.
  private func addDelayed(_ options: inout NextMoves) {
    for (place, delayed) in delayed.enumerated() {
      if case .message(_, let actor) = delayed.content, actors.core.isAlive(actor),
        !actors.core.isFree(actor)
      {
        continue
      }
      options.moves.append(.delayed(place))
    }
  }

  // MARK: Events

  private func addEvents(_ options: inout NextMoves) throws(ExploredFault) {
    if exploration.events.isEmpty { return }
    let isOut = exploration.steps.map { eventCount >= $0 } ?? false
    let first = options.moves.count
    for (number, event) in exploration.events.enumerated() {
      if event.isSettled, !options.isQuiet { continue }
      try addEvent(number, event, &options)
    }
    if isOut, options.moves.count > first {
      options.isOutOfSteps = true
      options.moves.removeLast(options.moves.count - first)
    }
  }

  /// Adds every way in which an event can happen now.
  func addEvent(
    _ number: Int, _ event: Exploration.Event, _ options: inout NextMoves
  ) throws(ExploredFault) {
    world.trail.setPaused(true)
    world.isAsking = true
    defer {
      world.trail.setPaused(false)
      world.isAsking = false
    }
    let frame = Frame(world: world, isScript: true)
    do throws(RunError) {
      var known = KnownElements()
      try world.untracked { () throws(RunError) in
        try each(event.elements[...], in: frame) { () throws(RunError) in
          let values = (0..<frame.locals.count).map { frame.locals[$0] }
          guard event.elements.isEmpty || known.insert(values) else { return }
          if let condition = event.condition, try !world.condition(condition, in: frame) { return }
          options.moves.append(.event(number, values))
        }
      }
    } catch {
      throw ExploredFault(error, of: event)
    }
  }

  /// Does something for each element of the first list, and for it each of the next.
  private func each(
    _ elements: ArraySlice<ControlVerb.Definition>, in frame: Frame,
    _ body: () throws(RunError) -> Void
  ) throws(RunError) {
    guard let first = elements.first else { return try body() }
    for value in try world.elements(of: first.value, "for", in: frame) {
      frame.locals.append(value)
      try each(elements.dropFirst(), in: frame, body)
      frame.locals.removeSubrange(first.name.number...)
    }
  }

  // MARK: Faults

  private func addFaults(_ options: inout NextMoves) {
    for fault in plan.faults where faults.allows(fault, plan.budget) {
      switch fault {
      case .drop, .duplicate, .delay: addMessages(fault, &options)
      case .crash:
        for run in actorsInOrder
        where plan.mayBefall(.crash, actor: run.kind.index) && begun.contains(run.number)
          && actors.core.isAlive(run.id)
        {
          options.moves.append(.crash(run.id))
        }
      // These are chosen inside turns.
      case .crashMidway, .reject: break
      }
    }
  }

  /// By the order of the file, and not by when they were made.
  private var actorsInOrder: [ActorRun] {
    actors.runs.sorted { ($0.kind.index, $0.number) < ($1.kind.index, $1.number) }
  }

  /// Every message that waits; of those that can be delayed only the next of each actor.
  private func addMessages(_ fault: Exploration.Fault, _ options: inout NextMoves) {
    let sent = sentMessages
    for run in actorsInOrder where actors.core.isAlive(run.id) {
      var isFirst = true
      let mail = actors.core.standing(of: run.id).mail
      let waiting =
        mail.enumerated().map { (WaitingPlace.mail($0.offset), $0.element) }
        + (sent[run.id] ?? []).map { (WaitingPlace.sent($0.place), $0.envelope) }
      for (place, envelope) in waiting {
        defer { isFirst = false }
        guard fault != .delay || isFirst, let mail = actors.mails[envelope.word],
          plan.mayBefall(fault, actor: run.kind.index, message: mail.message.name)
        else { continue }
        options.moves.append(.message(fault, run.id, place))
      }
    }
  }

  private var sentMessages: [ActorID: [(place: Int, envelope: Envelope)]] {
    var sent: [ActorID: [(place: Int, envelope: Envelope)]] = [:]
    for place in 0..<world.scheduler.readyCount {
      if let (envelope, actor) = actors.core.message(of: world.scheduler.ready(place)) {
        sent[actor, default: []].append((place, envelope))
      }
    }
    return sent
  }
}

/// The values of an event's names that have come up, each once.
private struct KnownElements {
  /// By what they hash to.
  private var values: [UInt64: [[Value]]] = [:]

  /// Whether they are new. In constant time, but for hashing them.
  mutating func insert(_ new: [Value]) -> Bool {
    let hash = new.reduce(0) { ($0 &* 31) ^ $1.hash }
    let isKnown = values[hash]?.contains { $0.elementsEqual(new) { $0.isIdentical(to: $1) } }
    if isKnown == true { return false }
    values[hash, default: []].append(new)
    return true
  }
}

/// A formula of an exploration that failed.
struct ExploredFault: Error {
  let violation: Violation

  init(_ error: RunError, of event: Exploration.Event) {
    let name = event.name?.text ?? event.step.keyword.text
    var failure = Failure(
      error.kind == .budget ? .budget : .error, .exploredError,
      "the event \(name) cannot be asked for: \(error.text)",
      at: error.span ?? event.step.keyword.span, help: error.help)
    failure.parts = error.parts
    violation = Violation(failure)
  }
}

/// Picks out of the ready turns those that can be taken now: of what keeps an order the first.
private struct ReadyLines {
  private enum Line: Hashable {
    case actor(ActorID)
    case sender(ActorID, ActorID)
    case store(String)
    case reactor(Int)
    case queue(UInt32)
  }

  private let run: ExploredRun
  private let delivery: Exploration.Delivery
  private var taken: Set<Line> = []

  init(_ run: ExploredRun) {
    self.run = run
    delivery = run.exploration.delivery
  }

  mutating func add(_ turn: Turn, _ place: Int, _ options: inout NextMoves) {
    switch ReadyTurn(turn, of: run.runtime) {
    case .other: options.moves.append(.ready(place))
    case .element(let reactor, _, _): first(.reactor(reactor), place, &options)
    case .dispatch(let store, _, _): first(.store(store), place, &options)
    case .queued(let party): first(.queue(party), place, &options)
    case .next(let actor): next(actor, place, &options)
    case .message(let envelope, let actor): message(envelope, actor, place, &options)
    }
  }

  private mutating func first(_ line: Line, _ place: Int, _ options: inout NextMoves) {
    if taken.insert(line).inserted { options.moves.append(.ready(place)) }
  }

  /// The mailbox of an actor that is free, the first message first.
  private mutating func next(_ actor: ActorID, _ place: Int, _ options: inout NextMoves) {
    guard run.actors.core.isFree(actor) else { return }
    noteMail(of: actor)
    options.moves.append(.ready(place))
    if delivery == .causal {
      let mail = run.actors.core.standing(of: actor).mail
      if mail.contains(where: { $0.sender != mail[0].sender }) {
        run.world.coverage?.hasRivals = true
      }
      return
    }
    var senders: Set<ActorID> = []
    for (number, envelope) in run.actors.core.standing(of: actor).mail.enumerated() {
      let isFirst = senders.insert(envelope.sender).inserted
      if number > 0, isFirst || delivery == .unordered {
        options.moves.append(.overtaking(actor, .mail(number)))
      }
    }
  }

  private mutating func message(
    _ envelope: Envelope, _ actor: ActorID, _ place: Int, _ options: inout NextMoves
  ) {
    let core: ActorCore = run.actors.core
    guard core.isAlive(actor) else { return first(.actor(actor), place, &options) }
    guard core.isFree(actor) else { return }
    let isIdle = core.isIdle(actor)
    if delivery == .causal { noteRivals(of: envelope, actor) }
    if delivery == .causal, !isIdle { return }
    let isFirstOfAll = taken.insert(.actor(actor)).inserted
    if delivery == .causal, !isFirstOfAll { return }
    if !isIdle { noteMail(of: actor) }
    guard isFirst(envelope, of: actor) else { return }
    options.moves.append(
      isIdle && isFirstOfAll ? .ready(place) : .overtaking(actor, .sent(place)))
  }

  /// Whether the message is held up by those of another sender alone.
  private mutating func noteRivals(of envelope: Envelope, _ actor: ActorID) {
    let mail = run.actors.core.standing(of: actor).mail
    let isOwnFirst = taken.insert(.sender(envelope.sender, actor)).inserted
    let isHeldUp = !mail.isEmpty || taken.contains(.actor(actor))
    if isHeldUp, isOwnFirst, !mail.contains(where: { $0.sender == envelope.sender }) {
      run.world.coverage?.hasRivals = true
    }
  }

  /// Those of the mailbox come before all that is on its way from the same sender.
  private mutating func noteMail(of actor: ActorID) {
    for envelope in run.actors.core.standing(of: actor).mail {
      taken.insert(.sender(envelope.sender, actor))
    }
  }

  /// Whether the order of its sender's messages lets it be received now.
  private mutating func isFirst(_ envelope: Envelope, of actor: ActorID) -> Bool {
    switch delivery {
    case .causal, .unordered: true
    case .pairwise: taken.insert(.sender(envelope.sender, actor)).inserted
    }
  }
}
