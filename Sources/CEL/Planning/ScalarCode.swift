internal import Values

/// A program in which only scalars occur and all that it reads is always read, as instructions over registers:
/// first come those of what is read, then those of the literals, then those of what is worked out.
///
/// Saves the walk over the program's parts, and to ask a host for each name: three quarters of what
/// `ScalarMachine` takes. `ScalarTests` hold both to the same values and costs.
struct ScalarCode: Sendable {
  struct Instruction: BitwiseCopyable, Sendable {
    enum Form: UInt8, BitwiseCopyable, Sendable {
      /// With the operator of this sign.
      case binary
      /// Of a bool: the other one, or the same.
      case not, keepBool
      /// Of a number: with the other sign, or the same.
      case negate, keepNumber
    }

    let form: Form
    let sign: Token.Kind
    let left: Int32
    let right: Int32
    let target: Int32
  }

  /// What is read, by the host's slots, each once, in the order in which it is read first.
  let slots: [Int]
  let literals: [ScalarValue]
  let instructions: [Instruction]
  let result: Int32
  /// How many registers there are.
  let count: Int
  /// What evaluating costs, of which each part is evaluated once.
  let cost: Int

  /// Nil where something else may occur, or something may not be read.
  init?(_ program: Program) {
    var maker = Maker(program)
    maker.find(program.root, depth: 0)
    guard maker.isFit else { return nil }
    result = maker.make(program.root)
    slots = maker.slots
    literals = maker.literals
    instructions = maker.instructions
    count = maker.count
    cost = maker.cost
  }

  /// Finds out what is read and what stands in the text first, so that the registers of these come first.
  private struct Maker {
    let nodes: Window<Node>
    let lists: Window<Int32>
    let constants: Window<ScalarValue?>
    var slots: [Int] = []
    var literals: [ScalarValue] = []
    var instructions: [Instruction] = []
    var made = 0
    var cost = 0
    var isFit = true
    private var literalPlaces: [Int32: Int] = [:]

    init(_ program: Program) {
      nodes = program.nodes.window
      lists = program.lists.window
      constants = program.scalars.window
    }

    var count: Int { slots.count + literals.count + made }

    mutating func find(_ position: Int32, depth: Int) {
      if depth > ScalarCode.deepest { isFit = false }
      if !isFit { return }
      let node = nodes[Int(position)]
      cost += 1
      switch node.kind {
      case .literal: find(literal: node.a)
      case .readValue:
        if !slots.contains(Int(node.a)) { slots.append(Int(node.a)) }
        if slots.count > ScalarCode.most { isFit = false }
      case .binary:
        find(sign: Maker.sign(node.flag))
        find(node.a, depth: depth + 1)
        find(node.b, depth: depth + 1)
      case .chain:
        for place in 0..<Int(node.b) {
          if place > 0 {
            cost += 1
            find(sign: sign(of: node, at: place))
          }
          find(lists[Int(node.a) + place * 2], depth: depth + 1)
        }
      case .not, .negate: find(node.a, depth: depth + 1)
      case .name, .local, .select, .has, .index, .call, .method, .list, .map, .optionalEntry, .loop,
        .nothing, .read, .unary, .binaryCall, .variadic, .fault, .readPath, .and, .or, .conditional:
        isFit = false
      }
    }

    private mutating func find(literal: Int32) {
      guard let value = constants[Int(literal)] else {
        isFit = false
        return
      }
      if literalPlaces[literal] == nil {
        literalPlaces[literal] = literals.count
        literals.append(value)
      }
    }

    private mutating func find(sign: Token.Kind) {
      if !ScalarCode.signs.contains(sign) { isFit = false }
    }

    /// The register of a part, behind the instructions that work it out.
    mutating func make(_ position: Int32) -> Int32 {
      let node = nodes[Int(position)]
      switch node.kind {
      case .readValue: return Int32(slots.firstIndex(of: Int(node.a)) ?? 0)
      case .literal: return Int32(slots.count + (literalPlaces[node.a] ?? 0))
      case .binary:
        let (left, right) = (make(node.a), make(node.b))
        return add(.binary, Maker.sign(node.flag), left, right)
      case .chain:
        var value = make(lists[Int(node.a)])
        for place in 1..<Int(node.b) {
          let right = make(lists[Int(node.a) + place * 2])
          value = add(.binary, sign(of: node, at: place), value, right)
        }
        return value
      case .not:
        let value = make(node.a)
        return add(node.b % 2 == 1 ? .not : .keepBool, .end, value, value)
      case .negate:
        let value = make(node.a)
        return add(node.b % 2 == 1 ? .negate : .keepNumber, .end, value, value)
      case .name, .local, .select, .has, .index, .call, .method, .list, .map, .optionalEntry, .loop,
        .nothing, .read, .unary, .binaryCall, .variadic, .fault, .readPath, .and, .or, .conditional:
        preconditionFailure("a part that is unfit for registers")
      }
    }

    private mutating func add(
      _ form: Instruction.Form, _ sign: Token.Kind, _ left: Int32, _ right: Int32
    ) -> Int32 {
      let target = Int32(count)
      made += 1
      instructions.append(
        Instruction(form: form, sign: sign, left: left, right: right, target: target))
      return target
    }

    private func sign(of chain: Node, at place: Int) -> Token.Kind {
      Maker.sign(UInt8(truncatingIfNeeded: lists[Int(chain.a) + place * 2 - 1]))
    }

    private static func sign(_ raw: UInt8) -> Token.Kind { Token.Kind(rawValue: raw) ?? .end }
  }

  /// The operators that two scalars can have.
  static let signs: Set<Token.Kind> = [
    .plus, .minus, .times, .divide, .remainder, .equal, .notEqual, .less, .lessOrEqual, .greater,
    .greaterOrEqual,
  ]

  /// Deeper formulas, and those that read more, are rare.
  private static let deepest = 16
  private static let most = 16
}
