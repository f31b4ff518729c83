import Scenarios
import Values

/// The worlds from which an exploration may begin, each by the starting values that make it.
struct Starts {
  private let start: Exploration.Start?
  private let script: Script
  private let tables: FileTables
  /// What the scenario's row binds, which its `given` sees.
  private let row: LocalValues
  private let bounds: Bounds
  private static let most = 100_000

  init(
    _ start: Exploration.Start?, _ script: Script, row: [Value], _ tables: FileTables,
    _ bounds: Bounds
  ) {
    let opening = script.localsBeforeRows
    self.row = LocalValues([Value](repeating: .null, count: opening) + row)
    self.start = start
    self.script = script
    self.tables = tables
    self.bounds = bounds
  }

  /// In the order of the lists, the last name going round first. The lists and the condition see the model
  /// as it begins without an exploration.
  func all() throws(RunError) -> [GivenValues?] {
    guard let start else { return [nil] }
    let runtime = Runtime(tables, in: bounds)
    defer { runtime.close() }
    try runtime.start(given: [GivenValues(changes: script.scenario.given, locals: row)])
    let frame = Frame(world: runtime.world)
    var starts: [GivenValues] = []
    var isTried = false
    var empty: ControlVerb.Definition?
    func add() throws(RunError) {
      isTried = true
      if let condition = start.condition, try !runtime.world.condition(condition, in: frame) {
        return
      }
      guard starts.count < Starts.most else {
        throw RunError(
          .exploredError, "there are more than \(Starts.most) worlds to begin from",
          at: start.span)
      }
      starts.append(GivenValues(changes: start.changes, locals: frame.locals))
    }
    try each(
      start.elements[...], runtime.world, frame, body: add, orEmpty: { empty = empty ?? $0 })
    if starts.isEmpty { throw Starts.nothing(start, isTried ? nil : empty) }
    return starts
  }

  /// That there is no world, and why: a list without elements, or a condition that never holds.
  private static func nothing(
    _ start: Exploration.Start, _ empty: ControlVerb.Definition?
  ) -> RunError {
    let text = "there is no world to begin from"
    guard let empty else {
      return RunError(
        .exploredError, "\(text): the condition of `start` never holds", at: start.span)
    }
    return RunError(
      .exploredError, "\(text): \"\(empty.name.text)\" goes over nothing", at: empty.value.span,
      help: ["give it at least one value, or leave `start` out"])
  }

  private func each(
    _ elements: ArraySlice<ControlVerb.Definition>, _ world: World, _ frame: Frame,
    body: () throws(RunError) -> Void, orEmpty note: (ControlVerb.Definition) -> Void
  ) throws(RunError) {
    guard let first = elements.first else { return try body() }
    let values = try world.elements(of: first.value, "for", in: frame)
    if values.isEmpty { note(first) }
    for value in values {
      frame.locals.append(value)
      try each(elements.dropFirst(), world, frame, body: body, orEmpty: note)
      frame.locals.removeSubrange(first.name.number...)
    }
  }
}
