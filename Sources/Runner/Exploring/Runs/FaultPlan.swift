import Reactor
import Scenarios

/// Which faults may befall whom, as an exploration says, and how many of them.
struct FaultPlan {
  private struct Message: Hashable {
    let actor: Int
    let name: String
  }

  private struct Method: Hashable {
    let service: Int
    let number: Int
  }

  /// Whom one fault may befall.
  private struct Targets {
    var isEverything = false
    var actors: Set<Int> = []
    var messages: Set<Message> = []
    var methods: Set<Method> = []
  }

  private var targets: [Exploration.Fault: Targets] = [:]
  /// In the order of the file.
  let faults: [Exploration.Fault]
  let budget: Exploration.Budget

  init(_ exploration: Exploration) {
    budget = exploration.budget
    var faults: [Exploration.Fault] = []
    for rule in exploration.faults {
      if !faults.contains(rule.fault) { faults.append(rule.fault) }
      for target in rule.targets {
        switch target {
        case .everything: targets[rule.fault, default: Targets()].isEverything = true
        case .actor(let actor):
          targets[rule.fault, default: Targets()].actors.insert(actor.number)
        case .message(let actor, let message):
          targets[rule.fault, default: Targets()].messages.insert(
            Message(actor: actor.number, name: message.text))
        case .method(let method):
          targets[rule.fault, default: Targets()].methods.insert(
            Method(service: method.service.number, number: method.method.number))
        }
      }
    }
    self.faults = faults
  }

  /// Whether it makes a difference to turns of actors which faults there have been: some strike inside of
  /// them, some leave something waiting, and some ask who has had a turn.
  var hasFaultsInTurns: Bool {
    faults.contains { fault in
      switch fault {
      case .drop, .duplicate: false
      case .delay, .crash, .crashMidway, .reject: true
      }
    }
  }

  /// How many faults there may be in a run; none where there are none to choose from.
  var mostFaults: Int {
    switch budget {
    case .total(let most): faults.isEmpty ? 0 : most
    case .each(let most): faults.reduce(0) { $0 + most[$1, default: 0] }
    }
  }

  func mayBefall(_ fault: Exploration.Fault, actor: Int) -> Bool {
    guard let targets = targets[fault] else { return false }
    return targets.isEverything || targets.actors.contains(actor)
  }

  func mayBefall(_ fault: Exploration.Fault, actor: Int, message: String) -> Bool {
    mayBefall(fault, actor: actor)
      || targets[fault]?.messages.contains(Message(actor: actor, name: message)) == true
  }

  func mayBefall(_ fault: Exploration.Fault, service: Int, method: Int) -> Bool {
    guard let targets = targets[fault] else { return false }
    return targets.isEverything
      || targets.methods.contains(Method(service: service, number: method))
  }
}

/// The faults of a run so far.
struct FaultCount {
  private(set) var spent: [Exploration.Fault: Int] = [:]
  private(set) var total = 0

  func allows(_ fault: Exploration.Fault, _ budget: Exploration.Budget) -> Bool {
    switch budget {
    case .total(let most): total < most
    case .each(let most): spent[fault, default: 0] < most[fault, default: 0]
    }
  }

  mutating func add(_ fault: Exploration.Fault) {
    spent[fault, default: 0] += 1
    total += 1
  }

  /// What it is as part of a state: only what is left counts.
  func words(_ budget: Exploration.Budget) -> String {
    switch budget {
    case .total: "\(total)"
    case .each:
      Exploration.Fault.allCases.map { "\(spent[$0, default: 0])" }.joined(separator: " ")
    }
  }
}

/// An actor that a fault may befall, with what waits for it.
struct DisturbableActor {
  /// A message, by its place and its name.
  typealias Waiting = (place: WaitingPlace, name: String?)

  let id: ActorID
  let kind: Int
  let isAlive: Bool
  /// Whether it has had a turn.
  let hasBegun: Bool
  let waiting: [Waiting]
}

extension NextMoves {
  /// Adds the faults that may still befall some of the actors behind so many others: each message that
  /// waits; of those that can be delayed only the next of each actor.
  mutating func addFaults(
    of plan: FaultPlan, behind count: FaultCount, _ actors: () -> [DisturbableActor]
  ) {
    if !plan.faults.contains(where: { count.allows($0, plan.budget) }) { return }
    let actors = actors().filter(\.isAlive)
    for fault in plan.faults where count.allows(fault, plan.budget) {
      switch fault {
      case .drop, .duplicate, .delay:
        for actor in actors { add(fault, of: plan, to: actor) }
      case .crash:
        for actor in actors where actor.hasBegun && plan.mayBefall(.crash, actor: actor.kind) {
          moves.append(.crash(actor.id))
        }
      // These are chosen inside turns.
      case .crashMidway, .reject: break
      }
    }
  }

  private mutating func add(
    _ fault: Exploration.Fault, of plan: FaultPlan, to actor: DisturbableActor
  ) {
    for (number, waiting) in actor.waiting.enumerated() where fault != .delay || number == 0 {
      if let name = waiting.name, plan.mayBefall(fault, actor: actor.kind, message: name) {
        moves.append(.message(fault, actor.id, waiting.place))
      }
    }
  }
}
