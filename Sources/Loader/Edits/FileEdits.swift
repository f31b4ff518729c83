public import Scenarios
public import Values

/// Turns fixes of outcomes into edits of a scenario file: byte ranges and what to write there, in
/// the style of the place. Everything else stays as it is, comments, quotes and line ends included.
public struct FileEdits {
  typealias ID = YAMLDocument.ID

  /// Why a fix is left to the author.
  public struct Refusal: Error, Equatable {
    public let reason: String

    public init(reason: String) { self.reason = reason }
  }

  let document: YAMLDocument
  let lineBreak: String
  /// The list or map around each node, by the node's number; -1 for the root.
  private var parents: [Int]
  /// Whether an alias or `<<` stands for the node itself.
  private var isShared: [Bool]
  private(set) var places: [SourceSpan: ID] = [:]

  var bytes: [UInt8] { document.source.bytes }

  /// Nil where the file is no YAML that we read.
  public init?(_ source: SourceFile) {
    var problems = Problems()
    guard let document = DocumentBuilder.read(source, file: 0, &problems) else { return nil }
    self.document = document
    let first = source.bytes.firstIndex(of: 0x0a) ?? 0
    lineBreak = first > 0 && source.bytes[first - 1] == 0x0d ? "\r\n" : "\n"
    parents = [Int](repeating: -1, count: document.nodes.count)
    isShared = [Bool](repeating: false, count: document.nodes.count)
    for (id, node) in document.nodes.enumerated() {
      switch node.kind {
      case .alias: isShared[Int(node.first)] = true
      case .list, .map:
        for child in document.elements(ID(id)) { parents[Int(child)] = id }
      case .scalar: break
      }
      if node.kind != .alias { places[document.span(ID(id))] = ID(id) }
    }
  }

  /// The edits that make the fix, in the order of the file.
  public func edits(for fix: Fix) throws(Refusal) -> [Edit] {
    guard fix.span.file == 0 else {
      throw Refusal(reason: "it stands in a used file, and only the file that runs is updated")
    }
    guard let id = places[fix.span] else {
      throw Refusal(reason: "there is no literal of its own there")
    }
    for node in around(id) where isShared[Int(node)] {
      throw Refusal(reason: "an alias shares it with another place")
    }
    switch fix.change {
    case .replace(let value): return [replacement(of: id, by: value)]
    case .hold(let items): return try hold(id, items)
    }
  }

  // MARK: Places

  func parent(_ id: ID) -> ID? {
    let parent = parents[Int(id)]
    return parent < 0 ? nil : ID(parent)
  }

  /// The node and all around it, innermost first.
  private func around(_ id: ID) -> [ID] {
    var nodes = [id]
    while let parent = parent(nodes[nodes.count - 1]) { nodes.append(parent) }
    return nodes
  }

  /// Whether it stands in brackets or braces.
  func isInFlow(_ id: ID) -> Bool {
    around(id).dropFirst().contains { document[$0].style == .flow }
  }

  func lineStart(_ offset: Int) -> Int {
    var start = min(offset, bytes.count)
    while start > 0, bytes[start - 1] != 0x0a { start -= 1 }
    return start == 0 && bytes.starts(with: [0xef, 0xbb, 0xbf]) ? min(3, offset) : start
  }

  /// The end of a line, before what ends it.
  func lineEnd(_ offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != 0x0a { end += 1 }
    return end > offset && bytes[end - 1] == 0x0d ? end - 1 : end
  }

  /// The start of the next line, or the end of the file.
  func nextLine(_ offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != 0x0a { end += 1 }
    return min(end + 1, bytes.count)
  }

  func column(_ offset: Int) -> Int { offset - lineStart(offset) }

  func isBlank(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d || $0 == 0x0a }
  }

  /// Lines joined as the file ends its own, all but the first indented.
  func joined(_ lines: [String], indent: Int) -> String {
    let space = String(repeating: " ", count: indent)
    return lines.enumerated().map { index, line in
      index == 0 || line.isEmpty ? line : space + line
    }.joined(separator: lineBreak)
  }
}
