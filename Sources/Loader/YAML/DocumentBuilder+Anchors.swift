import CLibYAML
import Values

extension DocumentBuilder {
  /// What stands before a node: its anchor, and where the node itself begins.
  struct Properties {
    var name: (text: String, span: SourceSpan)?
    var end: Int
  }

  /// Reads `&name` from the file itself, for libyaml cuts names short; refuses tags.
  mutating func properties(at start: Int) throws(Unreadable) -> Properties {
    var properties = Properties(name: nil, end: start)
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case 0x26:
        let end = nameEnd(index + 1)
        let name = String(decoding: bytes[index + 1..<end], as: UTF8.self)
        properties.name = (name, span(index, end))
        try checkSeparator(end, of: index)
        index = end
      case 0x21:
        var end = index
        while end < bytes.count, bytes[end] > 0x20, ![0x2c, 0x5d, 0x7d].contains(bytes[end]) {
          end += 1
        }
        let meant =
          problems.isHelpWanted
          ? FormulaQuoting(bytes: bytes).help(forTagAt: index) : nil
        problems.error(
          .yamlTag, "tags are not supported", at: span(index, end),
          help: [meant, "remove it; quotes make a value a text"].compactMap { $0 })
        problems.silence(span(index, end + 1))
        index = end
      case 0x20, 0x09, 0x0a, 0x0d: index += 1
      case 0x23:
        while index < bytes.count, bytes[index] != 0x0a { index += 1 }
      default:
        properties.end = index
        return properties
      }
    }
    properties.end = index
    return properties
  }

  private func nameEnd(_ start: Int) -> Int {
    var end = start
    while end < bytes.count {
      switch bytes[end] {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x5f, 0x2d: end += 1
      default: return end
      }
    }
    return end
  }

  private mutating func checkSeparator(_ end: Int, of start: Int) throws(Unreadable) {
    guard end < bytes.count else { return }
    switch bytes[end] {
    case 0x20, 0x09, 0x0a, 0x0d, 0x2c, 0x5d, 0x7d: return
    default:
      problems.error(
        .badAnchor, "the name of an anchor has letters, digits, \"_\" and \"-\" only",
        at: span(start, end + 1),
        help: bytes[end] == 0x3a ? ["put a space before the colon"] : [])
      throw Unreadable()
    }
  }

  /// Names a node. A name given twice is an error; the first stays.
  @discardableResult
  mutating func define(
    _ name: (text: String, span: SourceSpan), _ node: UInt32, isOpen: Bool, text: Int
  ) -> Int {
    if let earlier = anchorsByName[name.text] {
      problems.error(
        .duplicateAnchor, "the anchor \"\(name.text)\" is defined twice", at: name.span,
        related: [.init(anchors[earlier].span, "the first is here")])
      return -1
    }
    anchorsByName[name.text] = anchors.count
    anchors.append(Anchor(node: node, span: name.span, isOpen: isOpen, text: text))
    return anchors.count - 1
  }

  mutating func addAlias(_ event: UnsafePointer<yaml_event_t>) throws(Unreadable) {
    let (start, end) = (start(of: event), end(of: event))
    let name = String(cString: event.pointee.data.alias.anchor)
    try checkSeparator(end, of: start)
    var node = YAMLDocument.Node(
      kind: .alias, style: .plain, start: UInt32(truncatingIfNeeded: start),
      end: UInt32(truncatingIfNeeded: end))
    guard let number = anchorsByName[name], !anchors[number].isOpen else {
      if let number = anchorsByName[name] {
        problems.error(
          .badAlias, "the alias \"*\(name)\" stands inside what it names", at: span(start, end),
          related: [.init(anchors[number].span, "it is named here")])
      } else {
        unknownAliases.append((name, span(start, end)))
      }
      node.kind = .scalar
      try count(nodes: 1, text: 0, at: start)
      _ = add(node)
      return
    }
    let anchor = anchors[number]
    try count(nodes: anchor.nodes, text: anchor.text, at: start)
    if frames.count + anchor.height > YAMLLimits.depth {
      problems.error(
        .tooDeep,
        "lists and maps nest more than \(YAMLLimits.depth) levels deep through this alias",
        at: span(start, end), related: [.init(anchor.span, "it is named here")])
      throw Unreadable()
    }
    if !frames.isEmpty {
      frames[frames.count - 1].height = max(frames[frames.count - 1].height, anchor.height)
    }
    node.first = anchor.node
    _ = add(node)
  }

  /// Reports the aliases of names that were not defined before them.
  mutating func reportUnknownAliases() {
    for (name, span) in unknownAliases {
      if let number = anchorsByName[name] {
        problems.error(
          .badAlias, "the alias \"*\(name)\" stands before what it names", at: span,
          related: [.init(anchors[number].span, "it is named here")])
      } else {
        let names = problems.isHelpWanted ? anchorsByName.keys.sorted() : []
        let near = problems.nearest(to: name, among: names)
        problems.error(
          .badAlias, "there is no anchor \"&\(name)\"", at: span,
          help: near.map { ["did you mean \"*\($0)\"?"] } ?? [])
      }
    }
  }

  private var rowsHelp: String {
    "a file of rows whose name ends in .rows.yaml is left out where folders are searched"
  }

  /// What follows the document, and what the document is.
  mutating func finish(at end: Int) throws(Unreadable) {
    reportUnknownAliases()
    try checkNothingFollows(end)
    document.root = pending.first ?? 0
    let root = document[document.root]
    guard root.kind == (isRows ? .list : .map) else {
      let what =
        switch root.kind {
        case .list: "a list"
        case .map: "a map"
        case .scalar, .alias: root.count == 0 ? "nothing" : "a text"
        }
      let wanted = isRows ? "a list of maps" : "a map"
      problems.error(
        root.count == 0 && root.kind == .scalar ? .emptyFile : .badRoot,
        root.count == 0 && root.kind == .scalar
          ? "the file is empty" : "the file must hold \(wanted), not \(what)",
        at: span(Int(root.start), Int(root.start) + 1),
        help: root.kind == .list ? [emptyHelp, rowsHelp] : [emptyHelp])
      throw Unreadable()
    }
  }

  private mutating func checkNothingFollows(_ end: Int) throws(Unreadable) {
    var index = end
    if bytes[..<index].suffix(3).elementsEqual("---".utf8) { index -= 3 }
    while index < bytes.count {
      var last = index
      while last < bytes.count, bytes[last] != 0x0a { last += 1 }
      let line = bytes[index..<last].drop { [0x20, 0x09, 0x0d, 0x2e].contains($0) }
      if let first = line.first, first != 0x23 {
        let isMarker = line.starts(with: "---".utf8)
        let root = document[document.root]
        let lineOfRoot = bytes[..<Int(root.start)].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
        let column = Int(root.start) - lineOfRoot
        if !isMarker, root.style == .block, column > line.startIndex - index {
          problems.error(
            .yamlSyntax, "this line is indented less than the first one of the file",
            at: span(line.startIndex, last),
            help: ["begin all keys of the file in the same column, the first"])
          throw Unreadable()
        }
        problems.error(
          .severalDocuments,
          isMarker
            ? "a file holds one document, and this begins a second"
            : "nothing may follow the end of the document",
          at: span(line.startIndex, isMarker ? line.startIndex + 3 : last))
        throw Unreadable()
      }
      index = last + 1
    }
  }
}
