public import Scenarios
public import Values

/// Turns fixes of outcomes into edits of a scenario file: byte ranges and what to write there, in
/// the style of the place. Everything else stays as it is, comments, quotes and line ends included.
public struct FileEdits: InLines {
  typealias ID = YAMLDocument.ID

  /// Why a fix is left to the author.
  public struct Refusal: Error, Equatable {
    public let reason: String
  }

  let document: YAMLDocument
  let lineBreak: String
  /// The list or map around each node, by the node's number; -1 for the root.
  private var parents: [Int]
  /// Whether an alias or `<<` stands for the node itself.
  private var isShared: [Bool]
  private var places: [SourceSpan: ID] = [:]

  var bytes: [UInt8] { document.source.bytes }

  /// Nil where the file is no YAML that we read.
  public init?(_ source: SourceFile) {
    var problems = Problems()
    guard let document = DocumentBuilder.read(source, file: 0, &problems) else { return nil }
    self.document = document
    lineBreak = FileEdits.lineBreak(of: source.bytes)
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

  /// Lines joined as the file ends its own, all but the first indented.
  func joined(_ lines: [String], indent: Int) -> String {
    let space = String(repeating: " ", count: indent)
    return lines.enumerated().map { index, line in
      index == 0 || line.isEmpty ? line : space + line
    }.joined(separator: lineBreak)
  }
}
