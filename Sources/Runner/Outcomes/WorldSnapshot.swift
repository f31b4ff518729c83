import CEL
import Reactor
import Scenarios
import Values

/// The values of cells and states before a strict step.
///
/// It is made once, and brought up to date behind each step where something was touched: a step costs
/// what it touches, not what there is.
final class WorldSnapshot: Kept {
  /// How much of what the outermost step under way has caused belongs to steps that are over.
  struct Judged {
    var emissions = 0
    var calls = 0
    var ends = 0
  }

  /// By the number of the slot. Of derived cells the value last evaluated: one that nobody needs has
  /// not changed.
  private var values: [Int: Value] = [:]
  /// By store.
  private(set) var presented: [[Value]]
  /// What steps have caused that none of their own outcomes names, while those of a step around them may.
  private(set) var unnamed: [UnnamedCause] = []
  /// Of which of these no more is told than the first, however often a loop does it.
  private var told: TextSet = []
  var judged = Judged()

  init(_ runtime: Runtime) {
    let world = runtime.world
    presented = runtime.stores.all.map { $0.shown.peek() }
    super.init(in: world.kept)
    world.touches.beginObserving(world.tables.unsteadyActors)
    for slot in runtime.observed { values[slot.number] = runtime.observedValue(of: slot) }
  }

  subscript(slot: Slot) -> Value? { values[slot.number] }

  /// An outermost step begins.
  func beginStep() {
    judged = Judged()
    if !unnamed.isEmpty { _ = takeUnnamed(from: 0) }
  }

  func add(_ causes: [UnnamedCause]) {
    for cause in causes {
      if let key = cause.key, !told.insert(key) { continue }
      unnamed.append(cause)
    }
  }

  /// What was added from a place on, which is no longer there.
  func takeUnnamed(from first: Int) -> [UnnamedCause] {
    let taken = Array(unnamed[first...])
    unnamed.removeSubrange(first...)
    for cause in taken { if let key = cause.key { told.remove(key) } }
    return taken
  }

  func update(_ touched: [Slot], _ runtime: Runtime) {
    for slot in touched {
      values[slot.number] = runtime.observedValue(of: slot)
      if case .member(let number) = slot { runtime.actors.runs[number].firstState = nil }
      if case .store(let index) = slot { presented[index] = runtime.stores.all[index].shown.peek() }
    }
  }

  /// The order does not matter: what is shared is counted once, whoever comes first.
  override func count(in held: inout HeldBytes) {
    held.add(bytes: 64 + 32 * values.count)
    for value in values.values { held.add(value) }
    for routes in presented { held.add(routes) }
    held.add(bytes: 192 * unnamed.count)
    for cause in unnamed { cause.count(in: &held) }
  }
}

extension Runtime {
  /// Everything that has a value, in the order of the sections of a file.
  fileprivate var observed: [Slot] {
    world.cells.indices.map(Slot.cell) + world.partStates.map(\.slot)
      + actors.kinds.indices.map(Slot.actor)
      + actors.runs.filter(\.isSpawned).map { .member($0.number) }
  }

  /// Those of the slots, in the same order.
  func observed(among slots: Set<Int>) -> [Slot] {
    let places = slots.compactMap { number -> (section: Int, index: Int, slot: Slot)? in
      let slot = Slot(number: number)
      return switch slot {
      case .cell(let index): (0, index, slot)
      case .reactor(let index): (1, index, slot)
      case .store(let index): (2, index, slot)
      case .service(let index): (3, index, slot)
      case .actor(let index): (4, index, slot)
      case .member(let index): (5, index, slot)
      case .local, .computation, .reference, .emitted, .promise, .own, .now, .it, .addressed: nil
      }
    }
    return places.sorted { ($0.section, $0.index) < ($1.section, $1.index) }.map(\.slot)
  }

  func observedValue(of slot: Slot) -> Value? {
    switch slot {
    case .cell(let index): world.lastValue(index)
    case .reactor(let index): world.reactorStates[index].cell?.peek().value
    case .store(let index): world.storeStates[index].cell?.peek().value
    case .service(let index): world.serviceStates[index].cell?.peek().value
    case .actor(let index): actors.state(of: actors.kinds[index])
    case .member(let index): actors.state(of: actors.runs[index])
    case .local, .computation, .reference, .emitted, .promise, .own, .now, .it, .addressed: nil
    }
  }

  /// What an actor began with that the step has made; nil of all else, and of one that has stopped again.
  func firstValue(of slot: Slot) -> Value? {
    guard case .member(let number) = slot, actors.core.isAlive(actors.runs[number].id) else {
      return nil
    }
    return actors.runs[number].firstState
  }

  func observedName(of slot: Slot) -> String {
    switch slot {
    case .cell(let index): world.model.cells[index].name.text
    case .reactor(let index): world.reactorStates[index].name
    case .store(let index): world.storeStates[index].name
    case .service(let index): world.serviceStates[index].name
    case .actor(let index): actors.kinds[index].name
    case .member(let index): actors.runs[index].name
    case .local, .computation, .reference, .emitted, .promise, .own, .now, .it, .addressed: ""
    }
  }
}

/// Something that a step caused, and that none of its outcomes names.
struct UnnamedCause {
  enum What {
    /// By its keys and indices, and as a path is written.
    case change(Slot, at: [Value], shown: String, old: Value?, new: Value?)
    /// What a store presents, as it is told.
    case routes(store: Int, told: String)
    case emission(StepLog.Emission)
    case call(StepLog.Call)
    case end(reactor: Int)
  }

  /// Not counted: it belongs to the file.
  unowned(unsafe) let step: Step
  let what: What

  /// Tells it apart from others that are named or not just as this one; nil where that may hang on what is inside.
  var key: String? {
    guard case .change(let slot, let path, _, let old, let new) = what, !(old?.isComposed ?? false),
      !(new?.isComposed ?? false)
    else { return nil }
    let place = path.map(\.description).joined(separator: " ")
    return "\(UInt(bitPattern: ObjectIdentifier(step))) \(slot.number) \(place)"
  }

  func count(in held: inout HeldBytes) {
    switch what {
    case .change(_, _, _, let old, let new):
      if let old { held.add(old) }
      if let new { held.add(new) }
    case .emission(let emission): held.add(emission.value)
    case .call(let call): held.add(call.arguments)
    case .routes, .end: break
    }
  }

  /// `price: 10 -> 20`
  func line(_ runtime: Runtime) -> String {
    switch what {
    case .change(_, _, let shown, let old, let new):
      "\(shown): \(old?.brief ?? "nothing") -> \(new?.brief ?? "nothing")"
    case .routes(_, let told): told
    case .emission(let emission): "\(emission.channel) emitted \(emission.value.brief)"
    case .call(let call):
      "\(runtime.services.name(of: call.method)) called with \(call.arguments.brief)"
    case .end(let reactor):
      "the states of \(runtime.world.reactorStates[reactor].name) have ended"
    }
  }
}
