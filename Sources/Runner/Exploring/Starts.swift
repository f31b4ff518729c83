import Scenarios
import Values

/// The worlds from which an exploration may begin, each by the starting values that make it.
struct Starts {
  private let start: Exploration.Start?
  private let script: Script
  private let tables: FileTables
  private let bounds: Bounds

  init(
    _ start: Exploration.Start?, _ script: Script, _ tables: FileTables, _ bounds: Bounds
  ) {
    self.start = start
    self.script = script
    self.tables = tables
    self.bounds = bounds
  }

  /// In the order of the lists, the last name going round first. Formulas see the model as it begins
  /// without an exploration.
  func all() throws(RunError) -> [[Assignment]] {
    guard let start else { return [[]] }
    let runtime = Runtime(tables, in: bounds)
    defer { runtime.close() }
    try runtime.start(given: script.scenario.given, locals: [])
    let frame = Frame(world: runtime.world)
    var starts: [[Assignment]] = []
    try each(start.elements[...], runtime.world, frame) { () throws(RunError) in
      if let condition = start.condition, try !runtime.world.condition(condition, in: frame) {
        return
      }
      var changes: [Assignment] = []
      for change in start.changes {
        var value = change.value
        value.content = .value(try runtime.world.value(of: change.value, in: frame))
        changes.append(Assignment(path: change.path, value: value))
      }
      starts.append(changes)
    }
    return starts
  }

  private func each(
    _ elements: ArraySlice<ControlVerb.Definition>, _ world: World, _ frame: Frame,
    _ body: () throws(RunError) -> Void
  ) throws(RunError) {
    guard let first = elements.first else { return try body() }
    for value in try world.elements(of: first.value, "for", in: frame) {
      frame.locals.append(value)
      try each(elements.dropFirst(), world, frame, body)
      frame.locals.removeSubrange(first.name.number...)
    }
  }
}
