import Reactor
import Scenarios
import Values

// What can happen next.
extension ExploredRun {
  /// All that can, in its order. A condition of an event that fails is a violation.
  func options() throws(ExploredFault) -> NextMoves {
    var options = NextMoves()
    if stopped != nil { return options }
    addReady(&options)
    options.isQuiet = options.moves.isEmpty
    addScripts(&options)
    addDelayed(&options)
    options.hasDefault = !options.moves.isEmpty
    try addEvents(&options)
    options.addFaults(of: plan, behind: faults) { disturbable }
    return options
  }

  // MARK: Ready turns

  private func addReady(_ options: inout NextMoves) {
    if let heads = headsOfLines {
      add(heads, to: &options, world.coverage)
      // No more are looked at than cost nothing of note, so that debug builds take what others do.
      assert(
        world.scheduler.readyCount > 200 || isAllReady(options),
        "what can be taken is another than the lines say")
    } else {
      add(0..<world.scheduler.readyCount, to: &options, world.coverage)
    }
  }

  private func add(
    _ places: some Sequence<Int>, to options: inout NextMoves, _ coverage: Coverage?
  ) {
    // Of walks nobody asks whether messages could have overtaken others.
    let coverage = exploration.schedules == .exhaustive ? coverage : nil
    var lines = ReadyLines(exploration.delivery, actors.core, coverage)
    for place in places {
      lines.add(ReadyTurn(world.scheduler.ready(place), of: runtime), place, &options)
    }
  }

  /// The places of all that may be taken, where these are much fewer than what is ready; nil where all are to be
  /// looked at.
  private var headsOfLines: [Int]? {
    let count = world.scheduler.readyCount
    if count <= ReadyIndex.few || exploration.delivery == .unordered { return nil }
    followReady()
    let heads = index.heads()
    return heads.count * 4 <= count ? heads : nil
  }

  /// Whether nothing that is ready is missing.
  private func isAllReady(_ options: NextMoves) -> Bool {
    var all = NextMoves()
    add(0..<world.scheduler.readyCount, to: &all, nil)
    return all.moves.elementsEqual(options.moves) { $0.isSame(as: $1) }
  }

  private func followReady() {
    index.follow(world.scheduler) { turn in
      switch ReadyTurn(turn, of: runtime) {
      case .message(let envelope, let actor):
        // Who sent it only counts where the first of each sender is asked for.
        let isOfAll =
          switch exploration.delivery {
          case .causal: exploration.schedules != .exhaustive
          case .pairwise: false
          case .unordered: true
          }
        return isOfAll ? .actor(actor) : .sender(envelope.sender, to: actor)
      case .element(let reactor, _, _): return .reactor(reactor)
      case .dispatch(let store, _, _): return .store(store)
      // What is queued now may be none of that later; of what is next there is one for each actor.
      case .queued, .next, .other: return nil
      }
    }
  }

  /// Whether a message may be on its way to an actor that has ended.
  var mayBeDead: Bool {
    let core = actors.core
    if core.aliveCount == core.actorCount { return false }
    if world.scheduler.readyCount <= ReadyIndex.few { return true }
    followReady()
    return index.hasTurn { !core.isAlive($0) }
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
    try options.addEvents(of: exploration, behind: eventCount) {
      (number, event, options) throws(ExploredFault) in
      try addEvent(number, event, &options)
    }
  }

  /// Adds every way in which an event can happen now.
  func addEvent(
    _ number: Int, _ event: Exploration.Event, _ options: inout NextMoves
  ) throws(ExploredFault) {
    if stopped != nil { return }
    let frame = Frame(world: world, isScript: true)
    do throws(RunError) {
      var known = KnownElements()
      try world.looking { () throws(RunError) in
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

  /// All that have been made, by the order of the file, and not by when they were made.
  private var disturbable: [DisturbableActor] {
    let sent = sentMessages
    let runs = actors.runs.sorted { ($0.kind.index, $0.number) < ($1.kind.index, $1.number) }
    return runs.map { run in
      let mail = actors.core.mail(of: run.id)
      let waiting =
        mail.enumerated().map { (WaitingPlace.mail($0.offset), $0.element) }
        + (sent[run.id] ?? []).map { (WaitingPlace.sent($0.place), $0.envelope) }
      return DisturbableActor(
        id: run.id, kind: run.kind.index, isAlive: actors.core.isAlive(run.id),
        hasBegun: begun.contains(run.number),
        waiting: waiting.map { ($0, actors.mails[$1.word]?.message.name) })
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
