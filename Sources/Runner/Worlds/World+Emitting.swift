import Reactor
import Scenarios
import Values

extension World {
  /// Runs untracked, so that nothing read or made inside belongs to the running computation.
  func untracked<Result>(_ body: () throws(RunError) -> Result) throws(RunError) -> Result {
    do {
      return try graph.nonreactive(body)
    } catch let error as RunError {
      throw error
    } catch {
      throw RunError(engine: error)
    }
  }

  /// One run of a computation, of which the log tells.
  @inline(__always)
  func tellRun(of number: Int, _ name: String, _ body: () throws(RunError) -> Void) throws {
    log.computationRuns[number] += 1
    let mark = trail.begin(TraceEvent(.ran, name, count: log.computationRuns[number]))
    defer { trail.end(mark) }
    do throws(RunError) { try body() } catch {
      trail.add(TraceEvent(.failed, name, text: error.text))
      throw error.about(name)
    }
  }

  /// Emits under a channel, or under the name of the part at work.
  /// `part` is what the channel is named like.
  func emit(
    _ value: Value, to channel: String? = nil, of part: Int? = nil, _ frame: Frame
  ) throws(RunError) {
    guard let name = channel ?? self.name(of: frame) else {
      preconditionFailure("a bare emit in a script passed the loader")
    }
    let measure = value.measure
    settle()
    try unsettledLimits.take(measure.cost)
    log.emit(name, value, measure)
    trail.add(TraceEvent(.emitted, name, value))
    if let part = channel == nil ? frame.part : part {
      keep(emission: value, of: part)
    }
    if log.size > WorkLimits.emitted {
      throw RunError(
        .workLimit, "one step emitted more than \(WorkLimits.emitted >> 20) MB", kind: .budget,
        at: nil)
    }
  }

  /// Does what `tellRun` of an `emit` does, which comes to a scalar behind a formula of that cost, where no limit is
  /// near and nobody wants to know how it goes. Elsewhere false, and nothing has happened. The number is the
  /// computation's, and its part's.
  @inline(__always)
  func emitPlainly(_ scalar: ScalarValue, as name: String, of number: Int, behind cost: Int) -> Bool
  {
    guard oracle == nil, log.size < WorkLimits.emitted - StepLog.emissionSize,
      takeEmission(behind: cost)
    else { return false }
    log.computationRuns[number] += 1
    let value = Value(scalar)
    log.emit(name, value, Measure())
    keep(emission: value, of: number)
    return true
  }
}
