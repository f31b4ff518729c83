import Scenarios
import Values

/// Who is made with whom: what `children` say must be a forest of actors of which there is one each.
struct ActorTree {
  private let actors: [ActorDeclaration]
  /// By the numbers of the model; those that exist.
  private let children: [[Int]]

  init(_ actors: [ActorDeclaration]) {
    self.actors = actors
    children = actors.map { actor in
      actor.children.map(\.number).filter(actors.indices.contains)
    }
  }

  func check(_ problems: inout Problems) {
    guard children.contains(where: { !$0.isEmpty }) else { return }
    ReadingCycles(children).report(
      "an actor is its own child", of: actors.map(\.name), &problems)
    var parents: [Int: Name] = [:]
    for actor in actors {
      if actor.isPool, let first = actor.children.first {
        problems.error(
          .contradiction, "the workers of a pool cannot all have the one \"\(first.text)\"",
          at: first.span, help: ["let each make its own: spawn: \(first.text)"])
        continue
      }
      for child in actor.children where actors.indices.contains(child.number) {
        if let earlier = parents[child.number] {
          let isTwice = actor.children.contains { $0.span == earlier.span }
          problems.error(
            .duplicateName,
            "\"\(child.text)\" is a child of \(isTwice ? "\"\(actor.name.text)\" twice" : "two actors")",
            at: child.span, related: [.init(earlier.span, "the first makes it here")])
          continue
        }
        parents[child.number] = child.name
        checkProvider(actors[child.number], of: child.name, parent: actor.name, &problems)
      }
    }
  }

  private func checkProvider(
    _ child: ActorDeclaration, of name: Name, parent: Name, _ problems: inout Problems
  ) {
    switch child.provider {
    case .singleton, .pool: return
    case .instance: break
    }
    problems.error(
      .contradiction,
      "\"\(name.text)\" cannot be made with \"\(parent.text)\": it is an instance, made at the start",
      at: name.span, help: ["leave out its \"provider\""],
      related: [.init(child.name.span, "it is defined here")])
  }
}

extension ActorDeclaration {
  var isPool: Bool {
    if case .pool = provider { return true }
    return false
  }
}
