import Reactor
import Scenarios
import Values

/// All actors of one name.
final class ActorKind {
  let declaration: ActorDeclaration
  /// Among the model's actors.
  let index: Int
  /// The one actor, where it is no pool; nil until it is needed.
  var one: ActorRun?
  /// Its workers, where it is a pool.
  var pool: ActorPool?
  /// In the order of spawning, dead ones too.
  var spawned: [ActorRun] = []
  /// How many have been made that have a number: those that were spawned, or the workers of a pool.
  var count = 0

  init(_ declaration: ActorDeclaration, index: Int) {
    self.declaration = declaration
    self.index = index
  }

  var name: String { declaration.name.text }

  /// One of its behaviors; nil where it has none.
  func behavior(_ number: Int) -> ActorDeclaration.Behavior? {
    declaration.behaviors.isEmpty ? nil : declaration.behaviors[number]
  }

  /// Whether an actor stands for its name.
  var isMade: Bool { one != nil || pool?.isEmpty == false }

  /// Gives it workers, where it is a pool.
  func join(_ core: ActorCore) {
    guard case .pool(let size) = declaration.provider else { return }
    pool = ActorPool(declaration.router.policy, size: size, isNoted: true, of: core)
  }
}

extension Actors {
  // MARK: Making

  /// The one actor of a kind that is no pool, made where it has not been.
  func single(_ kind: ActorKind) throws(RunError) -> ActorRun {
    if let run = kind.one { return run }
    return try makeFirst(kind)
  }

  /// A child is made with its parent, and earlier where the parent's setup needs it.
  @discardableResult
  func makeFirst(_ kind: ActorKind) throws(RunError) -> ActorRun {
    var parent: ActorRun?
    if let index = kind.declaration.parent {
      parent = try single(kinds[index])
      if let run = kind.one { return run }
    }
    return try make(kind, under: parent) { kind.one = $0 }
  }

  /// A new actor; `keeping` gives it its place before its setup runs, which goes as far as it can
  /// without waiting.
  @discardableResult
  func make(
    _ kind: ActorKind, under parent: ActorRun?, arguments: Value = .null,
    spawnedBy step: Step? = nil, isRestart: Bool = false, keeping: (ActorRun) -> Void
  ) throws(RunError) -> ActorRun {
    let id: ActorID
    let isChild = step == nil && parent != nil
    do {
      id = try core.add(
        parent: parent?.id ?? .none, mailbox: kind.declaration.mailbox.engine,
        supervision: try supervision(kind),
        restart: isChild ? kind.declaration.restart.engine : .transient)
    } catch let error as RunError {
      throw error
    } catch {
      throw RunError(
        .workLimit, "\(error), the last of them: \(kind.name)", kind: .budget,
        at: step?.keyword.span ?? kind.declaration.name.span)
    }
    let isSpawned = step != nil
    let isNumbered = isSpawned || kind.pool != nil
    if isNumbered { kind.count += 1 }
    let run = ActorRun(
      kind, id, runs.count,
      name: isNumbered ? "\(kind.name)#\(kind.count)" : kind.name,
      part: world.emitters.number(.actor, kind.index), arguments: arguments, isSpawned: isSpawned,
      self)
    run.isRestart = isRestart
    runs.append(run)
    world.memberStates.append(run.state)
    references[run.name] = run
    keeping(run)
    touch(run)
    core.begin(id)
    return run
  }

  /// What a supervision says, with its durations.
  func supervision(_ kind: ActorKind) throws(RunError) -> Reactor.Supervision? {
    guard let written = kind.declaration.supervision else { return nil }
    var engine = Reactor.Supervision(
      written.strategy.engine, restarts: written.restarts, rules: written.rules.map(\.engine))
    if let within = written.within {
      engine.within = try world.duration(within, "within", in: world.bare)
    }
    if let shortest = written.backoff?.shortest {
      let least = try world.duration(shortest, "backoff", in: world.bare)
      var most = Int64.max
      if let longest = written.backoff?.longest {
        most = try world.duration(longest, "max", in: world.bare)
      }
      engine.backoff = Reactor.Supervision.Backoff(least: least, most: max(least, most))
    }
    return engine
  }

  // MARK: Finding

  func run(_ id: ActorID) -> ActorRun { runs[Int(id.rawValue) - 1] }

  /// The same, not counted.
  func lent(_ id: ActorID) -> Lent<ActorRun> { Lent(runs[Int(id.rawValue) - 1]) }

  /// Those of its actors that messages to its name go to, as far as they have been made.
  func members(of kind: ActorKind) -> [ActorRun] {
    kind.pool.map { $0.members.map { run($0) } } ?? kind.one.map { [$0] } ?? []
  }

  // A pool is told of every worker whose load may have changed: at whatever ends, begins or reaches it.
  func noteLoad(of run: ActorRun) { if let place = run.place { run.kind.pool?.note(place) } }

  func beginWork(of run: ActorRun) { if let place = run.place { run.kind.pool?.enter(place) } }

  func endWork(of run: ActorRun) { if let place = run.place { run.kind.pool?.leave(place) } }

  /// The actor whose body it is.
  func actor(of frame: Frame) -> ActorRun? {
    if case .member(let index)? = frame.own { return runs[index] }
    return nil
  }

  func goOn(in frame: Frame, _ work: () -> Void) {
    guard let run = actor(of: frame) else { return work() }
    beginWork(of: run)
    core.goOn(run.id, work)
    endWork(of: run)
  }

  /// The actors that a step names: the one that a reference means, or all of a kind that live.
  func named(_ recipient: Recipient, in frame: Frame) throws(RunError) -> [ActorRun] {
    if let run = try meant(by: recipient, in: frame) { return [run] }
    guard case .declared(let name) = recipient else { return [] }
    let kind = kinds[name.number]
    if kind.pool == nil { return [try single(kind)] }
    return members(of: kind).filter { core.isAlive($0.id) }
  }

  /// The very actor that is meant; nil for the name of a declaration, which may stand for many.
  func meant(by recipient: Recipient, in frame: Frame) throws(RunError) -> ActorRun? {
    switch recipient {
    case .declared: return nil
    case .local(let name): return try referred(frame.locals[name.number], name.name)
    case .computed(let formula):
      return try referred(try world.evaluate(formula, in: frame), recipient.name)
    case .numbered(let name):
      if let run = references[name.text] { return run }
      let kind = kinds[name.number]
      throw RunError(
        .notAnActor,
        "there is no \(name.text): \(kind.count.counted("actor")) of that name "
          + "\(kind.count == 1 ? "has" : "have") been \(kind.pool == nil ? "spawned" : "made")",
        at: name.name.span,
        help: [
          kind.pool == nil
            ? "they are counted from 1, as they are spawned"
            : "the workers of a pool are counted from 1, and made when there is work for them"
        ])
    }
  }

  /// The actor that a reference means.
  private func referred(_ value: Value, _ name: Name) throws(RunError) -> ActorRun {
    if case .string(let text) = value, let run = references[text] { return run }
    throw RunError(
      .notAnActor, "\(name.text) is no actor but \(value)", at: name.span,
      help: ["an actor is meant by its name, or by what `spawn`, `self` or `sender` gave"])
  }
}

extension ActorDeclaration.Router {
  fileprivate var policy: Router.Policy {
    switch self {
    case .firstFree: .firstFree
    case .roundRobin: .roundRobin
    case .smallestMailbox: .smallestMailbox
    case .broadcast: .broadcast
    }
  }
}

extension ActorDeclaration.Mailbox? {
  fileprivate var engine: Reactor.Mailbox {
    guard let mailbox = self else { return Reactor.Mailbox() }
    let overflow: Reactor.Mailbox.Overflow =
      switch mailbox.overflow {
      case .fail: .fail
      case .dropNew: .dropNew
      case .dropOld: .dropOld
      }
    return Reactor.Mailbox(limit: mailbox.limit, overflow: overflow)
  }
}

extension Scenarios.Supervision.Strategy {
  fileprivate var engine: Reactor.Supervision.Strategy {
    switch self {
    case .oneForOne: .oneForOne
    case .oneForAll: .oneForAll
    case .restForOne: .restForOne
    }
  }
}

extension Scenarios.Supervision.Rule {
  fileprivate var engine: Reactor.Supervision.Rule {
    let directive: Reactor.Supervision.Directive =
      switch directive {
      case .resume: .resume
      case .restart: .restart
      case .stop: .stop
      case .escalate: .escalate
      }
    return Reactor.Supervision.Rule(text.text, directive)
  }
}

extension ActorDeclaration.Restart {
  fileprivate var engine: Reactor.Supervision.Restart {
    switch self {
    case .permanent: .permanent
    case .transient: .transient
    case .temporary: .temporary
    }
  }
}
