import Scenarios
import Values

/// What a model can do, in the order of the file: what no run has come to of it is told.
struct CoverageReport {
  private var parts: [(part: Coverage.Part, unseen: Explored.Unseen)] = []

  init(_ maker: RunMaker) {
    let model = maker.tables.model
    for (number, reactor) in model.reactors.enumerated() {
      for (place, reducer) in reactor.reducers.enumerated() {
        add(.mutation(reactor: number, number: place), "\(reactor.name.text).\(reducer.name.text)")
      }
    }
    for (number, store) in maker.tables.stores.enumerated() {
      for name in store.reducers.keys.sorted() {
        add(.reducer(store: number, name: name), "\(store.name).\(name)")
      }
    }
    for (number, actor) in model.actors.enumerated() {
      var known: TextSet = []
      for reaction in actor.behaviors.flatMap(\.reactions)
      where known.insert(reaction.message.text) {
        add(
          .message(actor: number, name: reaction.message.text),
          "\(actor.name.text).\(reaction.message.text)")
      }
    }
    model.eachPiece { if case .steps(let steps) = $0 { addBranches(steps) } }
    for (number, event) in maker.exploration.events.enumerated() {
      let name = event.name?.text ?? "\(event.step.eventWords) (event \(number + 1))"
      add(.event(number), "event \(name)")
    }
    for fault in maker.plan.faults { add(.fault(fault), "fault \(fault.rawValue)") }
  }

  private mutating func add(
    _ part: Coverage.Part, _ words: String, at span: SourceSpan? = nil
  ) {
    parts.append((part, Explored.Unseen(words, at: span)))
  }

  private mutating func addBranches(_ steps: [Step]) {
    steps.eachDeep { step in
      guard case .control(.loop(.condition(let condition))) = step.verb else { return }
      let span = condition.formula.span
      if !condition.then.isEmpty { add(.branch(span, true), "branch", at: step.keyword.span) }
      if !condition.otherwise.isEmpty { add(.branch(span, false), "else", at: step.keyword.span) }
    }
  }

  func unseen(_ coverage: Coverage) -> [Explored.Unseen] {
    parts.filter { !coverage.seen.contains($0.part) }.map(\.unseen)
  }

  /// The places, among all of what a model can do, of what runs have come to.
  func seenPlaces(_ coverage: Coverage) -> [Int] {
    parts.indices.filter { coverage.seen.contains(parts[$0].part) }
  }
}
