import Scenarios

// What explorations say: in no script, and so with no names in sight but their own.
extension TypeWalk {
  mutating func visitExplorations(of file: ScenarioFile) {
    for formula in file.sometimes { use(formula, .bool("a property")) }
    for exploration in file.explorations { visit(exploration) }
  }

  /// What stands there itself; what a scenario has from the file is the file's.
  private mutating func visit(_ exploration: Exploration) {
    let inherited = exploration.inherited
    if let start = exploration.start, !inherited.contains(.start) {
      visit(start.elements, start.condition) { walk in
        for change in start.changes { walk.put(change) }
      }
    }
    if !inherited.contains(.events) {
      for event in exploration.events {
        visit(event.elements, event.condition) { $0.visit([event.step]) }
      }
    }
    if !inherited.contains(.sometimes) {
      for formula in exploration.sometimes { use(formula, .bool("a property")) }
    }
  }

  private mutating func visit(
    _ elements: [ControlVerb.Definition], _ condition: Formula?,
    _ body: (inout TypeWalk) -> Void
  ) {
    with(locals: []) { walk in
      for element in elements {
        let content = walk.content(element.value, .elements("what `for` goes over"))
        walk.bindElement(element.name.number, of: content)
      }
      if let condition { walk.use(condition, .bool("the condition of `when`")) }
      body(&walk)
    }
  }
}
