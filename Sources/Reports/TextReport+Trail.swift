public import Scenarios
public import Values

extension TextReport {
  /// At most so many events are told.
  private static let mostEvents = 20

  /// What happened before a failure, without the failure itself: lines that each have an end. None
  /// where nothing did.
  public func story(_ failure: Failure, in sources: SourceMap) -> String {
    trail(failure, in: sources).map { "  \($0)\n" }.joined()
  }

  /// What happened before, oldest first, below the step that caused it.
  func trail(_ failure: Failure, in sources: SourceMap) -> [String] {
    let trail = TextReport.withoutEmpty(failure.trail.filter { line($0, in: sources) != nil })
    guard TextReport.tellsMore(trail) else { return [] }
    let shown = trail.suffix(TextReport.mostEvents)
    let omitted = failure.omitted + trail.count - shown.count
    var lines = ["= what happened:"]
    if omitted > 0 {
      lines.append(palette.faint("    … \(Totals.count(omitted, "earlier event"))"))
    }
    return lines + shown.compactMap { line($0, in: sources).map { "    " + $0 } }
  }

  /// Whether it says more than that steps were taken, or that a step which only looks has read what
  /// the failure tells of.
  private static func tellsMore(_ trail: [TraceEvent]) -> Bool {
    if trail.count == 2, case .step(let verb, _, _) = trail[0], LogText.checks.contains(verb) {
      if case .derived = trail[1] { return false }
      if case .failed = trail[1] { return false }
    }
    return trail.contains { if case .step = $0 { false } else { true } }
  }

  /// Leaves out the start, and steps that only look, where nothing was to be seen in them.
  private static func withoutEmpty(_ trail: [TraceEvent]) -> [TraceEvent] {
    trail.indices.filter { index in
      guard mayBeEmpty(trail[index]) else { return true }
      guard index + 1 < trail.count else { return false }
      if case .step = trail[index + 1] { return false }
      return true
    }.map { trail[$0] }
  }

  /// Whether it is the start, or a step that only looks.
  private static func mayBeEmpty(_ event: TraceEvent) -> Bool {
    if case .started = event { return true }
    if case .step(let verb, _, _) = event { return LogText.checks.contains(verb) }
    return false
  }

  /// Nil where only a whole log tells of it.
  private func line(_ event: TraceEvent, in sources: SourceMap) -> String? {
    switch event {
    case .started: return palette.strong("start")
    case .step(let verb, let span, _):
      let line = sources[span].position(of: Int(span.start)).line
      let text = TextReport.source(span, in: sources) ?? verb
      return palette.strong(Cut.line(text, to: width - 30)) + palette.faint("  (line \(line))")
    case .changed(let path, let old?, let new?):
      let room = max(24, (width - 40) / 2)
      return subject(path, "\(short(old, to: room)) -> \(short(new, to: room))")
    case .changed(let path, nil, let new?): return subject(path, "made: \(short(new))")
    case .repeated(let path, let value): return subject(path, "= \(short(value)) again")
    case .changed(let path, let old, nil):
      return subject(path, "removed" + (old.map { ", was \(short($0))" } ?? ""))
    case .cutOff(let path, let value):
      return subject(path, "\(short(value)) held back by the cutoff")
    case .ran(let name, let count): return subject(name, "runs (\(count))")
    case .derived(let name, _, let value): return subject(name, "= \(short(value))")
    case .stopped(let name): return subject(name, "stopped")
    case .emitted(let channel, let value): return subject(channel, "emits \(short(value))")
    case .reported(let text): return "  reported: \(Cut.line(text.raw, to: width))"
    case .failed(let name, _): return subject(name, "fails")
    case .sent(_, let name, let action, let payload):
      return subject(name, "receives \(action)\(with(payload))")
    case .mutated(let name, let mutation, let payload):
      return subject(name, "mutation \(mutation)\(with(payload))")
    case .called(_, let name, let arguments): return subject(name, "called\(with(arguments))")
    case .answered(let name, let answer): return subject(name, "answers \(short(answer))")
    case .rejected(let name, let error):
      return subject(name, "is rejected with \(short(error))")
    case .messaged(let from, let to, let message, let payload, let cause):
      let origin = cause.map { palette.faint("  (in \($0))") } ?? ""
      return subject(from, "-> \(to): \(message)\(with(payload))") + origin
    case .cancelled(let name): return subject(name, "cancelled")
    case .spawned(let name, let maker, _): return subject(maker, "spawns \(name)")
    case .restarted(let name, _): return subject(name, "restarts")
    case .presented(let name, let shown, _):
      return subject(name, "presents \(Cut.line(ShownRoute(shown).name, to: 40))")
    case .moved(let time): return "  " + palette.faint("at \(OffsetText.offset(time))")
    case .note(let text): return "  note: \(Cut.line(text.raw, to: width))"
    case .round, .turn, .starting, .readable, .unreadable, .unchanged, .pulsed, .reduced, .threw,
      .state, .replaced, .caught, .dismissed, .began, .crashed, .became, .stashed, .unstashed,
      .watched, .timed:
      return nil
    }
  }

  private func subject(_ name: Untrusted, _ what: String) -> String {
    let name = Cut.line(name.raw, to: 40)
    return "  \(name) \(what)"
  }

  private func with(_ payload: Value) -> String {
    if case .null = payload { return "" }
    return " \(short(payload))"
  }

  private func short(_ value: Value, to most: Int = 48) -> String {
    Cut.line(value.description, to: most)
  }

  /// The first line of a step as written, without a comment behind it.
  static func source(_ span: SourceSpan, in sources: SourceMap) -> String? {
    let file = sources[span]
    let line = file.line(file.position(of: Int(span.start)).line)
    let end = min(line.endIndex, max(Int(span.end), line.startIndex))
    var bytes = line[..<end].dropFirst(max(0, Int(span.start) - line.startIndex))
    if bytes.starts(with: "- ".utf8) { bytes = bytes.dropFirst(2) }
    bytes = StepText.uncommented(bytes)
    while let last = bytes.last, last == 0x20 || last == UInt8(ascii: ":") { bytes.removeLast() }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
