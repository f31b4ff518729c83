import CEL
import Values

/// Reads a table of CSV (RFC 4180) as the document that a list of maps would be: a map for each row,
/// its keys the cells of the header.
///
/// A cell is as a scalar of YAML: without quotes a number, a bool, nothing or a text, without the
/// blanks around it; in quotes a text. What other readers would guess about is refused with its place.
struct CSVReader {
  private typealias Node = YAMLDocument.Node
  private typealias ID = YAMLDocument.ID

  private static let (quote, comma) = (UInt8(ascii: "\""), UInt8(ascii: ","))

  private let bytes: UnsafeBufferPointer<UInt8>
  private var document: YAMLDocument
  private var problems: Problems
  private var index: Int
  private var header: [ID] = []

  /// Reads a table; nil where it cannot be read. Everything wrong is added to the problems.
  static func read(
    _ source: SourceFile, file: UInt32, _ problems: inout Problems
  ) -> YAMLDocument? {
    source.bytes.withUnsafeBufferPointer { bytes in
      do throws(Unreadable) {
        var prescan = BytePrescan(bytes, file: file, isTable: true)
        try prescan.run(&problems)
        var document = YAMLDocument(source: source, file: file)
        document.isTable = true
        var reader = CSVReader(bytes, document, from: prescan.start, problems)
        defer { problems = reader.problems }
        try reader.run()
        return reader.document
      } catch {
        return nil
      }
    }
  }

  private init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ document: YAMLDocument, from start: Int,
    _ problems: Problems
  ) {
    self.bytes = bytes
    self.document = document
    self.problems = problems
    index = start
  }

  private mutating func run() throws(Unreadable) {
    skipEmptyLines()
    guard index < bytes.count else {
      throw refuse(
        .emptyFile, "the file is empty", 0..<0,
        help: ["a table of rows begins with the names of its columns: price,total"])
    }
    let first = index
    header = try cells()
    try checkHeader()
    let end = Int(document[header[header.count - 1]].end)
    var rows: [ID] = []
    var isWhole = true
    skipEmptyLines()
    while index < bytes.count {
      if let row = try row() { rows.append(row) } else { isWhole = false }
      skipEmptyLines()
    }
    guard isWhole else { throw Unreadable() }
    document.root = add(
      Node(
        kind: .list, style: .block, start: UInt32(first),
        end: rows.last.map { document[$0].end } ?? UInt32(end)), rows)
    try count(nodes: 1, text: 0, at: first)
  }

  // MARK: Nodes

  private mutating func add(_ node: Node, _ children: [ID] = []) -> ID {
    var node = node
    if node.kind != .scalar {
      node.first = UInt32(truncatingIfNeeded: document.children.count)
      node.count = UInt32(truncatingIfNeeded: children.count)
      document.children += children
    }
    document.nodes.append(node)
    return ID(truncatingIfNeeded: document.nodes.count - 1)
  }

  /// Counts as if every row were written as a map, with its keys.
  private mutating func count(nodes: Int, text: Int, at start: Int) throws(Unreadable) {
    document.size.nodes += nodes
    document.size.text += text
    guard document.size.nodes > YAMLLimits.nodes || document.size.text > YAMLLimits.text else {
      return
    }
    let what =
      document.size.nodes > YAMLLimits.nodes
      ? "\(YAMLLimits.nodes) values" : "\(YAMLLimits.text >> 20) MiB of text"
    throw refuse(
      .tooLarge, "the file holds more than \(what), with the names of the columns in every row",
      start..<start + 1)
  }

  /// A row; nil for one that has not as many cells as the header, which is reported.
  private mutating func row() throws(Unreadable) -> ID? {
    let start = index
    let cells = try cells()
    let end = max(start, Int(document[cells[cells.count - 1]].end))
    guard cells.count == header.count else {
      let isLong = cells.count > header.count
      _ = refuse(
        .badTable,
        "the row has \(cells.count.counted("cell")), and the header \(header.count)",
        isLong ? Int(document[cells[header.count]].start)..<end : start..<end,
        help: [
          isLong
            ? "a cell that holds a comma stands in quotes" : "a cell without a value is empty: ,,"
        ],
        related: [.init(document.span(header[0]), "the header is here")])
      return nil
    }
    var children: [ID] = []
    children.reserveCapacity(cells.count * 2)
    var text = 0
    for (name, cell) in zip(header, cells) {
      children += [name, cell]
      text += Int(document[name].count + document[cell].count)
    }
    try count(nodes: 1 + 2 * cells.count, text: text, at: start)
    return add(
      Node(
        kind: .map, style: .flow, start: UInt32(truncatingIfNeeded: start),
        end: UInt32(truncatingIfNeeded: end)), children)
  }

  private mutating func checkHeader() throws(Unreadable) {
    var known: TextTable<ID> = [:]
    for id in header {
      let name = document.text(id)
      let span = Int(document[id].start)..<Int(document[id].end)
      guard Names.isName(name) else {
        let other = [(";", "semicolons"), ("\t", "tabs")].first { name.contains($0.0) }
        throw refuse(
          .badName,
          name.isEmpty
            ? "a column of the header has no name" : "\"\(name)\" is no name of a column",
          span.isEmpty ? span.lowerBound..<span.upperBound + 1 : span,
          help: [
            other.map { "put commas between the cells, not \($0.1)" }
              ?? "the first line names the columns: letters, digits and _, no digit first"
          ])
      }
      if let earlier = known.updateValue(id, forKey: name) {
        throw refuse(
          .duplicateKey, "two columns are named \"\(name)\"", span,
          related: [.init(document.span(earlier), "the first is here")])
      }
    }
  }

  // MARK: Cells

  private func isLineEnd(_ index: Int) -> Bool { bytes[index] == 0x0a || bytes[index] == 0x0d }

  private func isBlank(_ index: Int) -> Bool { bytes[index] == 0x20 || bytes[index] == 0x09 }

  /// Goes to the next line on which there is more than blanks.
  private mutating func skipEmptyLines() {
    var end = index
    while end < bytes.count, isBlank(end) || isLineEnd(end) {
      end += 1
      if bytes[end - 1] == 0x0a { index = end }
    }
    if end == bytes.count { index = end }
  }

  private mutating func skipBlanks() {
    while index < bytes.count, isBlank(index) { index += 1 }
  }

  /// The cells of one record, with the line end behind it.
  private mutating func cells() throws(Unreadable) -> [ID] {
    var cells: [ID] = []
    while true {
      skipBlanks()
      let isQuoted = index < bytes.count && bytes[index] == CSVReader.quote
      cells.append(isQuoted ? try quotedCell() : try plainCell())
      guard index < bytes.count, bytes[index] == CSVReader.comma else { break }
      index += 1
    }
    // A carriage return stands before a line feed only: that has been seen to.
    while index < bytes.count, isLineEnd(index) {
      index += 1
      if bytes[index - 1] == 0x0a { break }
    }
    return cells
  }

  private mutating func plainCell() throws(Unreadable) -> ID {
    let start = index
    var end = index
    while index < bytes.count, bytes[index] != CSVReader.comma, !isLineEnd(index) {
      if bytes[index] == CSVReader.quote {
        throw refuse(
          .badTable, "a quote stands within a cell that has none around it", index..<index + 1,
          help: [
            "put the whole cell into quotes, and write two for each within: \"say \"\"hi\"\"\""
          ])
      }
      index += 1
      if !isBlank(index - 1) { end = index }
    }
    var node = Node(
      kind: .scalar, style: .plain, start: UInt32(truncatingIfNeeded: start),
      end: UInt32(truncatingIfNeeded: end))
    (node.first, node.count) = (node.start, node.end - node.start)
    try checkSize(of: node)
    return add(node)
  }

  private mutating func quotedCell() throws(Unreadable) -> ID {
    let start = index
    let first = document.decoded.count
    index += 1
    while true {
      guard index < bytes.count else {
        throw refuse(
          .badTable, "the quote that begins this cell has no other to end it", start..<start + 1)
      }
      let isReturn = bytes[index] == 0x0d && index + 1 < bytes.count && bytes[index + 1] == 0x0a
      if bytes[index] == CSVReader.quote {
        guard index + 1 < bytes.count, bytes[index + 1] == CSVReader.quote else { break }
        index += 1
      } else if isReturn {
        index += 1
      }
      document.decoded.append(bytes[index])
      index += 1
    }
    index += 1
    var node = Node(
      kind: .scalar, style: .cell, start: UInt32(truncatingIfNeeded: start),
      end: UInt32(truncatingIfNeeded: index))
    node.count = UInt32(truncatingIfNeeded: document.decoded.count - first)
    if Int(node.count) + 2 == index - start, !document.decoded[first...].contains(0x0a) {
      document.decoded.removeSubrange(first...)
      node.first = UInt32(truncatingIfNeeded: start + 1)
    } else {
      node.isVerbatim = false
      node.first = UInt32(truncatingIfNeeded: first)
    }
    try checkSize(of: node)
    skipBlanks()
    guard index == bytes.count || bytes[index] == CSVReader.comma || isLineEnd(index) else {
      throw refuse(
        .badTable, "a cell ends at the quote that closes it", index..<index + 1,
        help: ["a quote within a cell is written twice: \"say \"\"hi\"\"\""])
    }
    return add(node)
  }

  private mutating func checkSize(of node: Node) throws(Unreadable) {
    guard node.count > YAMLLimits.scalar else { return }
    throw refuse(
      .tooLarge, "a text of more than \(YAMLLimits.scalar >> 10) KiB",
      Int(node.start)..<Int(node.start) + 1)
  }

  private mutating func refuse(
    _ code: ProblemCode, _ message: String, _ range: Range<Int>, help: [String] = [],
    related: [Diagnostic.Related] = []
  ) -> Unreadable {
    let span = SourceSpan(
      file: document.file, start: range.lowerBound, end: range.upperBound)
    problems.error(code, message, at: span, help: help, related: related)
    return Unreadable()
  }
}
