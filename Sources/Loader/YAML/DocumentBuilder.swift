import CLibYAML
import Values

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Turns libyaml's events into a `YAMLDocument`, within the limits and the YAML policy: one
/// document, its root a map, or a list where it holds rows, no tags, no double keys, anchors known and used once, aliases and
/// `<<` shared and never copied, all counted as if written out.
struct DocumentBuilder {
  /// A list or map that is being read.
  struct Frame {
    var node: UInt32
    /// Where its children begin among those pending.
    var pending: Int
    /// Levels below it so far.
    var height = 0
    /// The counts when it began.
    var nodes: Int
    var text: Int
    /// Its anchor, or -1.
    var anchor = -1
  }

  /// A named node, with what an alias of it counts for.
  struct Anchor {
    var node: UInt32
    var span: SourceSpan
    var isOpen: Bool
    var height = 0
    var nodes = 1
    var text = 0
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let offsets: CharacterOffsets
  var document: YAMLDocument
  var problems: Problems
  var frames: [Frame] = []
  /// The children of the open frames, outermost first.
  var pending: [UInt32] = []
  var anchors: [Anchor] = []
  var anchorsByName: TextTable<Int> = [:]
  /// Aliases of names not seen so far.
  var unknownAliases: [(name: String, span: SourceSpan)] = []
  var nodeCount = 0
  var textCount = 0

  /// Whether a key begins a step of its own: one that stands twice is missing its dash.
  let beginsStep: (String) -> Bool
  /// Whether its root is a list, of rows, rather than the map of a file.
  let isRows: Bool

  /// Reads a document; nil where it cannot be read. Everything wrong is added to the problems.
  static func read(
    _ source: SourceFile, file: UInt32, _ problems: inout Problems, isRows: Bool = false,
    beginsStep: @escaping (String) -> Bool = { _ in false }
  ) -> YAMLDocument? {
    source.bytes.withUnsafeBufferPointer { bytes in
      do throws(Unreadable) {
        var prescan = BytePrescan(bytes, file: file)
        try prescan.run(&problems)
        let offsets = CharacterOffsets(bytes, start: prescan.start, isASCII: prescan.isASCII)
        var builder = DocumentBuilder(
          bytes: bytes, offsets: offsets, document: YAMLDocument(source: source, file: file),
          problems: problems, isRows: isRows, beginsStep: beginsStep)
        defer { problems = builder.problems }
        try builder.run(from: prescan.start)
        return builder.document
      } catch {
        return nil
      }
    }
  }

  private init(
    bytes: UnsafeBufferPointer<UInt8>, offsets: CharacterOffsets, document: YAMLDocument,
    problems: Problems, isRows: Bool, beginsStep: @escaping (String) -> Bool
  ) {
    self.isRows = isRows
    self.bytes = bytes
    self.offsets = offsets
    self.document = document
    self.problems = problems
    self.beginsStep = beginsStep
    pending.reserveCapacity(64)
    frames.reserveCapacity(16)
  }

  private mutating func run(from start: Int) throws(Unreadable) {
    let reader = EventReader(UnsafeBufferPointer(rebasing: bytes[start...]))
    while true {
      guard reader.next() else {
        YAMLSyntax.report(reader.failure(), self, &problems)
        throw Unreadable()
      }
      let event = reader.event
      switch event.pointee.type {
      case YAML_SCALAR_EVENT: try addScalar(event)
      case YAML_ALIAS_EVENT: try addAlias(event)
      case YAML_MAPPING_START_EVENT, YAML_SEQUENCE_START_EVENT: try open(event)
      case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT: try close(event)
      case YAML_DOCUMENT_END_EVENT:
        try finish(at: end(of: event))
        document.size = (nodeCount, textCount)
        return
      case YAML_STREAM_END_EVENT:
        problems.error(.emptyFile, "the file is empty", at: span(0, 0), help: [emptyHelp])
        throw Unreadable()
      default: break
      }
    }
  }

  var emptyHelp: String {
    isRows
      ? "a file of rows holds a list of maps: - {price: 10, total: 20}"
      : "a file holds a map, such as `cells:` and `scenarios:`"
  }

  func span(_ start: Int, _ end: Int) -> SourceSpan {
    SourceSpan(file: document.file, start: start, end: end)
  }

  @inline(__always)
  func start(of event: UnsafePointer<yaml_event_t>) -> Int {
    offsets.offset(event.pointee.start_mark.index, in: bytes)
  }

  @inline(__always)
  func end(of event: UnsafePointer<yaml_event_t>) -> Int {
    offsets.offset(event.pointee.end_mark.index, in: bytes)
  }

  // MARK: Nodes

  /// Adds a node as the last child of the innermost frame.
  @inline(__always)
  mutating func add(_ node: YAMLDocument.Node) -> UInt32 {
    let id = UInt32(truncatingIfNeeded: document.nodes.count)
    document.nodes.append(node)
    pending.append(id)
    return id
  }

  /// Counts nodes and text, with those that an alias stands for.
  @inline(__always)
  mutating func count(nodes: Int, text: Int, at start: Int) throws(Unreadable) {
    nodeCount += nodes
    textCount += text
    if nodeCount > YAMLLimits.nodes || textCount > YAMLLimits.text {
      throw exceeded(nodes > 1, at: start)
    }
  }

  private mutating func exceeded(_ isAlias: Bool, at start: Int) -> Unreadable {
    let what =
      nodeCount > YAMLLimits.nodes
      ? "\(YAMLLimits.nodes) values" : "\(YAMLLimits.text >> 20) MiB of text"
    problems.error(
      .tooLarge,
      "the file holds more than \(what)\(isAlias ? ", with what aliases stand for" : "")",
      at: span(start, start + 1))
    return Unreadable()
  }

  private mutating func addScalar(_ event: UnsafePointer<yaml_event_t>) throws(Unreadable) {
    let scalar = event.pointee.data.scalar
    var start = start(of: event)
    let end = end(of: event)
    var anchor: Properties?
    if scalar.anchor != nil || scalar.tag != nil {
      anchor = try properties(at: start)
      start = min(anchor!.end, end)
    }
    let length = scalar.length
    if length > YAMLLimits.scalar {
      problems.error(
        .tooLarge, "a text of more than \(YAMLLimits.scalar >> 10) KiB",
        at: span(start, start + 1))
      throw Unreadable()
    }
    try count(nodes: 1, text: length, at: start)
    var node = YAMLDocument.Node(
      kind: .scalar, style: .plain, start: UInt32(truncatingIfNeeded: start),
      end: UInt32(truncatingIfNeeded: end))
    node.count = UInt32(truncatingIfNeeded: length)
    var closing = 0
    switch scalar.style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: (node.style, closing) = (.single, 1)
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: (node.style, closing) = (.double, 1)
    case YAML_LITERAL_SCALAR_STYLE: node.style = .literal
    case YAML_FOLDED_SCALAR_STYLE: node.style = .folded
    default: node.style = .plain
    }
    let text = UnsafeBufferPointer(start: scalar.value, count: length)
    let first = start + closing
    // The same length and the same bytes: nothing in it was decoded.
    let isVerbatim =
      first + length + closing == end
      && memcmp(scalar.value, bytes.baseAddress! + first, length) == 0
    if isVerbatim {
      node.first = UInt32(truncatingIfNeeded: first)
    } else {
      node.isVerbatim = false
      node.first = UInt32(truncatingIfNeeded: document.decoded.count)
      document.decoded.append(contentsOf: text)
      if node.style == .literal || node.style == .folded { trimEnd(&node) }
    }
    let id = add(node)
    if let name = anchor?.name { define(name, id, isOpen: false, text: length) }
  }

  /// A block scalar ends with its last line that is not empty.
  private func trimEnd(_ node: inout YAMLDocument.Node) {
    while node.end > node.start, [0x0a, 0x0d, 0x20, 0x09].contains(bytes[Int(node.end) - 1]) {
      node.end -= 1
    }
  }
}
