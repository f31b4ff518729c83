import Synchronization
package import Values

extension Program {
  /// The program as instructions for scalars; nil where something else may occur, or something may not be read. Saves
  /// the walk over the program's parts, and to ask a host for each name: `ScalarTests` hold what comes of it, and what
  /// it costs, to the program. It is planned once, when it is first asked for.
  package var scalarFormula: ScalarFormula? {
    if let plan = scalarPlan.load() { return plan.formula }
    return scalarPlan.storeIfNil(ScalarPlan(ScalarFormula(self))).formula
  }
}

/// What has come of planning a program for scalars.
final class ScalarPlan: Sendable {
  let formula: ScalarFormula?

  init(_ formula: ScalarFormula?) { self.formula = formula }
}

extension ScalarFormula {
  fileprivate init?(_ program: Program) {
    guard program.isScalar else { return nil }
    var maker = Maker(program)
    maker.find(program.root, depth: 0)
    guard maker.isFit else { return nil }
    let result = maker.make(program.root)
    self.init(
      slots: maker.slots, literals: maker.literals, maker.instructions, result: result,
      count: maker.first + maker.most, cost: maker.cost)
  }

  /// Finds out what is read and what stands in the text first, so that the registers of these come first.
  private struct Maker {
    let nodes: Window<Node>
    let lists: Window<Int32>
    let constants: Window<ScalarValue?>
    var slots: [Int] = []
    var literals: [ScalarValue] = []
    var instructions: [Instruction] = []
    /// How many registers hold what is still needed, and the most that did.
    private var held = 0
    private(set) var most = 0
    var cost = 0
    var isFit = true
    private var literalPlaces: [Int32: Int] = [:]

    init(_ program: Program) {
      nodes = program.nodes.window
      lists = program.lists.window
      constants = program.scalars.window
    }

    /// The first register for what is worked out.
    var first: Int { slots.count + literals.count }

    mutating func find(_ position: Int32, depth: Int) {
      if depth > Maker.deepest { isFit = false }
      if !isFit { return }
      let node = nodes[Int(position)]
      switch node.kind {
      case .literal: find(literal: node.a)
      case .readValue:
        if !slots.contains(Int(node.a)) { slots.append(Int(node.a)) }
        if slots.count > Maker.mostSlots { isFit = false }
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
      if sign.scalarOperation == nil { isFit = false }
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
        return add(Maker.sign(node.flag).scalarOperation ?? .first, left, right)
      case .chain:
        var value = make(lists[Int(node.a)])
        for place in 1..<Int(node.b) {
          let right = make(lists[Int(node.a) + place * 2])
          cost += 1
          value = add(sign(of: node, at: place).scalarOperation ?? .first, value, right)
        }
        return value
      case .not:
        let value = make(node.a)
        return add(node.b % 2 == 1 ? .not : .bool, value, value)
      case .negate:
        let value = make(node.a)
        return add(node.b % 2 == 1 ? .negation : .number, value, value)
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
      let target = add(.bool, first, first)
      var exits: [Int] = []
      for place in 1..<Int(node.b) {
        exits.append(jump(decided, on: target))
        makePaid(lists[Int(node.a) + place], .bool, to: target)
      }
      for exit in exits { land(exit) }
      return target
    }

    private mutating func choose(_ node: Node) -> Int32 {
      let condition = make(node.a)
      let toElse = jump(.jumpIfFalse, on: condition)
      letGo(condition)
      let target = hold()
      makePaid(node.b, .first, to: target)
      let toEnd = jump(.jump, on: target)
      land(toElse)
      makePaid(node.c, .first, to: target)
      land(toEnd)
      return target
    }

    /// A part that may be left out, which is paid for where it is not.
    private mutating func makePaid(
      _ position: Int32, _ operation: ScalarOperation, to target: Int32
    ) {
      let (outside, place) = (cost, instructions.count)
      cost = 0
      instructions.append(Instruction(.pay, .first, 0, 0, target: 0))
      let value = make(position)
      letGo(value)
      instructions.append(Instruction(.operate, operation, value, value, target: target))
      instructions[place].left = Int32(cost)
      cost = outside
    }

    private mutating func jump(_ form: Instruction.Form, on register: Int32) -> Int {
      instructions.append(Instruction(form, .first, register, register, target: 0))
      return instructions.count - 1
    }

    /// Has a jump lead here.
    private mutating func land(_ jump: Int) {
      instructions[jump].target = Int32(instructions.count)
    }

    private mutating func add(
      _ operation: ScalarOperation, _ left: Int32, _ right: Int32
    ) -> Int32 {
      // They are read before anything is put there.
      if right != left { letGo(right) }
      letGo(left)
      let target = hold()
      instructions.append(Instruction(.operate, operation, left, right, target: target))
      return target
    }

    private mutating func hold() -> Int32 {
      held += 1
      most = max(most, held)
      return Int32(first + held - 1)
    }

    /// What is in a register is needed no more. What was put there last goes first.
    private mutating func letGo(_ register: Int32) {
      if register >= first {
        held -= 1
        assert(Int(register) == first + held, "a register that is not the last one")
      }
    }

    private func sign(of chain: Node, at place: Int) -> Token.Kind {
      Maker.sign(UInt8(truncatingIfNeeded: lists[Int(chain.a) + place * 2 - 1]))
    }

    private static func sign(_ raw: UInt8) -> Token.Kind { Token.Kind(rawValue: raw) ?? .end }

    /// Deeper formulas, and those that read more, are rare.
    private static let deepest = 16
    private static let mostSlots = 16
  }
}
