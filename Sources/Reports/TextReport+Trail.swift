import Scenarios
import Values

extension TextReport {
  /// At most so many events are told.
  private static let mostEvents = 20

  /// What happened before, oldest first, below the step that caused it.
  func trail(_ failure: Failure, in sources: SourceMap) -> [String] {
    guard !failure.trail.isEmpty else { return [] }
    let shown = failure.trail.suffix(TextReport.mostEvents)
    let omitted = failure.omitted + failure.trail.count - shown.count
    var lines = ["= what happened:"]
    if omitted > 0 {
      lines.append(palette.faint("    … \(Totals.count(omitted, "earlier event"))"))
    }
    for event in shown { lines.append("    " + line(event, in: sources)) }
    return lines
  }

  private func line(_ event: TraceEvent, in sources: SourceMap) -> String {
    switch event {
    case .started: return palette.strong("start")
    case .step(let text, let span):
      let line = sources[span].position(of: Int(span.start)).line
      return palette.strong(Cut.line(text, to: width - 30)) + palette.faint("  (line \(line))")
    case .changed(let path, let old?, let new?):
      return subject(path, "\(short(old)) -> \(short(new))")
    case .changed(let path, nil, let new?): return subject(path, "made: \(short(new))")
    case .changed(let path, let old, nil):
      return subject(path, "removed" + (old.map { ", was \(short($0))" } ?? ""))
    case .cutOff(let path, let value):
      return subject(path, "\(short(value)) held back by the cutoff")
    case .invalidated(let name): return subject(name, "invalidated")
    case .ran(let name, let count): return subject(name, "runs (\(count))")
    case .derived(let name, let value?): return subject(name, "= \(short(value))")
    case .derived(let name, nil): return subject(name, "fails")
    case .stopped(let name): return subject(name, "stopped")
    case .emitted(let channel, let value): return subject(channel, "emits \(short(value))")
    case .reported(let text): return "  reported: \(Cut.line(text, to: width))"
    case .failed(let text): return "  failed: \(Cut.line(text, to: width))"
    case .flushed: return "  flush"
    case .note(let text): return "  note: \(Cut.line(text, to: width))"
    }
  }

  private func subject(_ name: String, _ what: String) -> String {
    let name = Cut.line(name, to: 40)
    return "  \(name) \(what)"
  }

  private func short(_ value: Value) -> String { Cut.line(value.description, to: 48) }
}
