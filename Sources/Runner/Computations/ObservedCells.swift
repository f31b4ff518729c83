import Reactor
import Scenarios
import Values

/// The cells that do something when they come to be observed, and when they are no more.
final class ObservedCells {
  private(set) var all: [ObservedCell] = []
  private let bodies: Bodies

  init(_ bodies: Bodies) { self.bodies = bodies }

  /// Before any computation is made.
  func start() throws(RunError) {
    for (index, cell) in bodies.world.model.cells.enumerated()
    where !cell.observed.isEmpty || !cell.unobserved.isEmpty {
      let observed = ObservedCell(index, bodies)
      switch try bodies.world.made(index) {
      case .input(let record):
        record.onObserved { [unowned observed] in observed.turned(true) }
        record.onUnobserved { [unowned observed] in observed.turned(false) }
      case .derived(let derived, _):
        derived.onObserved { [unowned observed] in observed.turned(true) }
        derived.onUnobserved { [unowned observed] in observed.turned(false) }
      case .waiting, .starting: continue
      }
      all.append(observed)
    }
  }

  func close() {
    for cell in all { cell.sever() }
    all = []
  }
}

/// One of them. What it does is a turn of its own, behind the flush in which that showed.
final class ObservedCell {
  let index: Int
  private unowned(unsafe) let bodies: Bodies
  /// Whether a computation depends on it.
  private(set) var isObserved = false
  /// Whether what is done for that has begun, and has not been ended.
  private(set) var isAtWork = false
  private var isPosted = false
  /// The steps that are done while it is observed, or behind that, as long as they run.
  private(set) var body: Body?

  fileprivate init(_ index: Int, _ bodies: Bodies) {
    self.index = index
    self.bodies = bodies
  }

  private var cell: CellDeclaration { bodies.world.model.cells[index] }

  fileprivate func turned(_ isObserved: Bool) {
    self.isObserved = isObserved
    if isPosted { return }
    isPosted = true
    bodies.world.post(self)
  }

  private func run(_ steps: [Step]) {
    if let body { bodies.cancel(body) }
    body = nil
    if steps.isEmpty { return }
    let frame = Frame(world: bodies.world, own: .cell(index))
    let body = Body(steps, in: frame, for: self, bodies)
    self.body = body
    bodies.run(body)
  }

  func sever() {
    let body = body
    self.body = nil
    body?.sever()
  }
}

extension ObservedCell: ScheduledWork {
  func take() {
    isPosted = false
    // What has come and gone meanwhile has not happened.
    if isObserved == isAtWork { return }
    isAtWork = isObserved
    run(isAtWork ? cell.observed : cell.unobserved)
  }

  func about(at step: Step?) -> String {
    "\(cell.name.text) (\(isObserved ? "observed" : "unobserved"))"
  }

  var turnParts: [StatePart] {
    [.text("\(cell.name.text) is \(isObserved ? "observed" : "observed no more")")]
  }
}

extension ObservedCell: BodyPurpose {
  func completed(_ body: Body) { if body === self.body { self.body = nil } }

  func failed(_ body: Body, _ error: RunError) {
    bodies.world.report(error.about(cell.name.text))
  }

  var purposeParts: [StatePart] {
    [.text("\(cell.name.text) \(isAtWork ? "observed" : "unobserved")")]
  }

  func letGo() { body = nil }
}
