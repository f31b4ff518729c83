import Reactor
import Scenarios

/// What decides which of the messages to an actor can be received.
protocol ActorStandings {
  func isAlive(_ actor: ActorID) -> Bool
  /// Whether nothing keeps it from its next message.
  func isFree(_ actor: ActorID) -> Bool
  /// Whether it is free, and none has arrived.
  func isIdle(_ actor: ActorID) -> Bool
  /// Who sent what has arrived and waits, in order.
  func senders(toMailOf actor: ActorID) -> [ActorID]
}

extension ActorCore: ActorStandings {
  func senders(toMailOf actor: ActorID) -> [ActorID] { mail(of: actor).map(\.sender) }
}

/// Picks out of the ready turns those that can be taken now: of what keeps an order the first.
struct ReadyLines {
  private enum Line: Hashable {
    case actor(ActorID)
    case sender(ActorID, ActorID)
    case store(String)
    case reactor(Int)
    case queue(UInt32)
  }

  private let standings: any ActorStandings
  private let coverage: Coverage?
  private let delivery: Exploration.Delivery
  private var taken: Set<Line> = []

  init(
    _ delivery: Exploration.Delivery, _ standings: any ActorStandings, _ coverage: Coverage?
  ) {
    self.delivery = delivery
    self.standings = standings
    self.coverage = coverage
  }

  /// The next one, by its place among all that are ready.
  mutating func add(_ turn: ReadyTurn, _ place: Int, _ options: inout NextMoves) {
    switch turn {
    case .other: options.moves.append(.ready(place))
    case .element(let reactor, _, _): first(.reactor(reactor), place, &options)
    case .dispatch(let store, _, _): first(.store(store), place, &options)
    case .queued(let party, _): first(.queue(party), place, &options)
    case .next(let actor): next(actor, place, &options)
    case .message(let envelope, let actor): message(envelope, actor, place, &options)
    }
  }

  private mutating func first(_ line: Line, _ place: Int, _ options: inout NextMoves) {
    if taken.insert(line).inserted { options.moves.append(.ready(place)) }
  }

  /// The mailbox of an actor that is free, the first message first.
  private mutating func next(_ actor: ActorID, _ place: Int, _ options: inout NextMoves) {
    guard standings.isFree(actor) else { return }
    options.moves.append(.ready(place))
    if delivery == .causal, coverage?.hasRivals != false { return }
    let senders = standings.senders(toMailOf: actor)
    take(senders, to: actor)
    if delivery == .causal {
      if senders.contains(where: { $0 != senders[0] }) { coverage?.hasRivals = true }
      return
    }
    var known: Set<ActorID> = []
    var last: ActorID?
    for (number, sender) in senders.enumerated() {
      let isFirst = sender != last && known.insert(sender).inserted
      last = sender
      if number > 0, isFirst || delivery == .unordered {
        options.moves.append(.overtaking(actor, .mail(number)))
      }
    }
  }

  private mutating func message(
    _ envelope: Envelope, _ actor: ActorID, _ place: Int, _ options: inout NextMoves
  ) {
    guard standings.isAlive(actor) else { return first(.actor(actor), place, &options) }
    guard standings.isFree(actor) else { return }
    let isIdle = standings.isIdle(actor)
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
    guard let coverage, !coverage.hasRivals else { return }
    let senders = standings.senders(toMailOf: actor)
    let isOwnFirst = taken.insert(.sender(envelope.sender, actor)).inserted
    let isHeldUp = !senders.isEmpty || taken.contains(.actor(actor))
    if isHeldUp, isOwnFirst, !senders.contains(envelope.sender) { coverage.hasRivals = true }
  }

  /// Those of the mailbox come before all that is on its way from the same sender.
  private mutating func noteMail(of actor: ActorID) {
    take(standings.senders(toMailOf: actor), to: actor)
  }

  private mutating func take(_ senders: [ActorID], to actor: ActorID) {
    var last: ActorID?
    for sender in senders where sender != last {
      taken.insert(.sender(sender, actor))
      last = sender
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
