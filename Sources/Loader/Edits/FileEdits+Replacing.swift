import Values

extension FileEdits {
  /// A value in the place of a node.
  func replacement(of id: ID, by value: Value) -> Edit {
    let node = document[id]
    let range = Int(node.start)..<Int(node.end)
    if isInFlow(id) {
      return inLine(ValueText.flow(value, like: node.style, inFlow: true), range)
    }
    if node.style == .block { return replacement(ofBlock: id, by: value) }
    let comment = headerComment(of: id)
    let text = ValueText.flow(value, like: node.style, inFlow: false)
    if var lines = literal(value, in: id) {
      lines[0] += comment
      return inLine(
        joined(lines, indent: childColumn(of: id)), range.lowerBound..<endOfText(id))
    }
    switch value {
    case .list, .map:
      let width = column(range.lowerBound) + text.unicodeScalars.count
      if width > ValueText.widest, comment.isEmpty, let edit = block(value, in: id) { return edit }
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .type,
      .optional, .opaque:
      break
    }
    return inLine(text + comment, range)
  }

  /// The comment behind the `|` or `>` of a block, with the blanks before it.
  private func headerComment(of id: ID) -> String {
    let node = document[id]
    guard node.style == .literal || node.style == .folded else { return "" }
    let start = Int(node.start)
    let header = bytes[start..<lineEnd(start)]
    guard let mark = header.firstIndex(of: 0x23),
      let last = header[..<mark].lastIndex(where: { $0 != 0x20 && $0 != 0x09 })
    else { return "" }
    return String(decoding: header[(last + 1)...], as: UTF8.self)
  }

  /// A text in the place of a range; in that of nothing at all it is set off from what is before.
  private func inLine(_ text: String, _ range: Range<Int>) -> Edit {
    let isSetOff = range.isEmpty && range.lowerBound > 0 && bytes[range.lowerBound - 1] > 0x20
    return Edit(range, isSetOff ? " " + text : text)
  }

  // MARK: From one line

  /// The column of what stands below the key or the dash of a node.
  private func childColumn(of id: ID) -> Int {
    guard let parent = parent(id) else { return 0 }
    let own = column(Int(document[parent].start))
    guard document[parent].kind == .map, let outer = self.parent(parent),
      document[outer].kind == .map
    else { return own + 2 }
    // As deep as the file goes from one map to the next.
    let step = own - column(Int(document[outer].start))
    return own + ((2...8).contains(step) ? step : 2)
  }

  /// The lines of a literal block for a text, where one may stand.
  private func literal(_ value: Value, in id: ID) -> [String]? {
    let node = document[id]
    let isBlock = node.style == .literal || node.style == .folded
    guard isBlock || node.style == .plain || node.style == .flow, node.end > node.start,
      let text = ScalarText.spelling(value), let lines = ScalarText.literal(text),
      endsItsLine(id), bytes[indicatorEnd(before: id)..<Int(node.start)].allSatisfy({ $0 == 0x20 })
    else { return nil }
    let indent = childColumn(of: id)
    // A comment that is indented as the text is would become part of it.
    var next = nextLine(Int(node.end))
    while next < bytes.count {
      let end = lineEnd(next)
      if !isBlank(next..<end) {
        let first = bytes[next..<end].firstIndex { $0 != 0x20 } ?? next
        return bytes[first] == 0x23 && first - next >= indent ? nil : lines
      }
      next = nextLine(next)
    }
    return bytes.last == 0x0a ? lines : nil
  }

  /// Whether nothing follows the node on its line.
  private func endsItsLine(_ id: ID) -> Bool {
    let end = Int(document[id].end)
    return isBlank(end..<lineEnd(end))
  }

  /// The end of a node with the blanks behind it, where nothing else follows on its line: of lines that
  /// take its place they would become part of the last one.
  private func endOfText(_ id: ID) -> Int {
    let end = Int(document[id].end)
    return endsItsLine(id) ? lineEnd(end) : end
  }

  /// Where the colon or dash before a node ends; the node's start where something else stands there.
  private func indicatorEnd(before id: ID) -> Int {
    let start = Int(document[id].start)
    var index = start
    while index > 0, isBlank(index - 1..<index) { index -= 1 }
    guard index > 0, bytes[index - 1] == 0x3a || bytes[index - 1] == 0x2d else { return start }
    return index
  }

  /// A block in the place of something that stood in one line.
  private func block(_ value: Value, in id: ID) -> Edit? {
    guard let parent = parent(id), document[id].end > document[id].start, endsItsLine(id) else {
      return nil
    }
    let (start, end) = (Int(document[id].start), endOfText(id))
    let indicator = indicatorEnd(before: id)
    guard indicator < start else { return nil }
    if document[parent].kind == .list {
      let column = self.column(start)
      guard !bytes[indicator..<start].contains(0x0a),
        let lines = ValueText().block(value, column: column)
      else { return nil }
      return Edit(start..<end, joined(lines, indent: column))
    }
    let column = childColumn(of: id)
    guard let lines = ValueText().block(value, column: column) else { return nil }
    let space = String(repeating: " ", count: column)
    return Edit(indicator..<end, lineBreak + space + joined(lines, indent: column))
  }

  // MARK: From a block

  private func replacement(ofBlock id: ID, by value: Value) -> Edit {
    let (start, end) = (Int(document[id].start), Int(document[id].end))
    let parentColumn = parent(id).map { column(Int(document[$0].start)) } ?? -1
    let isList = parent(id).map { document[$0].kind == .list } ?? false
    let own = column(start)
    // A list may stand in its key's own column; nothing else may.
    let target = own > parentColumn || isList ? own : parentColumn + 2
    let shift = String(repeating: " ", count: target - own)
    if let lines = ValueText(usesLiterals: endsItsLine(id)).block(value, column: target) {
      return Edit(start..<endOfText(id), shift + joined(lines, indent: target))
    }
    let text = ValueText.flow(value, inFlow: false)
    let indicator = indicatorEnd(before: id)
    if indicator < start { return Edit(indicator..<end, " " + text) }
    return Edit(start..<end, shift + text)
  }
}
