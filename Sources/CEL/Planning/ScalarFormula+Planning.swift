import Synchronization
package import Values

extension Program {
  /// The program as instructions over places, where it only calculates with scalars, compares, and decides; nil where
  /// it does more. Saves the walk over the program's parts, and to ask a host for each name: `ScalarTests` hold what
  /// comes of it, what it reads, and what it costs, to the program. It is planned once, when it is first asked for.
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
    var maker = Maker(program)
    maker.find(program.root, for: .result, isAlways: true, depth: 0)
    guard maker.isFit else { return nil }
    let result = maker.makeResult(program.root)
    maker.noteReads()
    self.init(
      slots: maker.slots, literals: maker.literals, maker.instructions, result: result,
      count: maker.first + maker.most, cost: maker.cost,
      reads: maker.reads, optional: maker.optional)
  }

  /// Finds out what is read and what stands in the text first, so that the registers of these come first.
  private struct Maker {
    let nodes: Window<Node>
    let lists: Window<Int32>
    let constants: Window<Value>
    var slots: [Int] = []
    /// Those that are not always read, as bits.
    private(set) var optional: UInt32 = 0
    /// Those that what is being made reads itself, as bits.
    private var read: UInt32 = 0
    /// Those that have been read by then, whatever was decided, as bits.
    private var known: UInt32 = 0
    /// What is read first before the next instruction.
    private var waiting: [Int32] = []
    private(set) var reads: [Read] = []
    var literals: [Value] = []
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
      constants = program.constants.window
    }

    /// The first register for what is worked out.
    var first: Int { slots.count + literals.count }

    /// What becomes of what a part gives.
    enum Use {
      /// It comes out.
      case result
      /// It is asked whether it equals something.
      case compared
      case scalar
    }

    /// - Parameter isAlways: whether it is evaluated whatever is decided.
    mutating func find(_ position: Int32, for use: Use, isAlways: Bool, depth: Int) {
      if depth > Maker.deepest { isFit = false }
      if !isFit { return }
      let node = nodes[Int(position)]
      switch node.kind {
      case .literal: find(literal: node.a, for: use)
      case .readValue: find(slot: Int(node.a), isAlways)
      case .binary:
        let operation = find(sign: Maker.sign(node.flag))
        let use: Use = operation == .equal || operation == .unequal ? .compared : .scalar
        find(node.a, for: use, isAlways: isAlways, depth: depth + 1)
        find(node.b, for: use, isAlways: isAlways, depth: depth + 1)
      case .chain:
        for place in 0..<Int(node.b) {
          if place > 0 { _ = find(sign: sign(of: node, at: place)) }
          find(
            lists[Int(node.a) + place * 2], for: .scalar, isAlways: isAlways, depth: depth + 1)
        }
      case .not, .negate: find(node.a, for: .scalar, isAlways: isAlways, depth: depth + 1)
      case .and, .or:
        for place in 0..<Int(node.b) {
          find(
            lists[Int(node.a) + place], for: .scalar, isAlways: isAlways && place == 0,
            depth: depth + 1)
        }
      case .conditional:
        find(node.a, for: .scalar, isAlways: isAlways, depth: depth + 1)
        let use: Use = use == .result ? .result : .scalar
        find(node.b, for: use, isAlways: false, depth: depth + 1)
        find(node.c, for: use, isAlways: false, depth: depth + 1)
      case .name, .local, .select, .has, .index, .call, .method, .list, .map, .optionalEntry, .loop,
        .nothing, .read, .unary, .binaryCall, .variadic, .fault, .readPath:
        isFit = false
      }
    }

    private mutating func find(slot: Int, _ isAlways: Bool) {
      if let place = slots.firstIndex(of: slot) {
        if isAlways { optional &= ~(1 << UInt32(place)) }
        return
      }
      if slots.count == ScalarFormula.mostSlots {
        isFit = false
        return
      }
      if !isAlways { optional |= 1 << UInt32(slots.count) }
      slots.append(slot)
    }

    private mutating func find(literal: Int32, for use: Use) {
      let value = constants[Int(literal)]
      if ScalarValue(value) == nil {
        guard case .string = value, use != .scalar else {
          isFit = false
          return
        }
      }
      if literalPlaces[literal] == nil {
        literalPlaces[literal] = literals.count
        literals.append(value)
      }
    }

    private mutating func find(sign: Token.Kind) -> ScalarOperation? {
      let operation = sign.scalarOperation
      if operation == nil { isFit = false }
      return operation
    }

    /// The register of the whole formula, as `make` gives it of a part: what is chosen at its end is given where it
    /// stands, so that it may be a text.
    mutating func makeResult(_ position: Int32) -> Int32 {
      let node = nodes[Int(position)]
      guard node.kind == .conditional else { return make(position) }
      cost += 1
      let condition = make(node.a)
      let toElse = jump(.jumpIfFalse, on: condition)
      letGo(condition)
      makeGiven(node.b)
      land(toElse)
      makeGiven(node.c)
      return 0
    }

    private mutating func makeGiven(_ position: Int32) {
      makePaid { maker in
        let value = maker.makeResult(position)
        maker.letGo(value)
        maker.add(Instruction(.give, .first, value, value, target: value))
      }
    }

    /// The register of a part, behind the instructions that work it out.
    mutating func make(_ position: Int32) -> Int32 {
      let node = nodes[Int(position)]
      cost += 1
      switch node.kind {
      case .readValue:
        let place = slots.firstIndex(of: Int(node.a)) ?? 0
        let bit: UInt32 = 1 << UInt32(place)
        read |= bit
        if known & bit == 0 { waiting.append(Int32(place)) }
        known |= bit
        return Int32(place)
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

    /// A part that may be left out, of which an operation makes the target.
    private mutating func makePaid(
      _ position: Int32, _ operation: ScalarOperation, to target: Int32
    ) {
      makePaid { maker in
        let value = maker.make(position)
        maker.letGo(value)
        maker.add(Instruction(.operate, operation, value, value, target: target))
      }
    }

    /// What may be left out is paid for where it is not, and what it reads is told then.
    private mutating func makePaid(_ make: (inout Maker) -> Void) {
      let (outside, readOutside, knownOutside) = (cost, read, known)
      let place = instructions.count
      (cost, read) = (0, 0)
      add(Instruction(.pay, .first, 0, 0, target: 0))
      make(&self)
      instructions[place].left = Int32(cost)
      instructions[place].right = Int32(read & optional)
      (cost, read, known) = (outside, readOutside, knownOutside)
    }

    private mutating func jump(_ form: Instruction.Form, on register: Int32) -> Int {
      add(Instruction(form, .first, register, register, target: 0))
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
      add(Instruction(.operate, operation, left, right, target: target))
      return target
    }

    private mutating func add(_ instruction: Instruction) {
      noteReads()
      instructions.append(instruction)
    }

    /// What has been read since the last instruction is read before the next.
    mutating func noteReads() {
      reads += waiting.map { Read(before: instructions.count, $0) }
      waiting = []
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

    /// Deeper formulas are rare.
    private static let deepest = 16
  }
}
