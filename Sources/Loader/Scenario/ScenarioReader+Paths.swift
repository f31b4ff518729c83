import CEL
import Scenarios
import Values

/// How paths are read: `person.name`, `board[row].color`, `worker#2.busy`.
extension ScenarioReader {
  /// A path as written: a name, properties between dots, and formulas between brackets.
  mutating func path(_ id: ID, of what: String = "this") -> Path? {
    guard kind(id) == .scalar, !text(id).isEmpty else {
      reportType(what, takes: "a path such as person.name", id)
      return nil
    }
    let whole = text(id)
    // Most are but a name.
    let isName = whole.utf8.allSatisfy { $0 != 0x2e && $0 != 0x5b && $0 != 0x5d && $0 != 0x23 }
    if isName { return path(whole, at: span(id)) }
    guard let written = WrittenPath(whole) else {
      report(
        .badPath, "\"\(text(id))\" is no path", at: span(id),
        help: [
          "a path is a name, and properties between dots: person.name; an element of a list, or a "
            + "key that a formula gives, stands in brackets: board[row]"
        ])
      return nil
    }
    var tail: [Path.Element] = []
    for element in written.tail {
      switch element {
      case .property(let name): tail.append(.property(name))
      case .formula(let range): tail.append(.computed(formula(in: range, of: id)))
      }
    }
    let root = Name(written.root, at: span(id))
    let actor = written.root.contains("#") ? numbered(root) : nil
    return Path(
      root: written.root, properties: written.properties, span: span(id),
      slot: actor == nil ? slot(of: written.root) ?? .now : .addressed, actor: actor, tail: tail,
      written: written.tailText)
  }

  /// A path from a name on. Where that means nothing, which is for the caller to report, something
  /// stands in for it.
  func path(_ root: String, at span: SourceSpan) -> Path {
    Path(root: root, span: span, slot: slot(of: root) ?? .now)
  }

  /// The key of what is expected: a path, or a formula that gives an actor, `= boss.workers[0]`.
  mutating func expectedPath(_ id: ID) -> Path? {
    guard isFormulaKey(id) else { return path(id) }
    switch formulaRecipient(id, for: Word(OutcomeWord.expect)) {
    case nil: return nil
    case .local(let local)?: return path(local.text, at: local.name.span)
    case .declared(let name)?: return path(name.text, at: name.name.span)
    case let actor?:
      return Path(root: actor.name.text, span: span(id), slot: .addressed, actor: actor)
    }
  }

  /// Whether a key is a formula.
  func isFormulaKey(_ id: ID) -> Bool {
    kind(id) == .scalar && document.withText(id) { $0.first } == UInt8(ascii: "=")
  }
}

/// A path taken apart, before its formulas are read.
private struct WrittenPath {
  enum Element {
    case property(String)
    /// Where the formula stands in the text, in bytes.
    case formula(Range<Int>)
  }

  private(set) var root = ""
  private(set) var properties: [String] = []
  private(set) var tail: [Element] = []
  private(set) var tailText = ""

  /// Nil for what is no path: a name is missing, or a bracket.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let end = WrittenPath.endOfName(bytes, from: 0) else { return nil }
    root = String(decoding: bytes[..<end], as: UTF8.self)
    var index = end
    while index < bytes.count {
      let start = index
      if bytes[index] == UInt8(ascii: "[") {
        guard let close = WrittenPath.closing(bytes, from: index) else { return nil }
        tail.append(.formula(index + 1..<close))
        index = close + 1
      } else {
        guard bytes[index] == UInt8(ascii: "."),
          let end = WrittenPath.endOfName(bytes, from: index + 1)
        else { return nil }
        let name = String(decoding: bytes[index + 1..<end], as: UTF8.self)
        if tail.isEmpty { properties.append(name) } else { tail.append(.property(name)) }
        index = end
      }
      if !tail.isEmpty { tailText += String(decoding: bytes[start..<index], as: UTF8.self) }
    }
  }

  /// Where the name that begins there ends; nil where there is none.
  private static func endOfName(_ bytes: [UInt8], from start: Int) -> Int? {
    let end =
      bytes[start...].firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }
      ?? bytes.count
    return end > start && !bytes[start..<end].contains(UInt8(ascii: "]")) ? end : nil
  }

  /// The bracket that closes the one there. Those within texts are no brackets.
  private static func closing(_ bytes: [UInt8], from start: Int) -> Int? {
    var depth = 0
    var quote: UInt8?
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == UInt8(ascii: "\\") { index += 1 } else if byte == open { quote = nil }
      } else {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: "}"):
          depth -= 1
          if depth == 0 { return byte == UInt8(ascii: "]") ? index : nil }
        default: break
        }
      }
      index += 1
    }
    return nil
  }
}
