internal import Values

/// One part of a formula. The parts stand in one array, children before their parents, and name
/// each other by position; so a formula costs a handful of allocations however large it is, and
/// passes over it are plain loops. Planning rewrites a copy of the array in place.
///
/// What `a` to `d` mean depends on the kind. "list" is a position in `Syntax.lists`.
struct Node {
  enum Kind: UInt8 {
    /// a: position in `constants`
    case literal
    /// a: name; flag 1: written with a leading dot
    case name
    /// A variable of a macro. a: its local; b: name; flag 1: one that `cel.bind` binds
    case local
    /// a: operand, b: name; flag 1: `.?`
    case select
    /// `has(x.f)`. a: operand, b: name
    case has
    /// a: operand, b: index; flag 1: `[?`
    case index
    /// a: name, b: list of arguments, c: how many, d: offset where the name starts
    case call
    /// a: name, b: list of the target and the arguments, c: how many, d: offset of the name
    case method
    /// a: list of elements, b: how many
    case list
    /// a: list of keys and values in turn, b: how many entries; c, made by planning: the number of its
    /// shape, counted from 1, where all keys are texts that stand there
    case map
    /// An element or entry written `?e`; for an entry it wraps the value. a: operand
    case optionalEntry
    /// a, b: operands; flag: the operator
    case binary
    /// Operators of one precedence from left to right. a: list of operand, operator, operand, …;
    /// b: how many operands
    case chain
    /// a: list of operands, b: how many
    case and, or
    /// a: condition, b: then, c: else
    case conditional
    /// a: operand, b: how often
    case not, negate
    /// a: the target, or -1; b: list of bodies, c: how many, d: first local; flag: the `MacroForm`
    case loop
    /// Not part of the formula any more: a name that became part of a function's name, a macro's
    /// variable, or a read of one where the macro's name is misspelt.
    case nothing

    // Made by planning.
    /// Reads a host's value as it is, or along a path of names. a: slot, b: position in `paths`,
    /// c: what the path costs
    case readValue, readPath
    /// Any other read of the host. a: position in `reads`
    case read
    /// Calls a known function. a: position in `functions`; b: list of arguments, c: how many
    case unary, binaryCall, variadic
    /// Fails. a: position in `faults`
    case fault
  }

  var kind: Kind
  var flag: UInt8
  /// How many levels of parts stand beneath, this one included.
  var height: UInt16
  var start: UInt32
  var end: UInt32
  var a: Int32
  var b: Int32
  var c: Int32
  var d: Int32

  init(
    _ kind: Kind, flag: UInt8 = 0, _ range: Range<Int>, a: Int32 = 0, b: Int32 = 0, c: Int32 = 0,
    d: Int32 = 0
  ) {
    self.kind = kind
    self.flag = flag
    height = 1
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    end = UInt32(truncatingIfNeeded: range.upperBound)
    self.a = a
    self.b = b
    self.c = c
    self.d = d
  }

  var range: Range<Int> { Int(start)..<Int(end) }
  var isFlagged: Bool { flag != 0 }
}

/// The parts of one formula and what they point into.
struct Syntax {
  var nodes: [Node] = []
  var lists: [Int32] = []
  var names: [String] = []
  var constants: [Value] = []
  var localCount = 0
  var root: Int32 = 0

  func list(_ start: Int32, _ count: Int32) -> ArraySlice<Int32> {
    lists[Int(start)..<Int(start + count)]
  }

  /// What a text literal says; nil for any other part.
  func text(of node: Node) -> String? {
    guard node.kind == .literal, case .string(let text) = constants[Int(node.a)] else { return nil }
    return text
  }

  /// Of every part the one it stands in; -1 for none.
  func parents() -> [Int32] {
    var parents = [Int32](repeating: -1, count: nodes.count)
    for (position, node) in nodes.enumerated() {
      forEachChild(of: node) { child, _ in
        parents[Int(child)] = Int32(truncatingIfNeeded: position)
      }
    }
    return parents
  }

  /// The height of the highest part that stands directly within the node.
  func heightBelow(_ node: Node) -> UInt16 {
    var height: UInt16 = 0
    forEachChild(of: node) { child, _ in height = max(height, nodes[Int(child)].height) }
    return height
  }

  /// Calls `body` with the position of every part that stands directly within one, from left to
  /// right, and whether evaluating it depends on something else's value.
  func forEachChild(of node: Node, _ body: (Int32, _ isConditional: Bool) -> Void) {
    switch node.kind {
    case .literal, .name, .local, .nothing, .read, .readValue, .readPath, .fault: break
    case .select, .has, .optionalEntry, .not, .negate: body(node.a, false)
    case .index, .binary:
      body(node.a, false)
      body(node.b, false)
    case .method:
      // Of an optional's alternative, only these two may leave their argument unevaluated.
      let mayLeaveOut = node.c == 2 && ["or", "orValue"].contains(names[Int(node.a)])
      for (index, child) in list(node.b, node.c).enumerated() {
        body(child, index > 0 && mayLeaveOut)
      }
    case .call, .unary, .binaryCall, .variadic:
      for child in list(node.b, node.c) { body(child, false) }
    case .list: for child in list(node.a, node.b) { body(child, false) }
    case .map: for child in list(node.a, node.b * 2) { body(child, false) }
    case .chain:
      for index in stride(from: node.a, to: node.a + node.b * 2 - 1, by: 2) {
        body(lists[Int(index)], false)
      }
    case .and, .or:
      for (index, child) in list(node.a, node.b).enumerated() { body(child, index > 0) }
    case .conditional:
      body(node.a, false)
      body(node.b, true)
      body(node.c, true)
    case .loop:
      if node.a >= 0 { body(node.a, node.flag == MacroForm.bind.rawValue) }
      for (index, child) in list(node.b, node.c).enumerated() {
        // What `reduce` starts with is always evaluated, and so is the body of `cel.bind`.
        let isSure =
          node.flag == MacroForm.bind.rawValue
          || node.flag == MacroForm.reduce.rawValue && index == 1
        body(child, !isSure)
      }
    }
  }
}
