internal import Values

/// A program in which only scalars occur and all that it reads is always read, in one order, as instructions over
/// registers: first come those of what is read, then those of the literals, then those of what is worked out. What
/// decides may leave parts out, but none that is the first to read something, unless the other part reads the same.
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
      /// Of anything: the same.
      case move
      /// Goes on at the instruction that is the target: always, or where a bool is true, or false. No way leads back.
      case jump, jumpIfTrue, jumpIfFalse
      /// What comes now costs so much, which is said in place of an operand.
      case pay
    }

    let form: Form
    let sign: Token.Kind
    fileprivate(set) var left: Int32
    let right: Int32
    fileprivate(set) var target: Int32
  }

  /// What is read, by the host's slots, each once, in the order in which it is read first.
  let slots: [Int]
  let literals: [ScalarValue]
  let instructions: [Instruction]
  let result: Int32
  /// How many registers there are.
  let count: Int
  /// What evaluating costs besides what is paid for on the way.
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
          if place > 0 { find(sign: sign(of: node, at: place)) }
          find(lists[Int(node.a) + place * 2], depth: depth + 1)
        }
      case .not, .negate: find(node.a, depth: depth + 1)
      case .and, .or:
        find(lists[Int(node.a)], depth: depth + 1)
        let always = slots
        for place in 1..<Int(node.b) { find(lists[Int(node.a) + place], depth: depth + 1) }
        if slots != always { isFit = false }
      case .conditional:
        find(node.a, depth: depth + 1)
        let always = slots
        find(node.b, depth: depth + 1)
        let those = slots
        slots = always
        find(node.c, depth: depth + 1)
        if slots != those { isFit = false }
      case .name, .local, .select, .has, .index, .call, .method, .list, .map, .optionalEntry, .loop,
        .nothing, .read, .unary, .binaryCall, .variadic, .fault, .readPath:
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
      cost += 1
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
          cost += 1
          value = add(.binary, sign(of: node, at: place), value, right)
        }
        return value
      case .not:
        let value = make(node.a)
        return add(node.b % 2 == 1 ? .not : .keepBool, .end, value, value)
      case .negate:
        let value = make(node.a)
        return add(node.b % 2 == 1 ? .negate : .keepNumber, .end, value, value)
      case .and: return decide(node, unless: .jumpIfFalse)
      case .or: return decide(node, unless: .jumpIfTrue)
      case .conditional: return choose(node)
      case .name, .local, .select, .has, .index, .call, .method, .list, .map, .optionalEntry, .loop,
        .nothing, .read, .unary, .binaryCall, .variadic, .fault, .readPath:
        preconditionFailure("a part that is unfit for registers")
      }
    }

    /// All parts must be bools, as far as they are come to; the last of these is what comes out.
    private mutating func decide(_ node: Node, unless decided: Instruction.Form) -> Int32 {
      let first = make(lists[Int(node.a)])
      let target = add(.keepBool, .end, first, first)
      var exits: [Int] = []
      for place in 1..<Int(node.b) {
        exits.append(jump(decided, on: target))
        makePaid(lists[Int(node.a) + place], .keepBool, to: target)
      }
      for exit in exits { land(exit) }
      return target
    }

    private mutating func choose(_ node: Node) -> Int32 {
      let condition = make(node.a)
      let target = Int32(count)
      made += 1
      let toElse = jump(.jumpIfFalse, on: condition)
      makePaid(node.b, .move, to: target)
      let toEnd = jump(.jump, on: condition)
      land(toElse)
      makePaid(node.c, .move, to: target)
      land(toEnd)
      return target
    }

    /// A part that may be left out, which is paid for where it is not.
    private mutating func makePaid(_ position: Int32, _ form: Instruction.Form, to target: Int32) {
      let (outside, place) = (cost, instructions.count)
      cost = 0
      instructions.append(Instruction(form: .pay, sign: .end, left: 0, right: 0, target: 0))
      let value = make(position)
      instructions.append(
        Instruction(form: form, sign: .end, left: value, right: value, target: target))
      instructions[place].left = Int32(cost)
      cost = outside
    }

    private mutating func jump(_ form: Instruction.Form, on register: Int32) -> Int {
      instructions.append(
        Instruction(form: form, sign: .end, left: register, right: register, target: 0))
      return instructions.count - 1
    }

    /// Has a jump lead here.
    private mutating func land(_ jump: Int) {
      instructions[jump].target = Int32(instructions.count)
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
