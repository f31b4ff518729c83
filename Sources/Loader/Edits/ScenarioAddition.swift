public import Values

/// Adds to a file a scenario that goes the way of a token: a copy of the one that was explored, with
/// another name and the token, behind the last scenario of the file. All that stands there stays as it
/// is, but for a file with a script and no scenarios: its script becomes the first of them.
public struct ScenarioAddition: InLines {
  private typealias ID = YAMLDocument.ID

  /// Why it is left to the author.
  public struct Refusal: Error {
    public let reason: String
  }

  private let document: YAMLDocument
  private let lineBreak: String
  var bytes: [UInt8] { document.source.bytes }

  /// Nil where the file is no YAML that we read.
  public init?(to source: SourceFile) {
    var problems = Problems()
    guard let document = DocumentBuilder.read(source, file: 0, &problems) else { return nil }
    self.document = document
    lineBreak = ScenarioAddition.lineBreak(of: source.bytes)
  }

  /// The file with the scenario.
  /// - Parameters:
  ///   - scenario: Where the one is that was explored.
  ///   - name: What the file calls itself, for scripts that are no scenarios yet.
  ///   - copy: The name of the new scenario, which no other has.
  public func text(
    adding token: String, to scenario: SourceSpan, named name: String, as copy: String
  ) throws(Refusal) -> [UInt8] {
    guard document[document.root].kind == .map, document[document.root].style != .flow else {
      throw Refusal(reason: "the file is written in braces")
    }
    if let list = value(of: "scenarios") {
      return try adding(token, to: scenario, of: list, as: copy)
    }
    if let script = entry("steps") { return try wrapping(script, token, name, copy) }
    return bytes + Array((endsInLine ? "" : lineBreak).utf8)
      + Array(scenarios([("[]", nil, name), ("[]", token, copy)], column: 0).utf8)
  }

  // MARK: Beside other scenarios

  private func adding(
    _ token: String, to scenario: SourceSpan, of list: ID, as copy: String
  ) throws(Refusal) -> [UInt8] {
    guard document[list].kind == .list, document[list].style != .flow else {
      throw Refusal(reason: "the list of scenarios is not written in lines")
    }
    let elements = Array(document.elements(list))
    guard let last = elements.last,
      let element = elements.first(where: { document.span($0) == scenario }),
      document[element].kind == .map
    else { throw Refusal(reason: "it does not stand there by itself") }
    if document[element].style == .flow { throw Refusal(reason: "it is written in braces") }
    let column = self.column(Int(document[list].start))
    let (key, value) = try nameEntry(of: element)
    let start = lineStart(Int(document[element].start))
    guard isBlank(start..<start + column), bytes[start + column] == 0x2d else {
      throw Refusal(reason: "it is written in an unusual way")
    }
    let end = lineEnd(self.end(of: element))
    let keyColumn = self.column(Int(document[key].start))
    let line =
      lineBreak + String(repeating: " ", count: keyColumn) + "schedule: \(token)"
    var edits = anchors(in: element)
    edits.append(
      Edit(
        Int(document[value].start)..<Int(document[value].end),
        ScalarText.text(copy, like: document[value].style, inFlow: false)))
    let nameEnd = lineEnd(Int(document[value].end))
    edits.append(Edit(nameEnd..<nameEnd, line))
    let text = Edit.apply(
      edits.map { Edit($0.range.lowerBound - start..<$0.range.upperBound - start, $0.replacement) },
      to: Array(bytes[start..<end]))
    let place = lineEnd(self.end(of: last))
    let gap = isSpaced(start) ? lineBreak + lineBreak : lineBreak
    return Edit.apply([Edit(place..<place, Array(gap.utf8) + text)], to: bytes)
  }

  private func nameEntry(of element: ID) throws(Refusal) -> (key: ID, value: ID) {
    let children = Array(document.elements(element))
    for index in stride(from: 0, to: children.count, by: 2) {
      let (key, value) = (children[index], children[index + 1])
      guard text(key) == "name", !document[key].isMerged else { continue }
      let isPlain: Bool =
        switch document[value].style {
        case .plain, .single, .double: document[value].kind == .scalar
        case .literal, .folded, .flow, .block, .cell: false
        }
      guard isPlain else { break }
      return (key, value)
    }
    throw Refusal(reason: "its name is written in an unusual way")
  }

  /// Whether an empty line stands before.
  private func isSpaced(_ start: Int) -> Bool {
    guard start > 0 else { return false }
    return isBlank(lineStart(start - 1)..<start)
  }

  /// What takes the anchors out of a part of the file: each may stand once.
  private func anchors(in id: ID) -> [Edit] {
    var edits: [Edit] = []
    func search(_ id: ID) {
      let node = document[id]
      switch node.kind {
      case .alias: return
      case .scalar: break
      case .list, .map: for child in document.elements(id) { search(child) }
      }
      var end = Int(node.start)
      while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
      var start = end
      while start > 0, bytes[start - 1] > 0x20 { start -= 1 }
      guard start < end, bytes[start] == 0x26 else { return }
      // With the blank before it: what follows on the next line stays there.
      let edit = Edit((start > 0 && bytes[start - 1] == 0x20 ? start - 1 : start)..<end, "")
      if !edits.contains(where: { $0.range == edit.range }) { edits.append(edit) }
    }
    for child in document.elements(id) { search(child) }
    return edits
  }

  // MARK: In the place of a script

  private func wrapping(
    _ script: (key: ID, value: ID), _ token: String, _ name: String, _ copy: String
  ) throws(Refusal) -> [UInt8] {
    let (key, value) = script
    let start = lineStart(Int(document[key].start))
    let column = self.column(Int(document[key].start))
    guard isBlank(start..<start + column), document[value].kind == .list else {
      throw Refusal(reason: "its steps are written in an unusual way")
    }
    let end = lineEnd(self.end(of: value))
    // What stands behind the key and its colon, in lines of which the first begins there.
    var colon = Int(document[key].end)
    while colon < end, bytes[colon] != 0x3a { colon += 1 }
    func steps(_ text: [UInt8]) -> String {
      let lines = String(decoding: text, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.last == "\r" ? $0.dropLast() : $0 }
      return lines.enumerated().map { number, line in
        number == 0 || line.isEmpty ? String(line) : "    \(line)"
      }.joined(separator: lineBreak)
    }
    let original = Array(bytes[min(colon + 1, end)..<end])
    let bare = Edit.apply(
      (anchors(in: document.root)).filter {
        $0.range.lowerBound > colon && $0.range.upperBound <= end
      }
      .map {
        Edit(
          $0.range.lowerBound - colon - 1..<$0.range.upperBound - colon - 1, $0.replacement)
      }, to: original)
    let text = scenarios(
      [(steps(original), nil, name), (steps(bare), token, copy)], column: column)
    return Edit.apply([Edit(start..<end, String(text.dropLast(lineBreak.count)))], to: bytes)
  }

  /// A list of scenarios, by what stands behind their `steps:`, their tokens and names.
  private func scenarios(
    _ all: [(steps: String, token: String?, name: String)], column: Int
  ) -> String {
    let space = String(repeating: " ", count: column)
    var text = "\(space)scenarios:\(lineBreak)"
    for (steps, token, name) in all {
      let shown = ScalarText.text(name, like: .plain, inFlow: false)
      text += "\(space)  - name: \(shown)\(lineBreak)"
      if let token { text += "\(space)    schedule: \(token)\(lineBreak)" }
      let isInline = steps.first == "["
      text += "\(space)    steps:\(isInline ? " " : "")\(steps)\(lineBreak)"
    }
    return text
  }

  // MARK: Places

  private func entry(_ name: String) -> (key: ID, value: ID)? {
    let children = Array(document.elements(document.root))
    for index in stride(from: 0, to: children.count, by: 2) where text(children[index]) == name {
      return (children[index], children[index + 1])
    }
    return nil
  }

  private func value(of name: String) -> ID? { entry(name)?.value }

  private func text(_ id: ID) -> String? {
    document[id].kind == .scalar
      ? document.withText(id) { String(decoding: $0, as: UTF8.self) } : nil
  }

  /// Behind the last byte of what stands in it.
  private func end(of id: ID) -> Int {
    var end = Int(document[id].start) + 1
    switch document[id].kind {
    case .alias, .scalar: end = Int(document[id].end)
    case .list, .map:
      if document[id].style == .flow { return Int(document[id].end) }
      for child in document.elements(id) { end = max(end, self.end(of: child)) }
    }
    while end > 0, bytes[end - 1] == 0x0a || bytes[end - 1] == 0x0d { end -= 1 }
    return end
  }

  private var endsInLine: Bool { bytes.isEmpty || bytes[bytes.count - 1] == 0x0a }
}
