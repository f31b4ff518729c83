import Values

extension YAMLDocument {
  /// Where each byte of a scalar's text stands in the file: also in quotes with escapes, in folded
  /// lines and in block scalars. Linear in the scalar.
  func place(_ id: ID) -> TextPlace {
    let node = self[id]
    if node.isVerbatim { return TextPlace(file: file, start: Int(node.first)) }
    var walk = ScalarWalk(bytes: source.bytes, node: node)
    let text = Array(decoded[Int(node.first)..<Int(node.first + node.count)])
    switch node.style {
    case .double: walk.double()
    case .literal, .folded: walk.block(text)
    case .cell: walk.cell()
    case .plain, .single, .flow, .block: walk.lines(text)
    }
    // One place for each byte and one for the end; a text read otherwise than here stays in bounds.
    let rest = text.count - walk.offsets.count
    let closing: UInt32 =
      switch node.style {
      case .double, .single, .cell: 1
      case .plain, .literal, .folded, .flow, .block: 0
      }
    // Empty lines at the end of a block belong to its text, but not to the node.
    let end = max(node.end - closing, walk.offsets.last ?? 0)
    if rest > 0 { walk.offsets += [UInt32](repeating: end, count: rest) }
    walk.offsets.removeLast(max(0, -rest))
    return TextPlace(file: file, offsets: walk.offsets + [end])
  }
}

/// Reads a scalar in the file again, noting where each byte of its text comes from.
struct ScalarWalk {
  let bytes: [UInt8]
  let node: YAMLDocument.Node
  var offsets: [UInt32] = []

  private func isBlank(_ index: Int) -> Bool { bytes[index] == 0x20 || bytes[index] == 0x09 }

  private mutating func note(_ index: Int, times: Int = 1) {
    for _ in 0..<max(0, times) { offsets.append(UInt32(clamping: index)) }
  }

  // MARK: Double quotes

  mutating func double() {
    var index = Int(node.start) + 1
    let end = Int(node.end) - 1
    while index < end {
      switch bytes[index] {
      case 0x5c: index = escape(index, end)
      case 0x20, 0x09, 0x0a, 0x0d: index = fold(index, end)
      default:
        note(index)
        index += 1
      }
    }
  }

  private mutating func escape(_ start: Int, _ end: Int) -> Int {
    guard start + 1 < end else { return end }
    switch bytes[start + 1] {
    case 0x78: return code(start, digits: 2, end)
    case 0x75: return code(start, digits: 4, end)
    case 0x55: return code(start, digits: 8, end)
    case 0x4e, 0x5f: note(start, times: 2)
    case 0x4c, 0x50: note(start, times: 3)
    case 0x0a, 0x0d:
      // The break is dropped with the blanks behind it; empty lines that follow are kept.
      var index = start + 1
      var breaks = -1
      while index < end, isBlank(index) || bytes[index] == 0x0a || bytes[index] == 0x0d {
        if bytes[index] == 0x0a { breaks += 1 }
        index += 1
      }
      note(index, times: breaks)
      return index
    default: note(start)
    }
    return start + 2
  }

  private mutating func code(_ start: Int, digits: Int, _ end: Int) -> Int {
    var scalar: UInt32 = 0
    for byte in bytes[min(start + 2, end)..<min(start + 2 + digits, end)] {
      scalar = scalar &* 16 &+ UInt32(byte < 0x3a ? byte &- 0x30 : (byte | 0x20) &- 0x57)
    }
    note(start, times: scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4)
    return start + 2 + digits
  }

  /// Blanks within a line are kept; a line break with the blanks around it becomes a space, several
  /// become one less.
  private mutating func fold(_ start: Int, _ end: Int) -> Int {
    var index = start
    var breaks = 0
    while index < end, isBlank(index) || bytes[index] == 0x0a || bytes[index] == 0x0d {
      if bytes[index] == 0x0a { breaks += 1 }
      index += 1
    }
    if breaks == 0 {
      for blank in start..<index { note(blank) }
    } else {
      note(start, times: max(1, breaks - 1))
    }
    return index
  }

  // MARK: Cells

  /// A cell in quotes: two of them stand for one, and a line ends with a line feed.
  mutating func cell() {
    var index = Int(node.start) + 1
    let end = Int(node.end) - 1
    while index < end {
      let isPair = bytes[index] == 0x22 || (bytes[index] == 0x0d && bytes[index + 1] == 0x0a)
      note(index)
      index += isPair ? 2 : 1
    }
  }

  // MARK: Lines

  /// A plain text or one in single quotes that goes over several lines or holds `''`.
  mutating func lines(_ text: [UInt8]) {
    let isQuoted = node.style == .single
    var index = Int(node.start) + (isQuoted ? 1 : 0)
    let end = Int(node.end) - (isQuoted ? 1 : 0)
    while index < end {
      switch bytes[index] {
      case 0x20, 0x09, 0x0a, 0x0d: index = fold(index, end)
      default:
        note(index)
        index += isQuoted && bytes[index] == 0x27 ? 2 : 1
      }
    }
  }

  /// A block scalar: the lines behind its header without their indentation, which is what is left
  /// of the first line with text when that text is taken off.
  mutating func block(_ text: [UInt8]) {
    var start = Int(node.start)
    while start < bytes.count, bytes[start] != 0x0a { start += 1 }
    start += 1
    var indent = -1
    while offsets.count < text.count, start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0a { end += 1 }
      let last = end > start && bytes[end - 1] == 0x0d ? end - 1 : end
      if indent < 0, offsets.count < text.count, text[offsets.count] != 0x0a {
        indent = indentation(of: start..<last, text[offsets.count...])
      }
      let content = min(start + max(0, indent), last)
      for index in content..<last
      where offsets.count < text.count && text[offsets.count] == bytes[index] {
        note(index)
      }
      // The break itself, unless folding dropped it.
      if offsets.count < text.count, text[offsets.count] == 0x0a || text[offsets.count] == 0x20 {
        let isDropped = content < last && isFoldedAway(after: end, text)
        if !isDropped { note(last) }
      }
      start = end + 1
    }
  }

  private func indentation(of line: Range<Int>, _ text: ArraySlice<UInt8>) -> Int {
    var spaces = 0
    while line.lowerBound + spaces < line.upperBound, bytes[line.lowerBound + spaces] == 0x20 {
      spaces += 1
    }
    return spaces - text.prefix { $0 == 0x20 }.count
  }

  /// Whether the break before empty lines leaves nothing in the text: as many breaks follow in the
  /// text as there are empty lines.
  private func isFoldedAway(after end: Int, _ text: [UInt8]) -> Bool {
    var empty = 0
    var index = end + 1
    while index < bytes.count {
      var next = index
      while next < bytes.count, bytes[next] == 0x20 || bytes[next] == 0x0d { next += 1 }
      guard next < bytes.count, bytes[next] == 0x0a else { break }
      empty += 1
      index = next + 1
    }
    guard empty > 0, index < bytes.count else { return false }
    let breaks = text[offsets.count...].prefix { $0 == 0x0a }.count
    return breaks == empty
  }
}
