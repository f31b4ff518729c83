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
    unsettledLog.computationRuns[number] += 1
    let mark = trail.begin(TraceEvent(.ran, name, count: unsettledLog.computationRuns[number]))
    defer {
      trail.end(mark)
      lendAgain()
    }
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
    unsettledLog.emit(name, value, measure)
    trail.add(TraceEvent(.emitted, name, value))
    if let part = channel == nil ? frame.part : part {
      keep(emission: value, of: part)
      oracle?.note(emissionOf: part, isOwn: channel == nil)
    }
    if unsettledLog.size > WorkLimits.emitted {
      throw RunError(
        .workLimit, "one step emitted more than \(WorkLimits.emitted >> 20) MB", kind: .budget,
        at: nil)
    }
  }
}
