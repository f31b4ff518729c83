import Scenarios
import Values

/// An event as the line of a log.
struct LogText {
  private let event: TraceEvent
  private let width: Int
  private let sources: SourceMap
  private let wording: EventWording

  init(_ event: TraceEvent, width: Int, sources: SourceMap) {
    self.event = event
    self.width = width
    self.sources = sources
    wording = event.wording
  }

  /// What the line is about.
  var kind: LogLine.Subject {
    if event.isCheck { return .check }
    guard wording.log.holds(.outcome), let old = event.old, let value = event.value else {
      return wording.kind
    }
    return old.isIdentical(to: value) ? .unchanged : wording.kind
  }

  /// The line; one with a value that is too wide for it goes on in others.
  var lines: [String] {
    let text = wording.log.text(fill)
    if wording.log.holds(.change) { return changes(text) }
    if wording.log.holds(.outcome) {
      guard let value = event.value else { return [text] }
      guard let old = event.old else { return fitted("\(text): is \(value)") }
      return old.isIdentical(to: value) ? fitted("\(text): stays \(value)") : changes(text)
    }
    return wording.log.holdsValue ? fitted(text) : [text]
  }

  private func changes(_ path: String) -> [String] {
    ChangeText(width: width).lines(path, event.old, event.value)
  }

  private func fitted(_ text: String) -> [String] { ChangeText(width: width).fitted(text) }

  /// What stands in a place of a sentence, whole and safe to print.
  func fill(_ place: Sentence.Place) -> String {
    switch place {
    case .subject: event.subject?.description ?? ""
    case .other: event.other?.description ?? ""
    case .name: event.name?.description ?? ""
    case .text: event.text?.description ?? ""
    case .count: event.count.map(String.init) ?? ""
    case .value: event.value?.description ?? ""
    case .payload: event.payload.map { " \($0)" } ?? ""
    case .state: event.payload.map { " with \($0)" } ?? ""
    // What differs is told behind the rest of the sentence, in lines of its own where it is much.
    case .change, .outcome: ""
    case .length: length
    case .step: event.place.flatMap { StepText.line($0, in: sources) } ?? fill(.name)
    case .binding: event.value.map { ": \(fill(.name)) = \($0)" } ?? ""
    case .given: given
    case .presents: event.isReplacing ? "replaces the top by" : "presents"
    case .route: event.value.map { ShownRoute($0).words } ?? ""
    case .cause: event.cause.map { "  (in \($0))" } ?? ""
    }
  }

  private var length: String {
    if case .duration(let length)? = event.value { OffsetText.offset(length) } else { "" }
  }

  private var given: String {
    guard let name = event.name?.raw else { return "" }
    let isWhole = name.split(separator: ", ", omittingEmptySubsequences: false).contains("")
    return isWhole ? " (given)" : " (\(fill(.name)) given)"
  }
}
