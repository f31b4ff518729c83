import CEL
import Reactor
import Scenarios
import Values

/// Those who look at a world from outside, and what may have changed since they did.
struct Onlookers {
  /// For outcomes, properties and explanations; made when somebody first looks at a derived cell.
  fileprivate var onlooker: Glance?
  /// For a log of all that happens; nil where there is none.
  fileprivate var logger: Glance?
  /// The derived cells that the log has to look at.
  fileprivate var due: Set<Int> = []
}

// What outcomes, properties and logs read. It changes nothing: a model does the same whoever looks at it.
extension World {
  /// Reads for somebody outside of the model: derived cells are worked out beside the graph, nothing is tracked, and
  /// the log is told nothing.
  func looking<Result, Fault: Error>(_ body: () throws(Fault) -> Result) throws(Fault) -> Result {
    if reader != nil { return try body() }
    let onlooker = onlookers.onlooker ?? makeOnlooker()
    return try lookingThrough(onlooker, body)
  }

  /// The same for somebody who explains what has failed: it is no news what that reads.
  func explaining<Result>(_ body: () -> Result) -> Result {
    looking {
      let isTelling = onlookers.onlooker?.isTelling ?? false
      onlookers.onlooker?.isTelling = false
      defer { onlookers.onlooker?.isTelling = isTelling }
      return body()
    }
  }

  private func makeOnlooker() -> Glance {
    let onlooker = Glance(self, isTelling: true)
    onlookers.onlooker = onlooker
    return onlooker
  }

  private func lookingThrough<Result, Fault: Error>(
    _ glance: Glance, _ body: () throws(Fault) -> Result
  ) throws(Fault) -> Result {
    noteTouched()
    let wasPaused = trail.isPaused
    trail.setPaused(true)
    reader = glance
    defer {
      reader = nil
      trail.setPaused(wasPaused)
    }
    var result: Swift.Result<Result, Fault>?
    graph.nonreactive {
      do throws(Fault) { result = .success(try body()) } catch { result = .failure(error) }
    }
    guard let result else { preconditionFailure("a body has been called") }
    return try result.get()
  }

  /// Has those who look forget what may have become something else.
  private func noteTouched() {
    settle()
    let touched = touches.takeTouchedCells()
    onlookers.onlooker?.begin(touched: touched)
    if let logger = onlookers.logger {
      logger.begin(touched: touched)
      onlookers.due.formUnion(touched)
    }
  }

  func countLooked(in held: inout HeldBytes) {
    onlookers.onlooker?.count(in: &held)
    onlookers.logger?.count(in: &held)
  }

  // MARK: Logs

  /// Tells what a reader would get of derived cells that nobody keeps up to date, and of actors that
  /// have not been made, where that is not what was told last.
  func noteReadable() {
    guard trail.isRecording else { return }
    let (spent, left) = (limits, explanationsLeft)
    limits = WorkLimits(turns: limits.turnLimit)
    explanationsLeft = 0
    let logger = onlookers.logger ?? makeLogger()
    let found = lookingThrough(logger) { readable(logger) }
    explanationsLeft = left
    limits = spent
    for (name, slot, result) in found {
      switch result {
      case .success(let value):
        let old = told.value(of: slot)
        guard told.take(value, of: slot) else { continue }
        trail.record(TraceEvent(.readable, name, old: old, value))
      case .failure(let error):
        let text = error.text(in: name)
        guard told.take(failure: text, of: slot) else { continue }
        trail.record(TraceEvent(.unreadable, name, text: text))
      }
    }
  }

  /// At first all cells are looked at, and then those that may have become something else.
  private func makeLogger() -> Glance {
    let logger = Glance(self, isTelling: false)
    onlookers.logger = logger
    touches.beginTelling(tables.cellReads)
    touches.wantAll()
    onlookers.due = Set(cells.indices)
    return logger
  }

  private func readable(
    _ logger: Glance
  ) -> [(name: String, slot: Slot, result: Result<Value, RunError>)] {
    let due = onlookers.due.sorted()
    onlookers.due = []
    onLooking?(due)
    var found: [(name: String, slot: Slot, result: Result<Value, RunError>)] = []
    for index in due {
      let cell = model.cells[index]
      if case .derived = cell.source {
        found.append((cell.name.text, .cell(index), logger.value(of: index)))
      }
    }
    for part in door.unmade() { found.append((part.name, part.slot, .success(part.value))) }
    return found
  }
}
