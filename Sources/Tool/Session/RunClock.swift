import Runner
import Scenarios
import Values

/// The real time of a run: what ends scenarios that take longer than they may, and the run itself.
/// The one thing in the tool besides signals that makes two runs of the same files differ.
struct RunClock: Sendable {
  /// What `--timeout` says, as it was written.
  let limit: Scenario.Timeout?
  private let end: Double?

  /// Begins now.
  init(_ limit: Scenario.Timeout? = nil) {
    self.limit = limit
    end = limit.map { Console.seconds() + $0.limit.seconds }
  }

  /// Whether the run is to take up nothing more.
  var isOver: Bool { Interruption.requested != nil || isOverdue }

  /// Whether the run's own time is over.
  var isOverdue: Bool { end.map { Console.seconds() >= $0 } ?? false }

  /// A runner whose scenarios end in time, and at a signal.
  func runner(_ file: ScenarioFile, memory: MemoryShare = MemoryShare()) -> ScenarioRunner {
    ScenarioRunner(file, patience: patience, memory: memory)
  }

  private var patience: Patience {
    Patience { scenario in
      let own = scenario.map { Console.seconds() + $0.seconds }
      guard own != nil || end != nil else {
        return { Interruption.requested == nil ? nil : .interrupted }
      }
      return {
        if Interruption.requested != nil { return .interrupted }
        let now = Console.seconds()
        if let own, now >= own { return .scenarioOverdue }
        if let end, now >= end { return .runOverdue(limit?.text ?? "") }
        return nil
      }
    }
  }
}

extension Scenario.Timeout {
  /// What an option gives: `5s`, `500ms`, or a bare number of seconds; nil for anything else, and
  /// for no time at all.
  init?(option text: String) {
    guard let duration = Duration(realTime: text), duration.nanoseconds > 0 else { return nil }
    self.init(duration, text: Duration(text) == nil ? text + "s" : text)
  }
}

extension Duration {
  fileprivate var seconds: Double { Double(nanoseconds) / 1e9 }
}
