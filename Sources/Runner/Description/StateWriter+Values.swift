import CEL
import Reactor
import Scenarios
import Values

// Values and pieces of the file as text. Equal texts are equal in all that formulas can see.
extension StateWriter {
  func text(_ value: Value) -> String {
    var text = TextBytes()
    write(value, to: &text)
    return text.text
  }

  func text(_ values: [Value]) -> String { "[\(values.map { text($0) }.joined(separator: ", "))]" }

  func text(_ locals: LocalValues) -> String { text((0..<locals.count).map { locals[$0] }) }

  private func write(_ value: Value, to text: inout TextBytes) {
    switch value {
    case .string(let string):
      if let run = numberedActor(string) {
        text += name(of: run)
      } else {
        switch runtime.bodies.handles.timer(of: value) {
        case .running(let timer): text += name(of: timer)
        case .over: text += "a timer that is over"
        case .none: Value.write(quoted: string, to: &text)
        }
      }
    case .list(let list):
      text += "["
      for (index, element) in list.elements.enumerated() {
        if index > 0 { text += ", " }
        write(element, to: &text)
      }
      text += "]"
    case .map(let map):
      text += "{"
      for (index, key) in map.keys.enumerated() {
        if index > 0 { text += ", " }
        write(key, to: &text)
        text += ": "
        write(map.values[index], to: &text)
      }
      text += "}"
    case .optional(let optional):
      text += "optional("
      if let wrapped = optional.wrapped { write(wrapped, to: &text) }
      text += ")"
    case .type(let type): text += "type(\(type.name))"
    case .opaque(let opaque):
      text += "\(opaque.typeName) \(opaque.maker)("
      Value.write(quoted: opaque.text, to: &text)
      text += ")"
    case .null, .bool, .int, .uint, .double, .bytes, .timestamp, .duration: text += "\(value)"
    }
  }

  func text(_ written: CaseValue) -> String { "\(quoted(written.name)) \(text(written.payload))" }

  /// A name that formulas may have made.
  func quoted(_ name: String) -> String { SafeText.shown(name) }

  func text(_ error: any Error) -> String {
    guard let error = error as? RunError else { return SafeText.shown("\(error)") }
    return "\(error.code.rawValue) \(SafeText.shown(error.text)) \(text(error.value))"
  }

  /// A span of time in nanoseconds.
  func span(_ nanoseconds: Int64) -> String { "\(Duration(nanoseconds: nanoseconds))" }

  /// What is left of a timer.
  func rest(of pending: PendingWork) -> String {
    world.scheduler.rest(of: pending.timer).map { $0 == 0 ? "due" : "in \(span($0))" } ?? "never"
  }

  // MARK: What is under way

  func text(_ parts: [StatePart]) -> String { parts.map { text($0) }.joined(separator: " ") }

  private func text(_ part: StatePart) -> String {
    switch part {
    case .text(let text): text
    case .value(let value): text(value)
    case .written(let written): text(written)
    case .locals(let locals): text(locals)
    case .error(let error): text(error)
    case .step(let step): text(step)
    case .frame(let frame): text(frame)
    case .span(let nanoseconds): span(nanoseconds)
    case .actor(let number): name(of: runtime.actors.runs[number])
    case .named(let body as Body): name(of: body)
    case .named(let answer as Promise): name(of: answer)
    case .named: preconditionFailure("only bodies and answers are told elsewhere")
    }
  }

  // MARK: Places

  func place(_ span: SourceSpan) -> String { "\(span.file):\(span.start)" }

  func text(_ step: Step) -> String { "`\(step.keyword.text)` at \(place(step.span))" }

  /// Steps as a whole: where they begin, and how many there are.
  func text(_ steps: [Step]) -> String {
    guard let first = steps.first else { return "no steps" }
    return "\(steps.count) from \(place(first.span))"
  }

  /// As whom a body or handler sees the world.
  func text(_ frame: Frame) -> String {
    var words: [String] = []
    if let part = frame.part { words.append(world.emitters[part]) }
    if let actor = runtime.actors.actor(of: frame) { words.append("as \(name(of: actor))") }
    if let place = frame.place {
      words.append("in \((["state"] + place.focus).joined(separator: ".")) \(place.prefix)")
    }
    if let computation = frame.computation { words.append("of \(name(of: computation))") }
    return words.isEmpty ? "script" : words.joined(separator: " ")
  }
}

extension Value {
  /// Whether values that are identical may still differ in what formulas see: the order of keys.
  var hasOrder: Bool {
    switch self {
    case .list(let list): list.elements.contains { $0.hasOrder }
    case .map(let map): map.count > 1 || map.values.contains { $0.hasOrder }
    case .optional(let optional): optional.wrapped?.hasOrder ?? false
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .type, .opaque:
      false
    }
  }
}
