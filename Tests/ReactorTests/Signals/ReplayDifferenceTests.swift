import Testing
import Values

@testable import Reactor

/// What bodies and handlers may come to in a flush that goes through a record. Each test does the same twice, once with
/// what is known forgotten before each flush, and both must say the same, in the same order.
struct ReplayDifferenceTests {
  private final class World {
    let graph = Graph()
    let forgets: Bool
    var log: [String] = []
    init(_ forgets: Bool) {
      self.forgets = forgets
      graph.kernel.makeTraces()
      graph.onError = { [unowned self] error, _ in log.append("error \(error)") }
    }
    func flush(check: Bool = true) throws {
      if forgets { graph.kernel.state.pointee.topology &+= 1 }
      try graph.flush()
      if check { graph.checkInvariants() }
    }
    /// One value after the other, each with a flush.
    func write(_ values: some Sequence<Int>, to head: Cell<Int>) throws {
      for value in values {
        head.value = value
        try flush()
        log.append("flushed \(value)")
      }
    }
  }

  private func compare(_ body: (World) throws -> Void) throws {
    let (a, b) = (World(false), World(true))
    try body(a)
    try body(b)
    #expect(a.log == b.log)
  }

  /// Left through a reader that was not recorded.
  @Test func throughUnrecorded() throws {
    try compare { w in
      let head = w.graph.cell(0)
      let x = w.graph.map(head) { $0 / 10 }
      let n = w.graph.map(head) {
        w.log.append("n \($0)")
        return min($0, 0)
      }
      let d = w.graph.map(n) { $0 + 1 }
      try w.graph.computation { _ in w.log.append("x \(try x.value)") }
      try w.graph.computation { _ in
        w.log.append(try x.value % 2 == 0 ? "even \(try d.value)" : "odd")
      }
      try w.write([1, 2, 3, 4, 15], to: head)
    }
  }

  /// The same where d tracks.
  @Test func throughUnrecordedTracking() throws {
    try compare { w in
      let head = w.graph.cell(0)
      let x = w.graph.derived { head.value / 10 }
      let n = w.graph.derived {
        w.log.append("n \(head.value)")
        return min(head.value, 0)
      }
      let d = w.graph.derived { try n.value + 1 }
      try w.graph.computation { _ in w.log.append("x \(try x.value)") }
      try w.graph.computation { _ in
        w.log.append(try x.value % 2 == 0 ? "even \(try d.value)" : "odd")
      }
      try w.write([1, 2, 3, 4, 15], to: head)
    }
  }

  /// A body that is evaluated in full invalidates a computation.
  @Test func fullBodyInvalidates() throws {
    try compare { w in
      let head = w.graph.cell(0)
      var computation: Computation?
      var (reads, invalidates) = (true, false)
      let a = w.graph.derived { () -> String in
        if invalidates { computation?.invalidate() }
        return "\(head.value)"
      }
      let b = w.graph.map(head) {
        w.log.append("b \($0)")
        return $0
      }
      try w.graph.computation { _ in w.log.append("sees \(try a.value)") }
      computation = try w.graph.computation { _ in
        w.log.append("begins")
        if reads { w.log.append("c \(try b.value)") }
      }
      try w.write(1...4, to: head)
      (reads, invalidates) = (false, true)
      head.value = 5
      try w.flush()
    }
  }

  /// The same rank waits, but is not dirty.
  @Test func waitsAndIsNotDirty() throws {
    try compare { w in
      let (head, c) = (w.graph.cell(0), w.graph.cell(0))
      let n = w.graph.map(head) {
        w.log.append("n \($0)")
        return $0
      }
      let d = w.graph.derived { c.value % 2 == 0 ? try n.value : -1 }
      try w.graph.computation { _ in w.log.append("sees \(try d.value)") }
      for value in 1...3 {
        c.value = 2 * value
        _ = try d.value
        head.value = value
        try w.flush()
      }
      c.value = 7
      head.value = 8
      w.log.append("odd")
      try w.flush()
    }
  }

  /// A node that is up to date, and by its revision is not.
  @Test func looksStale() throws {
    try compare { w in
      let (head, c) = (w.graph.cell(0), w.graph.cell(0))
      let a = w.graph.derived { head.value / 10 }
      let m = w.graph.derived {
        let value = try a.value
        c.value = c.peek() + 1
        w.log.append("m \(value) \(c.value)")
        return c.value
      }
      try w.graph.computation { _ in w.log.append("sees \(try m.value)") }
      try w.write([10, 20, 30, 40, 41, 42, 43, 50], to: head)
    }
  }

  /// The same where it is the evaluation of what it reads that writes.
  @Test func looksStaleByNested() throws {
    try compare { w in
      let (head, other, side) = (w.graph.cell(0), w.graph.cell(0), w.graph.cell(0))
      let a = w.graph.derived { head.value / 10 }
      let d = w.graph.derived {
        side.value = 1 + side.peek()
        return other.value
      }
      let m = w.graph.derived {
        w.log.append("m")
        return try a.value + d.value
      }
      try w.graph.computation { _ in w.log.append("sees \(try m.value)") }
      try w.write([10, 20, 30, 40, 50], to: head)
      other.value = 1
      head.value = 60
      try w.flush()
      w.log.append("now nothing changes")
      head.value = 61
      try w.flush()
      head.value = 62
      try w.flush()
    }
  }

  /// A hook that a body sets at its own node.
  @Test func hooksItself() throws {
    try compare { w in
      let head = w.graph.cell(0)
      var itself: Derived<Int>?
      var hooks = false
      let a = w.graph.map(head, head, head) { a, _, _ in
        if hooks { itself?.onUnobserved { w.log.append("unobserved") } }
        return a
      }
      itself = a
      let c = try w.graph.computation { _ in w.log.append("sees \(try a.value)") }
      try w.write(1...4, to: head)
      hooks = true
      head.value = 5
      try w.flush()
      c.stop()
      try w.flush()
    }
  }

  /// Order of evaluation where a body reads what is recorded behind it.
  @Test func readsLaterInOrder() throws {
    try compare { w in
      let head = w.graph.cell(0)
      var later: Derived<Int>?
      let e = w.graph.map(head) { $0 }
      let a = w.graph.map(e) { value in
        if value == 9 { w.log.append("peeks \(try later!.value)") }
        return value
      }
      let q = w.graph.derived {
        w.log.append("q")
        return try e.value
      }
      let p = w.graph.derived {
        w.log.append("p begins")
        return try q.value + e.value
      }
      later = p
      try w.graph.computation { _ in w.log.append("q \(try q.value)") }
      try w.graph.computation { _ in w.log.append("a \(try a.value)") }
      try w.graph.computation { _ in w.log.append("p \(try p.value)") }
      try w.write([1, 2, 3, 4, 9], to: head)
    }
  }

  /// The same of a body that is evaluated in full.
  @Test func readsLaterInFull() throws {
    try compare { w in
      let head = w.graph.cell(0)
      var later: Derived<Int>?
      let e = w.graph.map(head) { $0 }
      let a = w.graph.derived {
        let value = try e.value
        if value == 9 { w.log.append("peeks \(try later!.peek())") }
        return "\(value)"
      }
      let q = w.graph.derived {
        w.log.append("q")
        return try e.value
      }
      let p = w.graph.derived {
        w.log.append("p begins")
        return try q.value + e.value
      }
      later = p
      try w.graph.computation { _ in w.log.append("q \(try q.value)") }
      try w.graph.computation { _ in w.log.append("a \(try a.value)") }
      try w.graph.computation { _ in w.log.append("p \(try p.value)") }
      try w.write([1, 2, 3, 4, 9, 10], to: head)
    }
  }

  /// The same at a depth limit.
  @Test func readsLaterAtTheLimit() throws {
    try compare { w in
      w.graph.depthLimit = 8
      let head = w.graph.cell(0)
      var later: Derived<Int>?
      let e = w.graph.map(head) { $0 }
      let a = w.graph.map(e) { value in
        if value == 9 {
          do { w.log.append("peeks \(try later!.value)") } catch { w.log.append("\(error)") }
        }
        return value
      }
      var last = w.graph.derived { try e.value }
      for _ in 0..<20 {
        let before = last
        last = w.graph.derived { try before.value + e.value }
        try w.graph.computation { _ in _ = try before.value }
      }
      later = last
      try w.graph.computation { _ in w.log.append("a \(try a.value)") }
      try w.graph.computation { [last] _ in w.log.append("last \(try last.value)") }
      for value in [1, 2, 3, 4, 9] {
        head.value = value
        try w.flush(check: false)
        w.log.append("flushed \(value)")
      }
    }
  }

  /// Stamps that are used up in the middle of a record.
  @Test func stampsWrap() throws {
    try compare { w in
      let (head, flag, rare) = (w.graph.cell(0), w.graph.cell(false), w.graph.cell(0))
      var nodes = [w.graph.map(head) { $0 + 1 }]
      for place in 1..<50 { nodes.append(w.graph.map(nodes[place - 1]) { $0 + 1 }) }
      try w.graph.computation { _ in w.log.append("sees \(try nodes[49].value)") }
      try w.graph.computation { _ in
        w.log.append(flag.value ? "flag \(rare.value)" : "no flag")
      }
      // Reads `rare` in a run of an early number.
      try w.graph.computation { _ in w.log.append("early \(rare.value)") }
      try w.write(1...4, to: head)
      let stamp = w.graph.kernel.node(rare.id).pointee.stamp
      w.log.append("stamp \(stamp > 0)")
      // As after 2^32 runs: 51 of the flush, and then one with the number of that early run.
      w.graph.kernel.state.pointee.lastStamp = .max &- 40
      head.value = 5
      try w.flush()
      let last = w.graph.kernel.state.pointee.lastStamp
      w.graph.kernel.state.pointee.lastStamp = w.forgets ? last : stamp &- 1
      flag.value = true
      try w.flush()
      w.log.append("now rare")
      rare.value = 7
      try w.flush()
    }
  }

  /// What the body that ends a record has changed is queued and searched, not handed over.
  @Test func endedRecordSearches() throws {
    try compare { w in
      let head = w.graph.cell(0)
      var computation: Computation?
      var invalidates = false
      let a = w.graph.map(head) {
        if invalidates { computation?.invalidate() }
        return $0
      }
      let b = w.graph.map(a) {
        w.log.append("b \($0)")
        return $0
      }
      computation = try w.graph.computation { _ in
        w.log.append("begins")
        w.log.append("sees \(try b.value)")
      }
      try w.write(1...4, to: head)
      invalidates = true
      head.value = 5
      try w.flush()
    }
  }

  /// The same, and what reads it has been evaluated in that revision: it stays as it was for ever.
  @Test func endedRecordLosesAChange() throws {
    try compare { w in
      let head = w.graph.cell(0)
      var last: Derived<Int>?
      var peeks = false
      let a = w.graph.map(head) { value in
        if peeks { _ = try? last?.peek() }
        return value
      }
      let b = w.graph.map(a) { $0 }
      let c = w.graph.map(b) { $0 }
      last = c
      try w.graph.computation { _ in w.log.append("sees \(try c.value)") }
      try w.write(1...4, to: head)
      peeks = true
      head.value = 5
      try w.flush(check: false)
      peeks = false
      for value in 6...8 {
        head.value = value
        try w.flush(check: false)
        w.log.append("flushed \(value): \((try? c.value) ?? -1)")
      }
    }
  }

  /// What waits is taken out of the queue before the bodies run.
  @Test func needsFlush() throws {
    try compare { w in
      let head = w.graph.cell(0)
      let a = w.graph.map(head) {
        w.log.append("\(w.graph.needsFlush)")
        return $0
      }
      let b = w.graph.map(head) { $0 }
      try w.graph.computation { _ in w.log.append("sees \(try a.value)") }
      try w.graph.computation { _ in w.log.append("sees \(try b.value)") }
      try w.write(1...4, to: head)
    }
  }

  /// `settled` stays at the first entry's rank while handlers are called.
  @Test func handlerReadsBelow() throws {
    try compare { w in
      let (head, side) = (w.graph.cell(0), w.graph.cell(0))
      var writes = false
      let a = w.graph.map(head) { $0 }
      let b = w.graph.map(a) {
        if writes { side.value = $0 }
        return $0
      }
      try w.graph.computation { computation in
        w.log.append("first \(try a.value)")
        if writes { computation.onInvalidate { _ = try a.value } }
      }
      try w.graph.computation { _ in w.log.append("second \(try a.value)") }
      try w.graph.computation { _ in w.log.append("side \(side.value)") }
      try w.graph.computation { _ in w.log.append("b \(try b.value)") }
      try w.write(1...4, to: head)
      writes = true
      try w.write(5...6, to: head)
    }
  }

  /// A queue that never runs empty for long.
  @Test func pendingQueueStaysSmall() throws {
    let graph = Graph()
    let (a, b) = (graph.cell(0), graph.cell(0))
    let most = 300_000
    try graph.computation { _ in if a.value < most { b.value = a.value } }
    try graph.computation { _ in a.value = b.value + 1 }
    a.value = 1
    try graph.flush()
    #expect(a.value >= most)
    let mirror = Mirror(reflecting: 0)
    _ = mirror
  }

  /// A node that has been evaluated in the middle is found to be suspect in the same revision, without any record.
  @Test func whatIsSuspectIsNotReadAsIfItHeld() throws {
    let (graph, log) = (Graph(), Log())
    let head = graph.cell(0)
    graph.onError = { error, _ in log("error \(error)") }
    var last: Derived<Int>?
    var peeks = false
    let a = graph.map(head) { value in
      if peeks { _ = try? last?.peek() }
      return value
    }
    let b = graph.map(a) { $0 }
    let other = graph.map(a) { $0 }
    let c = graph.map(b) { $0 }
    last = c
    try graph.computation { _ in log("sees \(try c.value)") }
    try graph.computation { _ in log("other \(try other.value)") }
    for value in 1...8 {
      peeks = value == 5
      head.value = value
      graph.kernel.state.pointee.topology &+= 1
      try graph.flush()
    }
    #expect(
      log.take().filter { $0.hasPrefix("sees") } == [0, 1, 2, 3, 4, 6, 7, 8].map { "sees \($0)" })
  }
}
