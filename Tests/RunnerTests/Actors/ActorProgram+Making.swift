import Reactor
import TestSupport

/// What a random program is about.
enum ProgramMode {
  /// Everything, at instants of its own.
  case apart
  /// Messages that race in one instant, and nobody waits.
  case racing
  /// Asks without timeouts in circles.
  case circles
  /// Everything, and much of it in the same instants: here the two differ.
  case meeting
  /// A program made by hand, played as it stands.
  case bare

  /// In which the two do the same.
  static let agreed: [ProgramMode] = [.apart, .racing, .circles]
}

/// Makes programs out of random numbers.
struct ProgramMaker {
  private var random: Seeded
  private let mode: ProgramMode
  private var kinds: [ActorProgram.Kind] = []

  init(_ seed: UInt64, _ mode: ProgramMode) {
    random = Seeded(seed)
    self.mode = mode
  }

  mutating func program() -> ActorProgram {
    let count = 2 + random.below(4)
    for number in 0..<count { kinds.append(kind(number)) }
    for number in 0..<count {
      for behavior in 0..<2 {
        kinds[number].reactions.append(
          (0..<ActorProgram.messageCount).map { reaction(of: number, behavior, to: $0) })
      }
    }
    var script: [ActorProgram.ScriptStep] = []
    for value in 100...(108 + random.below(20)) { script.append(step(value)) }
    script.append(.advance(10_000_000_000))
    return ActorProgram(kinds: kinds, script: script, mode: mode)
  }

  // MARK: Kinds

  private mutating func kind(_ number: Int) -> ActorProgram.Kind {
    var kind = ActorProgram.Kind(provider: .singleton, reactions: [])
    let bosses = kinds.indices.filter {
      kinds[$0].supervision != nil && isSingle($0) && !kinds[$0].failsInSetup
    }
    switch random.below(10) {
    case 0, 1: kind.provider = .instance
    case 2, 3, 4: kind.provider = .pool(1 + random.below(3), policy())
    case 5 where number > 1: kind.provider = .spawned
    case 6...9 where !bosses.isEmpty: kind.parent = bosses[random.below(bosses.count)]
    default: break
    }
    let restarts: [Supervision.Restart] = [.permanent, .transient, .temporary]
    if kind.parent != nil { kind.restart = restarts[random.below(3)] }
    kind.failsInSetup = random.chance(4)
    if random.chance(60) { kind.supervision = supervision() }
    if random.chance(30) {
      let overflows: [Mailbox.Overflow] = [.fail, .dropNew, .dropOld]
      kind.mailbox = Mailbox(limit: 1 + random.below(3), overflow: overflows[random.below(3)])
    }
    return kind
  }

  private mutating func policy() -> Router.Policy {
    let policies: [Router.Policy] = [.firstFree, .roundRobin, .smallestMailbox, .broadcast]
    return policies[random.below(4)]
  }

  private mutating func supervision() -> Supervision {
    let strategies: [Supervision.Strategy] = [.oneForOne, .oneForAll, .restForOne]
    var supervision = Supervision(
      strategies[random.below(3)], restarts: random.below(4), within: span(), rules: rules())
    if random.chance(50) { supervision.backoff = .init(least: span() / 8, most: 1_000_000_000) }
    if supervision.backoff != nil, random.chance(20) { supervision.restarts = nil }
    return supervision
  }

  /// Of the errors that programs have, by a part of each.
  private mutating func rules() -> [Supervision.Rule] {
    let directives: [Supervision.Directive] = [.resume, .restart, .stop, .escalate]
    return ["boom", "lost", "setup", "crash"].filter { _ in random.chance(15) }.map {
      Supervision.Rule($0, directives[random.below(4)])
    }
  }

  /// Up to a second; two are hardly ever the same, unless they are to meet.
  private mutating func span() -> Int64 {
    let span = Int64(1 + random.below(1_000_000_000))
    return mode == .meeting ? (1 + span / 250_000_000) * 240_000_000 : span
  }

  private func isSingle(_ kind: Int) -> Bool {
    kinds[kind].provider == .singleton || kinds[kind].provider == .instance
  }

  /// Whose failures somebody decides about.
  private func isSupervised(_ kind: Int) -> Bool {
    kinds[kind].parent != nil || kinds[kind].provider == .spawned
  }

  // MARK: Reactions

  private mutating func reaction(
    of kind: Int, _ behavior: Int, to message: Int
  ) -> ActorProgram.Reaction? {
    if random.chance(8) { return nil }
    if behavior == 0, random.chance(8) {
      return ActorProgram.Reaction(operations: [.stash], isPromised: false)
    }
    let isPromised = random.chance(50)
    let isSlow = mode != .racing && random.chance(70)
    var operations: [ActorProgram.Operation] = []
    for number in 1...(1 + random.below(3)) {
      if isSlow { operations.append(.wait(span() / 4)) }
      let operation = operation(of: kind, at: message, number, isSlow)
      guard let operation else { continue }
      operations.append(operation)
      if case .forward = operation { break }
      if case .fail = operation { break }
    }
    if isSlow { operations.append(.wait(span() / 4)) }
    let reminds = operations.contains { if case .remind = $0 { true } else { false } }
    // With a body that is cancelled its timers end; what a typed actor reminds itself of comes.
    if reminds { operations.removeAll(where: \.isForward) }
    return ActorProgram.Reaction(operations: operations, isPromised: isPromised && !reminds)
  }

  private mutating func operation(
    of kind: Int, at message: Int, _ number: Int, _ isSlow: Bool
  ) -> ActorProgram.Operation? {
    let next = message + 1 + random.below(2)
    let canSend = next < ActorProgram.messageCount
    // At once, and between messages that take time, nothing is done that others hear of: whose turn
    // comes first in that instant is not the same.
    if mode == .apart || mode == .circles, !isSlow {
      let quiet: [ActorProgram.Operation] = [
        .count, .unstash, .become(random.below(2)),
        canSend ? remind(kind, next, number) : .count,
      ]
      return quiet[random.below(4)]
    }
    switch random.below(20) {
    case 0...2: return .count
    case 3...5: return canSend ? tell(next, number) : .count
    case 10...12 where message % 2 == 0 && message + 2 < 5 && mayForward(isSlow):
      guard let target = target({ _ in true }) else { return nil }
      return .forward(target, message: isSlow ? message + 2 : 4, number: number)
    case 6...11 where isSlow && canSend: return ask(next, number)
    case 6...9: return canSend ? tell(next, number) : .count
    case 13, 12: return .unstash
    case 14: return random.chance(isSupervised(kind) ? 100 : 40) ? .fail : .count
    case 15: return random.chance(30) ? .stop : .count
    case 16: return .become(random.below(2))
    case 17 where kinds[kind].mailbox.limit == nil:
      guard let target = target({ !$0.isPool }) else { return nil }
      return random.chance(70) ? .watch(target) : .unwatch(target)
    case 18 where !isSlow && canSend:
      return remind(kind, next, number)
    case 18, 19:
      let spawned = kinds.indices.filter { kinds[$0].provider == .spawned }
      guard let child = spawned.first, canSend else { return .count }
      return .spawn(child, message: next, number: number)
    default: return .count
    }
  }

  /// At once, an answer that waits for another's goes on in other turns than promises do.
  private func mayForward(_ isSlow: Bool) -> Bool {
    mode == .meeting || mode == .racing || isSlow
  }

  private mutating func tell(_ message: Int, _ number: Int) -> ActorProgram.Operation? {
    guard let target = tellable() else { return nil }
    return .tell(target, message: message, number: number)
  }

  private mutating func remind(
    _ kind: Int, _ message: Int, _ number: Int
  ) -> ActorProgram.Operation {
    mayBeTold(kinds[kind]) ? .remind(message: message, number: number, span()) : .count
  }

  private mutating func ask(_ message: Int, _ number: Int) -> ActorProgram.Operation? {
    guard let target = target({ _ in true }) else { return nil }
    let isEndless = random.chance(mode == .circles ? 80 : 20)
    return .ask(
      target, message: message, number: number, timeout: isEndless ? nil : span(),
      failure: random.chance(60) ? nil : mode == .meeting ? 0 : span() / 4)
  }

  /// A step that tells fails where the mailbox is full and fails its senders; typed actors hear
  /// nothing of that. So these are only asked.
  private func mayBeTold(_ kind: ActorProgram.Kind) -> Bool {
    kind.mailbox.limit == nil || kind.mailbox.overflow != .fail
  }

  private mutating func tellable() -> Int? { target(mayBeTold) }

  /// One that nobody supervises ends with its first crash, and little happens behind that. A pool
  /// crashes in a file by its workers alone.
  private mutating func crashable() -> Int? {
    target { $0.parent != nil && !$0.isPool }
      ?? (random.chance(30) ? target { !$0.isPool } : nil)
  }

  private mutating func target(_ isMeant: (ActorProgram.Kind) -> Bool) -> Int? {
    let found = kinds.indices.filter { kinds[$0].provider != .spawned && isMeant(kinds[$0]) }
    return found.isEmpty ? nil : found[random.below(found.count)]
  }

  // MARK: The script

  private mutating func step(_ value: Int) -> ActorProgram.ScriptStep {
    let message = random.below(3)
    switch random.below(mode == .circles ? 19 : 26) {
    case 0...5:
      if let kind = tellable() { return .tell(kind, message: message, value: value) }
    case 6...13:
      if let kind = target({ _ in true }) {
        let timeout = random.chance(30) ? span() : nil
        return .ask(kind, message: message, value: value, timeout: timeout)
      }
    case 19: if let kind = target({ _ in true }) { return .restart(kind) }
    case 20, 21: if let kind = crashable() { return .crash(kind) }
    case 22: if random.chance(40), let kind = target({ _ in true }) { return .stop(kind) }
    case 23...25: return .cancel(100 + random.below(value - 99))
    default: break
    }
    return .advance(span() / Int64(1 + random.below(16)))
  }
}

extension ActorProgram.Operation {
  fileprivate var isForward: Bool {
    switch self {
    case .forward: true
    case .count, .fail, .tell, .ask, .wait, .stash, .unstash, .stop, .become, .watch, .unwatch,
      .spawn,
      .remind:
      false
    }
  }
}
