/// Finds a value on its line and shows the line with the value quoted: what to write where YAML
/// ended a plain value at `: `, ` #` or `,`.
struct FormulaQuoting {
  let bytes: UnsafeBufferPointer<UInt8>

  /// The line that holds the byte, without its end.
  func line(of index: Int) -> Range<Int> {
    var start = min(index, bytes.count)
    while start > 0, bytes[start - 1] != 0x0a { start -= 1 }
    if start == 0, bytes.count >= 3, bytes[0] == 0xef, bytes[1] == 0xbb { start = 3 }
    var end = max(index, start)
    while end < bytes.count, bytes[end] != 0x0a, bytes[end] != 0x0d { end += 1 }
    return start..<end
  }

  func isBlank(_ index: Int) -> Bool { bytes[index] == 0x20 || bytes[index] == 0x09 }

  func skipBlanks(_ index: Int, _ end: Int) -> Int {
    var index = index
    while index < end, isBlank(index) { index += 1 }
    return index
  }

  /// The first byte of the line behind its indentation and its `- `.
  func content(_ line: Range<Int>) -> Int {
    var index = skipBlanks(line.lowerBound, line.upperBound)
    while index + 1 < line.upperBound, bytes[index] == 0x2d, isBlank(index + 1) {
      index = skipBlanks(index + 1, line.upperBound)
    }
    return index
  }

  /// Where the value of the line's first `key: value` begins; nil where there is none.
  func value(_ line: Range<Int>) -> Int? {
    var index = content(line)
    guard index < line.upperBound else { return nil }
    let quote = bytes[index]
    if quote == 0x22 || quote == 0x27 {
      index += 1
      while index < line.upperBound, bytes[index] != quote { index += 1 }
    }
    while index + 1 < line.upperBound {
      if bytes[index] == 0x3a, isBlank(index + 1) {
        let value = skipBlanks(index + 1, line.upperBound)
        return value < line.upperBound ? value : nil
      }
      index += 1
    }
    return nil
  }

  private static let formulaKeys = [
    "if", "unless", "assert", "always", "eventually", "sometimes", "when", "until", "filter",
    "formula",
  ]

  /// Where the value of the last key before the place begins that only holds formulas.
  func formulaStart(before place: Int, in line: Range<Int>) -> Int? {
    let text = Array(bytes[line.lowerBound..<place])
    var found: Int?
    for key in FormulaQuoting.formulaKeys {
      let wanted = Array("\(key): ".utf8)
      guard text.count >= wanted.count else { continue }
      for index in 0...text.count - wanted.count
      where text[index...].starts(with: wanted)
        && (index == 0 || [0x20, 0x7b, 0x2c].contains(text[index - 1]))
      {
        found = max(found ?? 0, index + wanted.count)
      }
    }
    return found.map { element(at: place, of: skipBlanks(line.lowerBound + $0, place), in: line) }
  }

  /// Where the element begins that holds the place, if a list of formulas begins at the start.
  private func element(at place: Int, of start: Int, in line: Range<Int>) -> Int {
    guard start < line.upperBound, bytes[start] == 0x5b else { return start }
    var found = start
    var next = start + 1
    while next < line.upperBound {
      let element = skipBlanks(next, line.upperBound)
      let end = skipBlanks(end(ofFormulaAt: element, isFlow: true), line.upperBound)
      if found == start, place < end { found = element }
      guard end < line.upperBound else { break }
      // The bracket may close no list, but a part of a formula: `[1] == l`.
      if bytes[end] == 0x5d { return endsValue(end + 1, line) ? found : start }
      if bytes[end] != 0x2c { break }
      next = end + 1
    }
    return found
  }

  /// Whether nothing of the value follows there.
  private func endsValue(_ index: Int, _ line: Range<Int>) -> Bool {
    let next = skipBlanks(index, line.upperBound)
    return next == line.upperBound || [0x23, 0x2c, 0x5d, 0x7d].contains(bytes[next])
  }

  /// Whether the value that begins there stands under a key that only holds formulas.
  func startsFormula(_ value: Int) -> Bool {
    let line = line(of: value)
    let text = text(content(line)..<value)
    return FormulaQuoting.formulaKeys.contains {
      text.hasPrefix($0 + ":")
    }
  }

  /// What to write where a formula was meant that begins with the `!` there, which YAML takes for a tag; nil where none
  /// can be meant.
  func help(forTagAt start: Int) -> String? {
    let formula = start..<end(ofFormulaAt: start, isFlow: true)
    guard isNegation(formula) else { return nil }
    let isUnderFormulaKey =
      startsFormula(start) || formulaStart(before: start, in: line(of: start)) == start
    return "if it is a formula, write: \(quoted(formula, behind: isUnderFormulaKey ? "" : "= "))"
  }

  /// Whether the text may be a formula: behind its `!` is a bracket, or a name with nothing or an operator behind it, where a
  /// tag has a value.
  private func isNegation(_ formula: Range<Int>) -> Bool {
    let name = bytes[(formula.lowerBound + 1)..<formula.upperBound].prefix { byte in
      byte == 0x5f || Character(.init(byte)).isLetter || Character(.init(byte)).isNumber
    }
    let isNamed = !name.isEmpty
    let rest = skipBlanks(name.endIndex, formula.upperBound)
    if rest == formula.upperBound { return isNamed }
    return "([".utf8.contains(bytes[rest])
      || isNamed && "|&=!<>?.+-*/%".utf8.contains(bytes[rest])
  }

  /// Where the formula ends that begins there, could YAML read it: at the line's end or its
  /// comment; in a flow list or map also at the `,` or bracket that is not the formula's own.
  func end(ofFormulaAt start: Int, isFlow: Bool) -> Int {
    let line = line(of: start)
    var depth = 0
    var quote: UInt8?
    var index = start
    while index < line.upperBound {
      let byte = bytes[index]
      if let open = quote {
        if byte == 0x5c { index += 1 } else if byte == open { quote = nil }
      } else {
        switch byte {
        case 0x22, 0x27: quote = byte
        case 0x28, 0x5b, 0x7b: depth += 1
        case 0x29, 0x5d, 0x7d:
          if isFlow, depth == 0, byte != 0x29 { return trimmed(start, index) }
          depth -= 1
        case 0x2c where isFlow && depth <= 0: return trimmed(start, index)
        case 0x23 where index > start && isBlank(index - 1): return trimmed(start, index)
        default: break
        }
      }
      index += 1
    }
    return trimmed(start, line.upperBound)
  }

  /// Where the plain text ends that begins there, did no `#` begin a comment, and whether it is a
  /// key: its colon stands there.
  func end(ofPlainAt start: Int, isFlow: Bool) -> (end: Int, isKey: Bool) {
    let line = line(of: start)
    var depth = 0
    for index in start..<max(start, line.upperBound) {
      switch bytes[index] {
      case 0x5b, 0x7b: depth += 1
      case 0x5d, 0x7d:
        if isFlow, depth == 0 { return (trimmed(start, index), false) }
        depth -= 1
      case 0x2c where isFlow && depth <= 0: return (trimmed(start, index), false)
      case 0x3a where depth <= 0 && (index + 1 >= line.upperBound || isBlank(index + 1)):
        return (trimmed(start, index), true)
      default: break
      }
    }
    return (trimmed(start, line.upperBound), false)
  }

  /// The plain key that begins there, and where in it YAML takes a `#` for a comment, which holds
  /// the key's colon then; nil where nothing is taken so.
  func commentedKey(at start: Int) -> (key: Range<Int>, comment: Int)? {
    let line = line(of: start)
    guard start < line.upperBound, ![0x22, 0x27, 0x23, 0x5b, 0x7b].contains(bytes[start])
    else { return nil }
    let (end, isKey) = end(ofPlainAt: start, isFlow: false)
    let comment = (start..<end).first { bytes[$0] == 0x23 && $0 > start && isBlank($0 - 1) }
    return isKey ? comment.map { (start..<end, $0) } : nil
  }

  private func trimmed(_ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start, isBlank(end - 1) { end -= 1 }
    return end
  }

  /// The line with those bytes in quotes, without its indentation.
  /// - Parameter sign: What is put before them within the quotes.
  func quoted(_ range: Range<Int>, behind sign: String = "") -> String {
    let line = line(of: range.lowerBound)
    let start = skipBlanks(line.lowerBound, range.lowerBound)
    var rest = trimmed(range.upperBound, line.upperBound)
    if rest < range.upperBound { rest = range.upperBound }
    let quoted = FormulaQuoting.quote(sign + text(range))
    // A long line would bury what is to be changed.
    if rest - start > 200 { return quoted }
    return text(start..<range.lowerBound) + quoted + text(range.upperBound..<rest)
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The text in the quotes that need no escapes, where there are such.
  static func quote(_ text: String) -> String {
    if !text.contains("'") { return "'\(text)'" }
    if !text.contains("\""), !text.contains("\\") { return "\"\(text)\"" }
    var doubled = ""
    for character in text.unicodeScalars {
      doubled += character == "'" ? "''" : String(character)
    }
    return "'\(doubled)'"
  }
}
