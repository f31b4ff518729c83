import TestSupport

/// A world as data, so that the engine and its twin run the same bodies.
struct Program {
  enum Cut: Int { case equal, never, always, lowBits }

  /// An instruction works on an accumulator.
  indirect enum Step {
    case read(Int)
    /// Reads the first; if odd the second, else the third.
    case choose(Int, Int, Int)
    case fold(Int)
    case failIfDivisible(Int)
    case readOrElse(Int)
    // In computations alone.
    case log
    case write(cell: Int, mask: Int)
    case quietly(Int)
    case child(Body)
    case onInvalidate(Body)
    case onStop(Body)
    case afterFlush(Body)
    case stopSelf
    case stop(Int)
    case invalidate(Int)
    case invalidateSelfOnce
  }

  typealias Body = [Step]

  struct Derived {
    let body: Body
    let cut: Cut
    /// Whether what it reads, which cannot fail, is named when it is made.
    var isMapped = false
    /// Whether it gives values of the dynamic kind, and says that it reads the same again.
    var isSteady = false
  }

  var cells: [(value: Int, cut: Cut)] = []
  /// A node below `cells.count` is a cell, above a derived one, in order of creation.
  var derived: [Derived] = []
  var computations: [Body] = []
  /// Computations whose inputs are named: bodies that read some nodes, and then read no more.
  var observers: [Body] = []
}

/// Shared by both interpreters.
struct Failure: Error, Equatable { let number: Int }

extension Program {
  static func combine(_ accumulator: Int, _ value: Int) -> Int {
    (accumulator &* 3 &+ value) % 1009
  }

  static func isCutOff(_ cut: Cut, _ old: Int, _ new: Int) -> Bool {
    switch cut {
    case .equal: old == new
    case .never: false
    case .always: true
    case .lowBits: old & 3 == new & 3
    }
  }

  /// A random world. Where `isOrdered`, nodes read only what was made before them.
  /// Where `hasMaps`, most derived nodes are mapped, many of them in chains; where `isSteady`, hardly anything
  /// ever reads others than before, and half of them are.
  static func random(
    _ random: inout Seeded, isOrdered: Bool, isPlain: Bool, hasMaps: Bool = false,
    isSteady: Bool = false
  ) -> Program {
    var program = Program()
    let cells = 1 + random.below(5)
    let derived = random.below(hasMaps ? 24 : 12)
    for _ in 0..<cells {
      program.cells.append((random.below(6), isPlain ? .equal : cut(&random)))
    }
    // A hidden order in which reading is possible, the same as that of creation or another.
    var order = Array(0..<derived)
    if !isOrdered {
      for i in order.indices.reversed() { order.swapAt(i, random.below(i + 1)) }
    }
    let place = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($0.element, $0.offset) })
    for id in 0..<derived {
      let readable = (0..<cells) + order[..<(place[id] ?? 0)].map { cells + $0 }
      if hasMaps, random.chance(isSteady ? 50 : 80) {
        program.derived.append(mapped(&random, Array(readable), program))
        continue
      }
      let body =
        isSteady ? steadyReads(&random, Array(readable)) : reads(&random, Array(readable))
      var node = Derived(body: body, cut: isPlain ? .equal : cut(&random))
      node.isSteady =
        hasMaps && node.cut == .equal && program.isAlwaysRead(body) && random.chance(70)
      program.derived.append(node)
    }
    for _ in 0..<(1 + random.below(5)) {
      let nodes = Array(0..<(cells + derived))
      program.computations.append(
        isSteady
          ? steadyReads(&random, nodes) + [.log]
          : computation(&random, nodes, cells, depth: isPlain ? 3 : 0))
    }
    if hasMaps {
      for _ in 0..<random.below(5) { program.observers.append(observer(&random, program)) }
    }
    return program
  }

  private static func observer(_ random: inout Seeded, _ program: Program) -> Body {
    let nodes = program.cells.count + program.derived.count
    func any(_ random: inout Seeded) -> Int {
      random.chance(50) ? nodes - 1 - random.below(min(nodes, 3)) : random.below(nodes)
    }
    var body: Body = [.read(any(&random))]
    if random.chance(30) { body.append(.read(any(&random))) }
    body.append(.log)
    if random.chance(10) { body.append(.write(cell: random.below(program.cells.count), mask: 3)) }
    if random.chance(10) { body.append(.failIfDivisible(5)) }
    return body
  }

  private static func mapped(
    _ random: inout Seeded, _ readable: [Int], _ program: Program
  ) -> Derived {
    let sure = readable.filter { node in
      node < program.cells.count
        || !program.canFail(program.derived[node - program.cells.count].body)
    }
    func any(_ random: inout Seeded) -> Int {
      random.chance(70) ? sure[sure.count - 1] : sure[random.below(sure.count)]
    }
    var body: Body = [.read(any(&random))]
    if random.chance(25) { body.append(.read(any(&random))) }
    if random.chance(15) { body.append(.read(any(&random))) }
    if random.chance(15) { body.append(.fold(random.chance(50) ? 1 : 3)) }
    if random.chance(15) { body.append(.failIfDivisible(7)) }
    return Derived(body: body, cut: .equal, isMapped: true)
  }

  /// Whether a body that gives a value has read the same nodes as ever.
  private func isAlwaysRead(_ body: Body) -> Bool {
    body.contains { if case .read = $0 { true } else { false } }
      && body.allSatisfy { step in
        switch step {
        case .read, .fold, .failIfDivisible: true
        case .choose, .readOrElse, .quietly, .log, .write, .child, .onInvalidate, .onStop,
          .afterFlush, .stopSelf, .stop, .invalidate, .invalidateSelfOnce:
          false
        }
      }
  }

  private func canFail(_ body: Body) -> Bool {
    body.contains { step in
      switch step {
      case .read(let node), .quietly(let node): canFail(node)
      case .choose(let test, let odd, let even): canFail(test) || canFail(odd) || canFail(even)
      case .failIfDivisible: true
      case .fold, .readOrElse, .log, .write, .child, .onInvalidate, .onStop, .afterFlush, .stopSelf,
        .stop, .invalidate, .invalidateSelfOnce:
        false
      }
    }
  }

  private func canFail(_ node: Int) -> Bool {
    node >= cells.count && canFail(derived[node - cells.count].body)
  }

  private static func cut(_ random: inout Seeded) -> Cut {
    random.chance(60) ? .equal : Cut(rawValue: random.below(4)) ?? .equal
  }

  static func reads(_ random: inout Seeded, _ readable: [Int]) -> Body {
    func any(_ random: inout Seeded) -> Int { readable[random.below(readable.count)] }
    var body: Body = []
    for _ in 0..<(1 + random.below(4)) {
      switch random.below(10) {
      case 0...4: body.append(.read(any(&random)))
      case 5...7: body.append(.choose(any(&random), any(&random), any(&random)))
      case 8: body.append(.readOrElse(any(&random)))
      default: body.append(random.chance(50) ? .fold(3) : .failIfDivisible(7))
      }
    }
    if random.chance(40) { body.append(.fold(random.chance(50) ? 1 : 3)) }
    return body
  }

  static func steadyReads(_ random: inout Seeded, _ readable: [Int]) -> Body {
    if random.chance(10) { return reads(&random, readable) }
    // What was made last is mostly read next.
    func any(_ random: inout Seeded) -> Int {
      readable[
        random.chance(50)
          ? readable.count - 1 - random.below(min(3, readable.count))
          : random.below(readable.count)]
    }
    var body: Body = [.read(any(&random))]
    if random.chance(30) { body.append(.read(any(&random))) }
    if random.chance(10) { body.append(.choose(any(&random), any(&random), any(&random))) }
    if random.chance(20) { body.append(.fold(random.chance(50) ? 1 : 3)) }
    if random.chance(10) { body.append(.failIfDivisible(7)) }
    return body
  }

  static func computation(
    _ random: inout Seeded, _ readable: [Int], _ cells: Int, depth: Int
  ) -> Body {
    var body: Body = []
    for _ in 0..<(1 + random.below(4)) {
      switch random.below(depth >= 3 ? 12 : 30) {
      case 0...11: body += reads(&random, readable)
      case 12, 13: body.append(.write(cell: random.below(cells), mask: 7))
      case 14, 15: body.append(.quietly(readable[random.below(readable.count)]))
      case 16...18:
        body.append(.child(computation(&random, readable, cells, depth: depth + 1)))
      case 19...21: body.append(.onInvalidate(handler(&random, readable, cells)))
      case 22, 23: body.append(.onStop(handler(&random, readable, cells)))
      case 24, 25: body.append(.afterFlush(handler(&random, readable, cells)))
      case 26: body.append(.stop(random.below(6)))
      case 27: body.append(.invalidate(random.below(6)))
      case 28: body.append(.invalidateSelfOnce)
      default: if random.chance(20) { body.append(.stopSelf) }
      }
      body.append(.log)
    }
    return body
  }

  private static func handler(_ random: inout Seeded, _ readable: [Int], _ cells: Int) -> Body {
    var body = reads(&random, readable)
    if random.chance(30) { body.append(.write(cell: random.below(cells), mask: 3)) }
    body.append(.log)
    return body
  }
}
