import Values

/// One document, of YAML or a table of CSV, as an arena of plain nodes: what the events said, with the places. Scalars
/// that stand in the file as they are point into its bytes; aliases point to what they name.
struct YAMLDocument {
  typealias ID = UInt32

  /// A scalar, list, map, or an alias of one. 20 bytes.
  struct Node {
    enum Kind: UInt8 { case scalar, list, map, alias }
    /// A cell is a scalar in the quotes of CSV.
    enum Style: UInt8 { case plain, single, double, literal, folded, flow, block, cell }

    var kind: Kind
    var style: Style
    /// Whether a scalar's text lies in the file's bytes rather than among the decoded texts.
    var isVerbatim = true
    /// Whether an alias stands for an entry that `<<` brought in.
    var isMerged = false
    /// The bytes of the file, without anchor.
    var start: UInt32
    var end: UInt32
    /// A scalar's first byte of text; a collection's first place in `children`; an alias's target.
    var first: UInt32 = 0
    /// A scalar's bytes of text; a collection's number of children, two for each entry of a map.
    var count: UInt32 = 0
  }

  /// Keys with their values, as they lie one behind the other.
  struct Entries: RandomAccessCollection {
    private let nodes: ArraySlice<ID>

    init(_ nodes: ArraySlice<ID>) { self.nodes = nodes }

    var startIndex: Int { 0 }
    var endIndex: Int { nodes.count / 2 }

    @inline(__always)
    subscript(place: Int) -> (key: ID, value: ID) {
      let first = nodes.startIndex + 2 * place
      return (nodes[first], nodes[first + 1])
    }
  }

  private(set) var source: SourceFile
  private(set) var file: UInt32
  var nodes: [Node] = []
  var children: [ID] = []
  /// The texts of scalars that had to be decoded, one behind the other.
  var decoded: [UInt8] = []
  var root: ID = 0
  /// How many nodes and bytes of scalars it holds, as if every alias were written out.
  var size = (nodes: 0, text: 0)
  /// Entries that are not read, for another with the same key stands before them.
  var dropped: [(key: ID, value: ID)] = []
  /// Whether it is a table of CSV, where commas and quotes alone end what is written plain.
  var isTable = false
  /// What others have parsed of it already, where it is shared.
  var formulas: SharedFormulas?

  /// The same document as another file of a load.
  func seen(as source: SourceFile, file: UInt32) -> YAMLDocument {
    var document = self
    document.source = source
    document.file = file
    return document
  }

  init(source: SourceFile, file: UInt32) {
    self.source = source
    self.file = file
    nodes.reserveCapacity(source.bytes.count / 8 + 8)
    children.reserveCapacity(source.bytes.count / 8 + 8)
  }

  @inline(__always)
  subscript(id: ID) -> Node { nodes[Int(id)] }

  /// The node itself, or what it is an alias of.
  @inline(__always)
  func target(_ id: ID) -> ID {
    let node = nodes[Int(id)]
    return node.kind == .alias ? node.first : id
  }

  func span(_ id: ID) -> SourceSpan {
    let node = self[id]
    return SourceSpan(file: file, start: Int(node.start), end: Int(node.end))
  }

  /// The elements of a list.
  func elements(_ id: ID) -> ArraySlice<ID> {
    let node = self[id]
    return children[Int(node.first)..<Int(node.first + node.count)]
  }

  /// The entries of a map, in turn.
  func entries(_ id: ID) -> Entries { Entries(elements(id)) }

  /// Calls the closure with a scalar's text; with nothing for any other node.
  @inline(__always)
  func withText<Result>(
    _ id: ID, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let node = nodes[Int(id)]
    guard node.kind == .scalar else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    let range = Int(node.first)..<Int(node.first + node.count)
    if node.isVerbatim {
      return source.bytes.withUnsafeBufferPointer { body(.init(rebasing: $0[range])) }
    }
    return decoded.withUnsafeBufferPointer { body(.init(rebasing: $0[range])) }
  }

  /// What a scalar means that is written plain, or an alias of one; nil for any other node.
  func plainReading(_ id: ID) -> CoreSchema.Reading? {
    let id = target(id)
    guard self[id].kind == .scalar, self[id].style == .plain else { return nil }
    return withText(id, CoreSchema.read)
  }

  /// Whether it is a plain `_`, which stands for what comes out.
  func isPlaceholder(_ id: ID) -> Bool {
    let id = target(id)
    return self[id].kind == .scalar && self[id].style == .plain && text(id) == "_"
  }

  /// A scalar's text.
  func text(_ id: ID) -> String { withText(id) { String(decoding: $0, as: UTF8.self) } }
}
