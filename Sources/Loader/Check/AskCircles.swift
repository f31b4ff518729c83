import Scenarios
import Values

/// Asks that lead back to an actor which waits for them, and so cannot answer: by way of any number
/// of others.
struct AskCircles {
  /// A step of a reaction that waits for an answer, or hands the message on, which keeps its actor
  /// busy until that is answered.
  private struct Ask {
    let target: Node
    let keyword: Name
    let isForward: Bool
  }

  /// A reaction of an actor, by its message.
  private struct Node: Hashable {
    let actor: Int
    let message: String
  }

  /// What is looked at in all: a file with more is not searched to its end.
  private static let most = 1_000_000

  private let actors: [ActorDeclaration]
  private var nodes: [Node] = []
  private var asks: [Node: [Ask]] = [:]

  init(_ actors: [ActorDeclaration]) {
    self.actors = actors
    for (number, actor) in actors.enumerated() where !actor.isPool {
      for reaction in actor.behaviors.flatMap(\.reactions) { add(reaction, of: number) }
    }
  }

  private mutating func add(_ reaction: ActorDeclaration.Reaction, of actor: Int) {
    let node = Node(actor: actor, message: reaction.message.text)
    var found = asks[node] ?? []
    if asks[node] == nil { nodes.append(node) }
    reaction.kind.steps.eachDeep { step in
      guard step.delay == nil else { return }
      switch step.verb.use {
      case .asks(let ask): found += self.ask(ask.recipient, ask.message, step, isForward: false)
      case .forwards(let recipient, let message):
        found += self.ask(recipient, message, step, isForward: true)
      case .tells, .spawns, .restarts, .stops, .mentions, .watches, .becomes, .disturbs, .starts,
        .ends, .invalidates, .changes, .sends, .stubs, .mutates, .dispatches, .presents, .dismisses,
        .calls, .settles, nil:
        break
      }
    }
    asks[node] = found
  }

  /// Nothing of an actor that is not known by name, of a pool, or of a message that a formula gives.
  private func ask(
    _ recipient: Recipient, _ message: Case, _ step: Step, isForward: Bool
  ) -> [Ask] {
    guard case .declared(let name) = recipient, !actors[name.number].isPool,
      let written = message.name
    else { return [] }
    let target = Node(actor: name.number, message: written.text)
    return [Ask(target: target, keyword: step.keyword, isForward: isForward)]
  }

  /// - Parameter isTold: whether what goes wrong with an actor of that name is worth telling.
  func check(_ check: inout FileCheck, where isTold: (String) -> Bool) {
    var left = AskCircles.most
    var told: Set<Node> = []
    for node in nodes where !told.contains(node) {
      guard let circle = circle(from: node, &left) else { continue }
      told.formUnion(circle.map(\.target))
      told.insert(node)
      if isTold(actors[node.actor].name.text) { report(node, circle, &check) }
    }
  }

  /// The shortest way from an ask of the reaction back to its actor, by way of another one.
  private func circle(from start: Node, _ left: inout Int) -> [Ask]? {
    var ways: [(ask: Ask, before: Int?)] = []
    for ask in asks[start] ?? [] where !ask.isForward && ask.target.actor != start.actor {
      ways.append((ask, nil))
    }
    var seen = Set(ways.map(\.ask.target))
    var next = 0
    while next < ways.count, left > 0 {
      let (ask, _) = ways[next]
      for further in asks[ask.target] ?? [] {
        left -= 1
        if further.target.actor == start.actor {
          var circle = [further]
          var way: Int? = next
          while let place = way {
            circle.insert(ways[place].ask, at: 0)
            way = ways[place].before
          }
          return circle
        }
        if seen.insert(further.target).inserted { ways.append((further, next)) }
      }
      next += 1
    }
    return nil
  }

  private func report(_ start: Node, _ circle: [Ask], _ check: inout FileCheck) {
    let all = ([start] + circle.map(\.target)).map { "\(actors[$0.actor].name.text).\($0.message)" }
    let name = actors[start.actor].name.text
    check.warn(
      .deadlock,
      "asks go in a circle: \(ReadingCycles.told(all)), and \"\(name)\" answers nothing while "
        + "it waits", at: circle[0].keyword.span, help: ["to go on without waiting, write: tell"],
      related: circle.dropFirst().prefix(10).map {
        .init($0.keyword.span, $0.isForward ? "it is handed on here" : "it is asked here")
      })
  }
}
