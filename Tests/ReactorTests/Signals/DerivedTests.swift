import Reactor
import Testing

/// Derived cells: Incremental's nodes.
struct DerivedTests {
  let graph = Graph()
  let log = Log()

  @Test func `a derived cell is not evaluated before it is read`() throws {
    let derived = graph.derived { [log] () -> Int in
      log("run")
      return 1
    }
    #expect(log.take() == [])
    #expect(try derived.value == 1)
    #expect(try derived.value == 1)
    #expect(log.take() == ["run"])
  }

  // I-5, T-15
  @Test func `nothing ever sees a mix of old and new inputs`() throws {
    let a = graph.cell(1)
    let tenfold = graph.derived { a.value * 10 }
    try graph.computation { [log] _ in log("\(a.value) \(try tenfold.value)") }
    a.value = 2
    try graph.flush()
    #expect(log.take() == ["1 10", "2 20"])
  }

  // I-3, J-3
  @Test func `a derived cell is evaluated once for several writes`() throws {
    let a = graph.cell(1)
    let b = graph.cell(1)
    let sum = graph.derived { [log] () -> Int in
      log("sum")
      return a.value + b.value
    }
    try graph.computation { [log] _ in log("\(try sum.value)") }
    _ = log.take()
    a.value = 2
    b.value = 2
    try graph.flush()
    #expect(log.take() == ["sum", "4"])
  }

  @Test func `writes that undo each other evaluate nothing twice and run nobody`() throws {
    let a = graph.cell(1)
    let derived = graph.derived { a.value + 1 }
    try graph.computation { [log] _ in log("\(try derived.value)") }
    a.value = 2
    a.value = 1
    try graph.flush()
    #expect(log.take() == ["2"])
  }

  @Test func `a derived cell whose inputs did not really change is not evaluated`() throws {
    let a = graph.cell(1)
    let parity = graph.derived { a.value % 2 }
    let text = graph.derived { [log] () -> String in
      log("text")
      return "\(try parity.value)"
    }
    try graph.computation { _ in _ = try text.value }
    a.value = 3
    try graph.flush()
    #expect(log.take() == ["text"])
  }

  // I-6, J-2
  @Test func `a derived cell that nobody live reads is left alone`() throws {
    let a = graph.cell(1)
    let derived = graph.derived { [log] () -> Int in
      log("run")
      return a.value
    }
    let computation = try graph.computation { _ in _ = try derived.value }
    #expect(derived.hasDependents && a.hasDependents)
    computation.stop()
    #expect(!derived.hasDependents && !a.hasDependents)
    a.value = 2
    try graph.flush()
    #expect(log.take() == ["run"])
    #expect(try derived.value == 2)
  }

  // I-7, J-6
  @Test func `a branch no longer taken is not evaluated`() throws {
    let x = graph.cell(1)
    let isZero = graph.derived { x.value == 0 }
    let half = graph.derived { [log] () -> Int in
      log("half of \(x.value)")
      return 100 / x.value
    }
    let twice = graph.derived { try half.value * 2 }
    let safe = graph.derived { try isZero.value ? 0 : try twice.value }
    try graph.computation { [log] _ in log("\(try safe.value)") }
    x.value = 0
    try graph.flush()
    #expect(log.take() == ["half of 1", "200", "0"])
    x.value = 2
    try graph.flush()
    #expect(log.take() == ["half of 2", "100"])
  }

  @Test func `a branch that an invalid computation may leave is not evaluated before it has run`()
    throws
  {
    let use = graph.cell(true)
    let a = graph.cell(1)
    let doubled = graph.derived { [log] () -> Int in
      log("doubled")
      return a.value * 2
    }
    let next = graph.derived { try doubled.value + 1 }
    try graph.computation { [log] _ in log(use.value ? "\(try next.value)" : "off") }
    a.value = 2
    use.value = false
    try graph.flush()
    #expect(log.take() == ["doubled", "3", "off"])
  }

  @Test func `a read is up to date before a flush and in the middle of a batch`() throws {
    let a = graph.cell(1)
    let b = graph.derived { a.value + 1 }
    let c = graph.derived { try b.value + 1 }
    try graph.computation { _ in _ = try c.value }
    a.value = 10
    #expect(try c.value == 12)
    try graph.batch {
      a.value = 20
      let inside = try c.value
      #expect(inside == 22)
    }
  }

  @Test func `a read before the flush tells the readers at once, behind those already invalid`()
    throws
  {
    let a = graph.cell(1)
    let b = graph.cell(1)
    let derived = graph.derived { a.value + 1 }
    let early = try graph.computation { [log] _ in log("early \(try derived.value)") }
    try graph.computation { [log] _ in log("late \(b.value)") }
    _ = log.take()
    a.value = 2
    #expect(!early.isInvalidated)
    b.value = 2
    _ = try derived.value
    #expect(early.isInvalidated)
    try graph.flush()
    #expect(log.take() == ["late 2", "early 3"])
  }

  @Test func `a computation is queued by a derived cell only when that is found changed`() throws {
    let a = graph.cell(1)
    let derived = graph.derived { a.value }
    try graph.computation { [log] _ in log("derived \(try derived.value)") }
    try graph.computation { [log] _ in log("direct \(a.value)") }
    _ = log.take()
    a.value = 2
    try graph.flush()
    #expect(log.take() == ["direct 2", "derived 2"])
  }

  @Test func `an error is the value until an input changes`() throws {
    let a = graph.cell(0)
    let derived = graph.derived { [log] () -> Int in
      log("run")
      if a.value == 0 { throw Oops(text: "zero") }
      return 10 / a.value
    }
    let reader = graph.derived { (try? derived.value) ?? -1 }
    #expect(throws: Oops(text: "zero")) { try derived.value }
    #expect(throws: Oops(text: "zero")) { try derived.value }
    #expect(try reader.value == -1)
    #expect(log.take() == ["run"])
    a.value = 5
    #expect(try derived.value == 2)
    #expect(try reader.value == 2)
  }

  @Test func `the value before an error is a change again after it`() throws {
    let a = graph.cell(1)
    let derived = graph.derived { () -> Int in
      if a.value == 0 { throw Oops(text: "zero") }
      return 7
    }
    try graph.computation { [log] _ in log("\((try? derived.value) ?? -1)") }
    a.value = 0
    try graph.flush()
    a.value = 2
    try graph.flush()
    #expect(log.take() == ["7", "-1", "7"])
  }

  @Test func `values of any type can be derived`() throws {
    let name = graph.cell("Ada")
    let doubles = graph.cell(0.5)
    let text = graph.derived { "\(name.value)!" }
    let sum = graph.derived { doubles.value + 1 }
    let list = graph.derived { [try text.value, "\(try sum.value)"] }
    #expect(try list.value == ["Ada!", "1.5"])
    name.value = "Bob"
    doubles.value = .nan
    #expect(try list.value == ["Bob!", "nan"])
    #expect(try sum.peek().isNaN)
  }

  @Test func `objects that cells and bodies hold live as long as they are needed`() throws {
    final class Token {}
    weak var first: Token?
    weak var captured: Token?
    do {
      let graph = Graph()
      let cell: Cell<Token>
      do {
        let token = Token()
        let body = Token()
        first = token
        captured = body
        cell = graph.cell(token, cutoff: .never)
        _ = graph.derived { ObjectIdentifier(body) }
      }
      #expect(first != nil && captured != nil)
      cell.value = Token()
      #expect(first == nil)
    }
    #expect(captured == nil)
  }

  @Test func `closing a graph breaks the cycle of a body that holds it`() throws {
    weak var weakly: Graph?
    do {
      let graph = Graph()
      weakly = graph
      try graph.computation { _ in _ = graph.isActive }
      graph.close()
      graph.close()
    }
    #expect(weakly == nil)
  }

  @Test func `a handler that closes the graph leaves nothing to run`() throws {
    let graph = Graph()
    let cell = graph.cell(0)
    try graph.computation { computation in
      _ = cell.value
      computation.onInvalidate { graph.close() }
    }
    try graph.computation { _ in _ = cell.value }
    try graph.batch { cell.value = 1 }
    try graph.flush()
  }

  @Test func `a body that writes is evaluated once as long as what it reads stays`() throws {
    let graph = Graph()
    let (input, output) = (graph.cell(0), graph.cell(0))
    var runs = 0
    let writer = graph.derived { () -> Int in
      runs += 1
      output.value = 1
      return input.value
    }
    let pure = graph.derived { try writer.value + 1 }
    let reader = graph.derived { output.value }
    try graph.computation { _ in _ = try reader.value }
    try graph.computation { _ in _ = try pure.value }
    graph.checkInvariants()
    try graph.flush()
    #expect(runs == 1)
    input.value = 5
    try graph.flush()
    #expect(runs == 2)
    #expect(try pure.value == 6)
  }

  @Test func `a body that writes what it has read through another is evaluated again`() throws {
    let graph = Graph()
    let cell = graph.cell(0)
    let doubled = graph.derived { cell.value * 2 }
    let writer = graph.derived { () -> Int in
      let seen = try doubled.value
      if cell.value < 3 { cell.value += 1 }
      return seen
    }
    var seen: [Int] = []
    try graph.computation { _ in seen.append(try writer.value) }
    try graph.flush()
    graph.checkInvariants()
    #expect(seen.last == 6)
  }
}
