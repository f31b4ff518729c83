import Scenarios
import Values

/// One entry of a log in words.
struct LogText {
  typealias Line = (LogLine.Kind, [String])

  private let entry: RunLog.Entry
  private let width: Int
  private let sources: SourceMap

  init(_ entry: RunLog.Entry, width: Int, sources: SourceMap) {
    self.entry = entry
    self.width = width
    self.sources = sources
  }

  /// Nil where others tell the same: the changes of a state tell the state.
  var line: Line? {
    switch entry.event {
    case .started: (.step, ["start"])
    case .step(let verb, _, let event): step(verb, event)
    case .round(let number, let name, let value): (.note, fitted(round(number, name, value)))
    case .moved: (.time, ["at \(OffsetText.offset(entry.time))"])
    case .turn(let about): (.turn, ["turn: \(about)"])
    case .ran(let name, _): (.run, ["\(name) runs"])
    case .starting(let name, let value, let given):
      (.change, fitted("\(name)\(LogText.words(given: given)): is \(value)"))
    case .readable(let name, let old, let value): change("lazy \(name)", old, value)
    case .unreadable(let name, let error): (.trouble, ["lazy \(name) fails: \(error)"])
    case .changed(let path, let old, let new): (.change, changes("\(path)", old, new))
    case .cutOff(let path, let value): (.unchanged, fitted("\(path): \(value) held back"))
    case .unchanged(let path, let value): (.unchanged, fitted("\(path): stays \(value)"))
    case .repeated(let path, let value): (.change, fitted("\(path): \(value) again"))
    case .pulsed(let path, let value): (.change, fitted("\(path): pulses \(value)"))
    case .derived(let name, let old, let value): change("\(name)", old, value)
    case .reduced(let path, let old, let new): change("reduced \(path)", old, new)
    case .state: nil
    case .emitted(let channel, let value): (.emission, fitted("\(channel) emits \(value)"))
    case .reported(let text): (.trouble, ["reported: \(text)"])
    case .failed(let name, let error): (.trouble, ["\(name) fails: \(error)"])
    case .threw(let text): (.trouble, ["fails: \(text)"])
    case .sent(let from, let to, let name, let payload),
      .messaged(let from, let to, let name, let payload, _):
      (.message, fitted("\(from) -> \(to): \(name)\(behind(" ", payload))"))
    case .mutated(let reactor, let name, let payload):
      (.message, fitted("\(reactor) mutation: \(name)\(behind(" ", payload))"))
    case .replaced(let store, let name, let other, let payload):
      (.message, fitted("\(store): \(name) becomes \(other)\(behind(" ", payload))"))
    case .caught(let store, let name): (.message, ["\(store): \(name) is caught"])
    case .presented(let store, let shown, let isReplacing): shows(store, shown, isReplacing)
    case .dismissed(let store, let left): (.change, ["\(store) dismisses down to \(left)"])
    case .called(let from, let method, let arguments):
      (.message, fitted("\(from) calls \(method)\(behind(" ", arguments))"))
    case .answered(let name, let value): (.answer, fitted("\(name) answers \(value)"))
    case .rejected(let name, let value): (.trouble, fitted("\(name) is rejected with \(value)"))
    case .cancelled(let name): (.life, ["\(name) is cancelled"])
    case .began(let name, let state): (.life, fitted("\(name) begins\(behind(" with ", state))"))
    case .spawned(let name, let maker, let arguments):
      (.life, fitted("\(maker) spawns \(name)\(behind(" ", arguments))"))
    case .stopped(let name): (.life, ["\(name) stops"])
    case .restarted(let name, let state):
      (.life, fitted("\(name) restarts\(behind(" with ", state))"))
    case .crashed(let name): (.trouble, ["\(name) crashes"])
    case .became(let name, let behavior): (.life, ["\(name) becomes \(behavior)"])
    case .stashed(let name, let message): (.life, ["\(name) stashes \(message)"])
    case .unstashed(let name): (.life, ["\(name) unstashes"])
    case .watched(let name, let watcher): (.life, ["\(watcher) watches \(name)"])
    case .timed(let name, let delay): (.timer, ["timer: \(name) in \(OffsetText.offset(delay))"])
    case .note(let text): (.note, ["note: \(text)"])
    }
  }

  /// Whether `line` gives one.
  static func hasLine(_ event: TraceEvent) -> Bool {
    if case .state = event { false } else { true }
  }

  /// Whether its line is about nothing but what happens in it.
  static func isHolder(_ event: TraceEvent) -> Bool {
    if case .step(let verb, _, _) = event { return checks.contains(verb) }
    return event.kind == .turn || event.kind == .moved
  }

  /// The words of steps that only look.
  static let checks = ["expect", "exactly", "assert"]

  private func step(_ verb: String, _ span: SourceSpan) -> Line {
    let kind = LogText.checks.contains(verb) ? LogLine.Kind.check : .step
    return (kind, [StepText.line(span, in: sources) ?? verb])
  }

  private func round(_ number: Int, _ name: Untrusted?, _ value: Value?) -> String {
    guard let name, let value else { return "round \(number)" }
    return "round \(number): \(name) = \(value)"
  }

  private func change(_ name: String, _ old: Value?, _ value: Value) -> Line {
    guard let old else { return (.change, fitted("\(name): is \(value)")) }
    if old.isIdentical(to: value) { return (.unchanged, fitted("\(name): stays \(value)")) }
    return (.change, changes(name, old, value))
  }

  private func changes(_ path: String, _ old: Value?, _ new: Value?) -> [String] {
    ChangeText(width: width).lines(path, old, new)
  }

  private func shows(_ store: Untrusted, _ shown: Value, _ isReplacing: Bool) -> Line {
    let verb = isReplacing ? "replaces the top by" : "presents"
    return (.change, fitted("\(store) \(verb) \(ShownRoute(shown).words)"))
  }

  /// What a scenario has given of a starting value: all of it, or some properties.
  private static func words(given: [Untrusted]) -> String {
    if given.isEmpty { return "" }
    let isWhole = given.contains { $0.raw.isEmpty }
    return isWhole ? " (given)" : " (\(given.map(\.description).joined(separator: ", ")) given)"
  }

  /// A value behind other words, and nothing where it is null.
  private func behind(_ words: String, _ value: Value) -> String {
    if case .null = value { return "" }
    return "\(words)\(value)"
  }

  private func fitted(_ text: String) -> [String] { ChangeText(width: width).fitted(text) }
}
