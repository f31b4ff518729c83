import Reactor
import Testing

/// Derived cells whose dependencies are named when they are made.
struct MapTests {
  private struct Odd: Error, Equatable { let number: Int }

  /// A chain behind a cell whose node at a place does something besides.
  private func chain(
    _ graph: Graph, _ head: Cell<Int>, _ length: Int, at place: Int,
    _ body: @escaping (Int) throws -> Void
  ) -> Derived<Int> {
    var last = graph.map(head) { $0 + 1 }
    for i in 1..<length {
      last = graph.map(last) {
        if i == place { try body($0) }
        return $0 + 1
      }
    }
    return last
  }

  @Test func `it follows its inputs and nothing else that its body reads`() throws {
    let graph = Graph()
    let (a, b, other) = (graph.cell(1), graph.cell(2), graph.cell(100))
    let sum = graph.map(a, b) { $0 + $1 + other.value }
    var seen: [Int] = []
    try graph.computation { _ in seen.append(try sum.value) }
    other.value = 200
    try graph.flush()
    #expect(seen == [103])
    b.value = 3
    try graph.flush()
    #expect(seen == [103, 204])
    graph.checkInvariants()
  }

  @Test func `any number of inputs of any types make a value of any type`() throws {
    let graph = Graph()
    let (name, count, sure) = (graph.cell("a"), graph.cell(2), graph.cell(true))
    let text = graph.map(name, count, sure) { "\($0) \($1) \($2)" }
    let length = graph.map(text, label: "length") { $0.count }
    #expect(try length.value == 8)
    sure.value = false
    #expect(try text.value == "a 2 false")
    #expect(try length.value == 9)
  }

  @Test func `an error of an input is its own until the input has a value`() throws {
    let graph = Graph()
    let head = graph.cell(1)
    let odd = graph.map(head) {
      if $0 % 2 == 1 { throw Odd(number: $0) }
      return $0
    }
    let sum = graph.map(head, odd) { $0 + $1 }
    #expect(throws: Odd(number: 1)) { try sum.value }
    let computation = try graph.computation { _ in _ = try? sum.value }
    for value in [2, 3, 4, 6, 7, 8] {
      head.value = value
      try graph.flush()
      graph.checkInvariants()
      if value % 2 == 1 {
        #expect(throws: Odd(number: value)) { try sum.value }
      } else {
        #expect(try sum.value == 2 * value)
      }
    }
    computation.stop()
  }

  @Test(arguments: 1..<12) func `a body in a chain may read, write and make others`(_ place: Int)
    throws
  {
    let graph = Graph()
    let (head, side) = (graph.cell(0), graph.cell(0))
    let double = graph.derived { side.value * 2 }
    var doubles: [Int] = []
    var made: [Cell<Int>] = []
    let last = chain(graph, head, 12, at: place) { input in
      side.value = input
      doubles.append(try double.value)
      for number in 0..<40 { made.append(graph.cell(number)) }
    }
    var (seen, sides) = ([Int](), [Int]())
    try graph.computation { _ in seen.append(try last.value) }
    try graph.computation { _ in sides.append(try double.value) }
    for value in [5, 9] {
      head.value = value
      try graph.flush()
      graph.checkInvariants()
    }
    #expect(seen == [12, 17, 21])
    #expect(doubles == [2 * place, 2 * (place + 5), 2 * (place + 9)])
    #expect(sides == doubles)
    #expect(made[85].peek() == 5)
  }

  @Test(arguments: 1..<12) func `a body in a chain may make so many others that all move`(
    _ place: Int
  ) throws {
    let graph = Graph()
    let head = graph.cell(0)
    var made: [Cell<Int>] = []
    let last = chain(graph, head, 12, at: place) { input in
      // None in the first run, which takes no short way.
      guard input > place else { return }
      for number in 0..<4000 { made.append(graph.cell(number + input)) }
    }
    var seen: [Int] = []
    try graph.computation { _ in seen.append(try last.value) }
    for value in [5, 9] {
      head.value = value
      try graph.flush()
      graph.checkInvariants()
      #expect(try last.value == value + 12)
    }
    #expect(seen == [12, 17, 21])
    #expect(made[4001].peek() == 10 + place)
  }

  @Test(arguments: 1..<14) func `a flush ends where its turns are used up`(_ limit: Int) throws {
    let graph = Graph()
    let head = graph.cell(0)
    var runs = 0
    let last = chain(graph, head, 12, at: 11) { _ in runs += 1 }
    var seen: [Int] = []
    try graph.computation { _ in seen.append(try last.value) }
    head.value = 1
    var left = limit
    if limit < 13 {
      #expect(throws: BudgetError.self) { try graph.flush(limit: &left) }
    } else {
      try graph.flush(limit: &left)
    }
    #expect(left == max(0, limit - 13))
    graph.checkInvariants()
    #expect(runs == (limit < 12 ? 1 : 2))
    try graph.flush()
    #expect(runs == 2)
    #expect(seen == [12, 13])
  }

  @Test func `a chain of any length is read from its end without a deep stack`() throws {
    let graph = Graph()
    let head = graph.cell(0)
    var last = graph.map(head) { $0 + 1 }
    for _ in 1..<200_000 { last = graph.map(last) { $0 + 1 } }
    #expect(try last.value == 200_000)
    for value in 1...3 {
      head.value = value
      #expect(try last.value == 200_000 + value)
    }
    var seen: [Int] = []
    try graph.computation { _ in seen.append(try last.value) }
    head.value = 10
    try graph.flush()
    #expect(seen == [200_003, 200_010])
    graph.checkInvariants()
  }

  @Test(arguments: 1..<12) func `what a body in a chain makes stale again is told of both changes`(
    _ place: Int
  ) throws {
    let graph = Graph()
    let head = graph.cell(0)
    var input: Derived<Int>?
    var isAgain = false
    var last = graph.map(head) { $0 }
    for i in 1..<12 {
      if i == place { input = last }
      last = graph.map(last) {
        if i == place, $0 == 5, !isAgain {
          isAgain = true
          input?.changed()
        }
        return $0
      }
    }
    var seen: [Int] = []
    try graph.computation { _ in seen.append(try last.value) }
    head.value = 5
    try graph.flush()
    graph.checkInvariants()
    #expect(try last.value == 5)
    #expect(seen == [0, 5])
  }

  @Test func `one whose body writes its input is evaluated again`() throws {
    let graph = Graph()
    let head = graph.cell(0)
    let capped = graph.map(head) {
      if $0 > 9 { head.value = 9 }
      return $0
    }
    var seen: [Int] = []
    try graph.computation { _ in seen.append(try capped.value) }
    head.value = 20
    try graph.flush()
    graph.checkInvariants()
    #expect(seen.last == 9)
    #expect(try capped.value == 9)
  }

  @Test func `what is written to an input while another is brought up to date is seen`() throws {
    let graph = Graph()
    let (head, written) = (graph.cell(1), graph.cell(0))
    let writing = graph.derived { () throws -> Int in
      written.value = head.value * 10
      return 0
    }
    let sum = graph.map(written, writing) { $0 + $1 }
    var seen: [Int] = []
    // It reads the head, too, so that all that waits is left to it.
    try graph.computation { _ in
      _ = head.value
      seen.append(try sum.value)
    }
    for value in [2, 3] {
      head.value = value
      try graph.flush()
      graph.checkInvariants()
      #expect(try sum.value == value * 10)
      #expect(seen.last == value * 10)
    }
  }

  @Test func `one that reads itself is an error with the way round`() throws {
    let graph = Graph()
    let head = graph.cell(0)
    var other: Derived<Int>?
    let first = graph.derived(label: "first") { head.value == 0 ? 0 : try other?.value ?? 0 }
    other = graph.map(first, head, label: "second") { $0 + $1 }
    #expect(try other?.value == 0)
    head.value = 1
    #expect(throws: CycleError.self) { try other?.value }
    head.value = 0
    #expect(try other?.value == 0)
    graph.checkInvariants()
  }

  @Test func `one that is watched and reads itself comes to rest`() throws {
    let graph = Graph()
    let head = graph.cell(0)
    var other: Derived<Int>?
    let first = graph.derived(label: "first") { head.value == 0 ? 0 : try other?.value ?? 0 }
    let second = graph.map(first, label: "second") { $0 }
    other = second
    var seen: [Int] = []
    var errors: [any Error] = []
    graph.onError = { error, _ in errors.append(error) }
    try graph.observe(second) { seen.append($0) }
    for turn in 1...3 {
      head.value = turn
      var limit = 100
      try graph.flush(limit: &limit)
      #expect(limit > 80)
      #expect(throws: CycleError.self) { try second.value }
    }
    #expect(errors.first is CycleError)
    head.value = 0
    try graph.flush()
    #expect(seen == [0, 0])
    #expect(try first.value == 0)
  }

  @Test func `an input behind one that fails may wait`() throws {
    let graph = Graph()
    let (head, side) = (graph.cell(0), graph.cell(0))
    let odd = graph.derived {
      if head.value % 2 == 1 { throw Odd(number: head.value) }
      return head.value
    }
    let other = graph.derived { side.value }
    let sum = graph.map(odd, other) { $0 + $1 }
    let reader = graph.derived { try sum.value }
    var seen: [Int?] = []
    try graph.computation { _ in
      _ = head.value
      seen.append(try? reader.value)
    }
    for (value, beside) in [(1, 1), (3, 2), (2, 2), (2, 5)] {
      head.value = value
      side.value = beside
      try graph.flush()
      graph.checkInvariants()
    }
    #expect(seen == [0, nil, nil, 4, 7])
  }

  @Test func `who is read by what it reads is tried again when that has changed`() throws {
    let graph = Graph()
    let head = graph.cell(0)
    var other: Derived<String>?
    let first = graph.derived { head.value + ((try? other?.value.count) ?? 100) }
    var taken: [Int] = []
    other = graph.map(first) {
      taken.append($0)
      return String(repeating: "x", count: $0 % 3)
    }
    // Both read the head, so that what waits is left to them.
    try graph.computation { _ in _ = (head.value, try first.value) }
    try graph.computation { _ in _ = (head.value, try? other?.value) }
    var limit = 100
    head.value = 1
    try graph.flush(limit: &limit)
    #expect(taken.contains(101))
    #expect(try first.value == 101)
  }
}
