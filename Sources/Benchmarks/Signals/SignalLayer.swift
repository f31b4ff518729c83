import Reactor

/// What the shapes are made of: the engine itself, or what an application's own layer over it looks like.
/// The shapes are generic over it, and specialised where they are listed.
protocol SignalLayer {
  associatedtype Signal: SignalSource
  associatedtype Computed: SignalValue<Int>
  associatedtype Listed: SignalValue<[Int]>

  init(_ graph: Graph)
  func signal(_ value: Int) -> Signal
  func computed(_ body: @escaping () throws -> Int) -> Computed
  /// One of a list, every evaluation of which is a change.
  func listed(_ body: @escaping () throws -> [Int]) -> Listed
  func computation(_ body: @escaping () throws -> Void) throws
  /// An effect that reads a value.
  func watch(_ value: some SignalValue) throws
  /// Runs writes, and what follows from them.
  func update(_ body: () -> Void)
}

protocol SignalValue<Value> {
  associatedtype Value
  func read() throws -> Value
}

protocol SignalSource: SignalValue<Int> {
  func write(_ value: Int)
}

extension SignalLayer {
  func watch(_ value: some SignalValue) throws { try computation { _ = try value.read() } }
}

/// A graph that fails has not been measured.
@inline(__always)
func sure<Result>(_ body: () throws -> Result) -> Result {
  do {
    return try body()
  } catch {
    fatalError("\(error)")
  }
}

extension Cell: SignalValue {}

extension Cell<Int>: SignalSource {
  func write(_ value: Int) { self.value = value }
}

extension Derived: SignalValue {}

/// The engine's own handles: a write, and then a flush.
struct Handles: SignalLayer {
  let graph: Graph

  init(_ graph: Graph) { self.graph = graph }

  func signal(_ value: Int) -> Cell<Int> { graph.cell(value) }
  func computed(_ body: @escaping () throws -> Int) -> Derived<Int> { graph.derived(body) }
  func listed(_ body: @escaping () throws -> [Int]) -> Derived<[Int]> {
    graph.derived(cutoff: .never, body)
  }
  func computation(_ body: @escaping () throws -> Void) throws {
    try graph.computation { _ in try body() }
  }
  func watch(_ value: some SignalValue) throws {
    try graph.computation { _ in _ = try value.read() }
  }
  func update(_ body: () -> Void) {
    body()
    sure { try graph.flush() }
  }
}

/// Structs around the engine's handles, and a batch.
struct Wrappers: SignalLayer {
  struct Signal: SignalSource {
    let cell: Cell<Int>
    func read() -> Int { cell.value }
    func write(_ value: Int) { cell.value = value }
  }

  struct Wrapped<Value>: SignalValue {
    let derived: Derived<Value>
    func read() throws -> Value { try derived.value }
  }

  let graph: Graph

  init(_ graph: Graph) { self.graph = graph }

  func signal(_ value: Int) -> Signal { Signal(cell: graph.cell(value)) }
  func computed(_ body: @escaping () throws -> Int) -> Wrapped<Int> {
    Wrapped(derived: graph.derived(body))
  }
  func listed(_ body: @escaping () throws -> [Int]) -> Wrapped<[Int]> {
    Wrapped(derived: graph.derived(cutoff: .never, body))
  }
  func computation(_ body: @escaping () throws -> Void) throws {
    try graph.computation { _ in try body() }
  }
  func update(_ body: () -> Void) { sure { try graph.batch(body) } }
}

/// Structs of closures, as the adapters of js-reactivity-benchmark are objects of functions, and a batch.
struct Closures: SignalLayer {
  struct Signal: SignalSource {
    let reading: () -> Int
    let writing: (Int) -> Void
    func read() -> Int { reading() }
    func write(_ value: Int) { writing(value) }
  }

  struct Read<Value>: SignalValue {
    let reading: () throws -> Value
    func read() throws -> Value { try reading() }
  }

  let graph: Graph

  init(_ graph: Graph) { self.graph = graph }

  func signal(_ value: Int) -> Signal {
    let cell = graph.cell(value)
    return Signal(reading: { cell.value }, writing: { cell.value = $0 })
  }
  func computed(_ body: @escaping () throws -> Int) -> Read<Int> {
    let derived = graph.derived(body)
    return Read(reading: { try derived.value })
  }
  func listed(_ body: @escaping () throws -> [Int]) -> Read<[Int]> {
    let derived = graph.derived(cutoff: .never, body)
    return Read(reading: { try derived.value })
  }
  func computation(_ body: @escaping () throws -> Void) throws {
    try graph.computation { _ in try body() }
  }
  func update(_ body: () -> Void) { sure { try graph.batch(body) } }
}

/// The engine's handles, with all runs of bodies counted and all values summed up: so that a peer that does
/// less, or something else, is found out.
struct Counted: SignalLayer {
  /// What has been run since it was emptied.
  struct Tally: Equatable {
    var computeds = 0
    var effects = 0
    /// Of the values of computeds, by a modulus that no peer's numbers outgrow.
    var sum = 0

    mutating func add(_ value: Int) { sum = (sum + value) % 1_000_003 }

    /// As peers write it.
    var text: String { "\(computeds) \(effects) \((sum + 1_000_003) % 1_000_003)" }
  }

  nonisolated(unsafe) static var tally = Tally()

  let handles: Handles

  init(_ graph: Graph) { handles = Handles(graph) }

  func signal(_ value: Int) -> Cell<Int> { handles.signal(value) }
  func computed(_ body: @escaping () throws -> Int) -> Derived<Int> {
    handles.computed {
      let value = try body()
      Counted.tally.computeds += 1
      Counted.tally.add(value)
      return value
    }
  }
  func listed(_ body: @escaping () throws -> [Int]) -> Derived<[Int]> { handles.listed(body) }
  func computation(_ body: @escaping () throws -> Void) throws {
    try handles.computation {
      try body()
      Counted.tally.effects += 1
    }
  }
  func update(_ body: () -> Void) { handles.update(body) }
}
