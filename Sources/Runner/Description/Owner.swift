import Reactor
import Scenarios

/// Whose something is that is under way, as far as it shows in what is told of somebody.
enum Owner: Equatable {
  /// By the number in which it was made.
  case actor(Int)
  /// By its number among its kind, as the others.
  case reactor(Int)
  case store(Int)
  case service(Int)
  case script
}

extension Body {
  /// The actor to whose work or setup it belongs.
  var actor: ActorRun? { purpose(as: Work.self)?.actor ?? purpose(as: ActorRun.self) }

  /// The reactor of which it makes mutations.
  var mutating: MutationSource? { purpose(as: MutationSource.self) }

  /// The open call that it answers.
  var call: Promise? {
    guard let call = purpose(as: MethodBody.self)?.promise else { return nil }
    return call.isPending ? call : nil
  }

  /// A method's belongs to who waits for the answer in the end. Nil where it is nobody's: of a middleware,
  /// of `else` and `tap`, and of a method whose answer nobody waits for, or the script.
  var whose: Owner? {
    if let actor { return .actor(actor.number) }
    if let mutating { return .reactor(mutating.reactor.index) }
    return (call?.waiter as? Body)?.whose
  }
}

extension Promise {
  /// Who waits for it in the end; nil where nobody does, and where it is nobody's.
  var whose: Owner? {
    switch waiter {
    case nil: nil
    case is ScriptCall: .script
    case let body as Body: body.whose
    case let work as Work: .actor(work.actor.number)
    case let gathering as Gathering: gathering.promise.whose
    case .some: nil
    }
  }
}

extension Runtime {
  /// Whose turn it is; nil where it is nobody's.
  func owner(of turn: Turn) -> Owner? {
    if turn.party == 0 {
      // What an operator lets out later is called by its reactor.
      let label = world.scheduler.describe(turn)
      let name = label.prefix { $0 != " " && $0 != "." }
      return reactors.all.firstIndex { $0.name == name }.map { .reactor($0) }
    }
    guard turn.party == world.party else { return nil }
    return switch world.scheduled[turn.word] {
    case let body as Body: body.whose
    case let work as Work: .actor(work.actor.number)
    case let timer as Timer: timer.owner?.whose
    case let timeout as Timeout: timeout.promise.whose
    case is ScriptCall: .script
    case .some, nil: nil
    }
  }

  /// Whether a turn is that of a step with `after`, which is due.
  func isDelayedEvent(_ turn: Turn) -> Bool {
    guard turn.party == world.party, let timer = world.scheduled[turn.word] as? Timer else {
      return false
    }
    return switch timer.kind {
    case .later: true
    case .every: false
    }
  }
}
