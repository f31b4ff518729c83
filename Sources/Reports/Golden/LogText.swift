import Scenarios
import Values

/// One entry of a log in words.
struct LogText {
  private let entry: RunLog.Entry
  private let width: Int
  private let sources: SourceMap

  init(_ entry: RunLog.Entry, width: Int, sources: SourceMap) {
    self.entry = entry
    self.width = width
    self.sources = sources
  }

  /// Nil where others tell the same: the changes of a state tell the state.
  var line: (LogLine.Kind, [String])? {
    switch entry.event {
    case .started: (.step, ["start"])
    case .step(let verb, _, let event):
      (
        LogText.checks.contains(verb) ? .check : .step,
        [StepText.line(event, in: sources) ?? verb]
      )
    case .round(let number, let name, let value): (.note, fitted(round(number, name, value)))
    case .moved: (.time, ["at \(OffsetText.offset(entry.time))"])
    case .turn(let about): (.turn, ["turn: \(safe(about))"])
    case .ran(let name, _): (.run, ["\(safe(name)) runs"])
    case .state: nil
    default: cells ?? parts ?? actors
    }
  }

  /// The words of steps that only look.
  private static let checks = ["expect", "exactly", "assert"]

  private var cells: (LogLine.Kind, [String])? {
    switch entry.event {
    case .changed(let path, let old, let new):
      (.change, ChangeText(width: width).lines(safe(path), old, new))
    case .cutOff(let path, let value):
      (.unchanged, fitted("\(safe(path)): \(value) held back"))
    case .unchanged(let path, let value): (.unchanged, fitted("\(safe(path)): stays \(value)"))
    case .derived(let name, let old, let value?): derived(safe(name), old, value)
    case .derived(let name, _, nil): (.trouble, ["\(safe(name)): fails"])
    default: nil
    }
  }

  private func derived(_ name: String, _ old: Value?, _ value: Value) -> (LogLine.Kind, [String]) {
    guard let old else { return (.change, fitted("\(name): is \(value)")) }
    if old.isIdentical(to: value) { return (.unchanged, fitted("\(name): stays \(value)")) }
    return (.change, ChangeText(width: width).lines(name, old, value))
  }

  private var parts: (LogLine.Kind, [String])? {
    switch entry.event {
    case .emitted(let channel, let value):
      (.emission, fitted("\(safe(channel)) emits \(value)"))
    case .reported(let text): (.trouble, ["reported: \(safe(text))"])
    case .failed(let name): (.trouble, ["\(safe(name)) fails"])
    case .sent(let from, let to, let action, let payload):
      (.message, fitted("\(safe(from)) -> \(safe(to)): \(safe(action))\(with(payload))"))
    case .mutated(let name, let mutation, let payload):
      (.message, fitted("\(safe(name)) mutation: \(safe(mutation))\(with(payload))"))
    case .replaced(let store, let action, let other?, let payload):
      (
        .message,
        fitted("\(safe(store)): \(safe(action)) becomes \(safe(other))\(with(payload))")
      )
    case .replaced(let store, let action, nil, _):
      (.message, ["\(safe(store)): \(safe(action)) is caught"])
    case .presented(let store, let route): (.change, ["\(safe(store)) presents \(safe(route))"])
    case .dismissed(let store, let left): (.change, ["\(safe(store)) dismisses down to \(left)"])
    case .called(let from, let method, let arguments):
      (.message, fitted("\(safe(from)) calls \(safe(method))\(with(arguments))"))
    case .answered(let name, let value): (.answer, fitted("\(safe(name)) answers \(value)"))
    case .rejected(let name, let value): (.trouble, fitted("\(safe(name)) fails with \(value)"))
    case .cancelled(let name): (.life, ["\(safe(name)) is cancelled"])
    default: nil
    }
  }

  private var actors: (LogLine.Kind, [String])? {
    switch entry.event {
    case .messaged(let from, let to, let message, let payload, _):
      (.message, fitted("\(safe(from)) -> \(safe(to)): \(safe(message))\(with(payload))"))
    case .began(let name): (.life, ["\(safe(name)) begins"])
    case .spawned(let name, let maker): (.life, ["\(safe(maker)) spawns \(safe(name))"])
    case .stopped(let name): (.life, ["\(safe(name)) stops"])
    case .restarted(let name): (.life, ["\(safe(name)) restarts"])
    case .crashed(let name): (.trouble, ["\(safe(name)) crashes"])
    case .became(let name, let behavior): (.life, ["\(safe(name)) becomes \(safe(behavior))"])
    case .stashed(let name, let message): (.life, ["\(safe(name)) stashes \(safe(message))"])
    case .unstashed(let name): (.life, ["\(safe(name)) unstashes"])
    case .watched(let name, let watcher): (.life, ["\(safe(watcher)) watches \(safe(name))"])
    case .timed(let about, let delay):
      (.timer, ["timer: \(safe(about)) in \(OffsetText.offset(delay))"])
    case .note(let text): (.note, ["note: \(safe(text))"])
    default: nil
    }
  }

  private func round(_ number: Int, _ name: String?, _ value: Value?) -> String {
    guard let name, let value else { return "round \(number)" }
    return "round \(number): \(safe(name)) = \(value)"
  }

  private func safe(_ text: String) -> String { SafeText.shown(text) }

  private func with(_ payload: Value) -> String {
    if case .null = payload { return "" }
    return " \(payload)"
  }

  private func fitted(_ text: String) -> [String] { ChangeText(width: width).fitted(text) }
}

/// Lengths of virtual time in words: `300ms`, `1.5s`, `1m30s`.
enum OffsetText {
  /// In the largest units that give a short text; exact to the nanosecond.
  static func offset(_ duration: Duration) -> String {
    let nanoseconds = duration.nanoseconds
    if nanoseconds == 0 { return "0s" }
    let sign = nanoseconds < 0 ? "-" : ""
    let size = nanoseconds.magnitude
    if size < 1_000 { return "\(sign)\(size)ns" }
    if size < 1_000_000 { return "\(sign)\(decimal(size, 1_000))us" }
    if size < 1_000_000_000 { return "\(sign)\(decimal(size, 1_000_000))ms" }
    let (minutes, rest) = size.quotientAndRemainder(dividingBy: 60_000_000_000)
    if minutes == 0 { return "\(sign)\(decimal(rest, 1_000_000_000))s" }
    let hours = minutes / 60
    var text = sign
    if hours > 0 { text += "\(hours)h" }
    if minutes % 60 > 0 { text += "\(minutes % 60)m" }
    if rest > 0 { text += "\(decimal(rest, 1_000_000_000))s" }
    return text
  }

  private static func decimal(_ size: UInt64, _ unit: UInt64) -> String {
    let (whole, rest) = size.quotientAndRemainder(dividingBy: unit)
    if rest == 0 { return "\(whole)" }
    var digits = String(unit + rest).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}
