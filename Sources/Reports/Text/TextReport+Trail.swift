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
    let trail = TextReport.withoutEmpty(failure.trail.filter { $0.wording.story != nil })
    guard TextReport.tellsMore(trail) else { return [] }
    let shown = trail.suffix(TextReport.mostEvents)
    let omitted = failure.omitted + trail.count - shown.count
    var lines = ["= what happened:"]
    if omitted > 0 {
      lines.append(palette.faint("    … \(omitted.counted("earlier event"))"))
    }
    return lines + shown.compactMap { line($0, of: failure, in: sources).map { "    " + $0 } }
  }

  /// Whether it says more than that steps were taken, or that a step which only looks has read what
  /// the failure tells of.
  private static func tellsMore(_ trail: [TraceEvent]) -> Bool {
    if trail.count == 2, trail[0].isCheck { return ![.derived, .failed].contains(trail[1].kind) }
    return trail.contains { $0.kind != .step }
  }

  /// Leaves out the start, and steps that only look, where nothing was to be seen in them.
  private static func withoutEmpty(_ trail: [TraceEvent]) -> [TraceEvent] {
    trail.indices.filter { index in
      guard trail[index].kind == .start || trail[index].isCheck else { return true }
      return index + 1 < trail.count && trail[index + 1].kind != .step
    }.map { trail[$0] }
  }

  /// Nil where only a whole log tells of it.
  private func line(
    _ event: TraceEvent, of failure: Failure, in sources: SourceMap
  ) -> String? {
    let wording = event.wording
    var isFirst = true
    let text = wording.story?.text { place in
      defer { isFirst = false }
      return fill(place, of: event, isFirst: isFirst, in: sources)
    }
    guard let text else { return nil }
    if wording.kind == .time { return "  " + palette.faint(text) }
    guard wording.kind == .step else { return "  " + text }
    guard let step = event.step else { return palette.strong(text) }
    let place = sources.whereabouts(of: step, besides: failure.span)
    return palette.strong(text) + palette.faint("  (\(place))")
  }

  /// What stands in a place of a sentence, cut to the room that there is.
  private func fill(
    _ place: Sentence.Place, of event: TraceEvent, isFirst: Bool, in sources: SourceMap
  ) -> String {
    let whole = LogText(event, width: .max, sources: sources)
    switch place {
    case .subject where isFirst: return event.subject.map { Cut.line($0.raw, to: 40) } ?? ""
    case .other where isFirst: return event.other.map { Cut.line($0.raw, to: 40) } ?? ""
    case .text: return event.text.map { Cut.line($0.raw, to: width) } ?? ""
    case .value: return event.value.map { short($0) } ?? ""
    case .payload: return event.payload.map { " \(short($0))" } ?? ""
    case .change: return change(event.old, event.value)
    case .step:
      return Cut.line(whole.fill(.step), to: width - 30)
    case .route: return event.name.map { Cut.line($0.raw, to: 40) } ?? ""
    case .cause: return event.cause == nil ? "" : palette.faint(whole.fill(place))
    case .subject, .other, .name, .count, .state, .outcome, .length, .binding, .given, .presents:
      return whole.fill(place)
    }
  }

  private func change(_ old: Value?, _ new: Value?) -> String {
    switch (old, new) {
    case (let old?, let new?):
      let room = max(24, (width - 40) / 2)
      return "\(short(old, to: room)) -> \(short(new, to: room))"
    case (nil, let new?): return "made: \(short(new))"
    case (let old, nil): return "removed" + (old.map { ", was \(short($0))" } ?? "")
    }
  }

  private func short(_ value: Value, to most: Int = 48) -> String {
    Cut.line(value.description, to: most)
  }
}
