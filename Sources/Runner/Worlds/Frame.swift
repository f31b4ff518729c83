import CEL
import Reactor
import Scenarios
import Values

/// What a formula can see while a script or a body is at work: the locals, and through the world
/// everything else. Every read of a formula comes through here and is tracked by the graph.
final class Frame: Kept, Activation {
  unowned(unsafe) let world: World
  private let lentWorld: Lent<World>
  /// In the order in which they were bound.
  var locals: LocalValues
  /// The computation at work; nil elsewhere.
  let computation: Computation?
  /// The part in whose name is emitted; handlers keep that of their body.
  private(set) var part: Int?
  /// The reactor, service or actor whose state `state` is.
  private(set) var own: Slot?
  /// Where the store or parcel stands whose body it is.
  let place: Place?
  /// The value that the condition at work is about.
  private var candidate: Value?
  /// Whether it is the script's: its events are done at once, and its calls do not wait.
  let isScript: Bool

  init(
    world: World, locals: LocalValues = [], computation: Computation? = nil, part: Int? = nil,
    own: Slot? = nil, place: Place? = nil, isScript: Bool = false
  ) {
    self.world = world
    lentWorld = Lent(world)
    self.locals = locals
    self.computation = computation
    self.part = part
    self.own = own
    self.place = place
    self.isScript = isScript
    super.init(in: world.kept)
  }

  /// Makes a frame that nobody uses any more that of a body of another part.
  /// - Parameter first: Comes before the others in the order of binding.
  func begin(
    part: Int, own: Slot, with first: consuming Value, _ second: consuming Value,
    _ third: consuming Value, _ fourth: consuming Value
  ) {
    self.part = part
    self.own = own
    locals.begin(with: first, second, third, fourth)
  }

  /// Lets go of all values.
  func end() {
    locals.end()
    candidate = nil
  }

  override func count(in held: inout HeldBytes) {
    held.add(bytes: 200)
    locals.count(in: &held)
  }

  /// The same with the locals as they are now, for what is done later.
  var copy: Frame {
    Frame(
      world: world, locals: locals.kept(), computation: computation, part: part, own: own,
      place: place)
  }

  /// What an action or route of the store is called outside: in a parcel one of its own names bears
  /// its prefix.
  func outside(_ name: String, of store: Int) -> String {
    guard let place, place.store == store else { return name }
    return place.outside(name)
  }

  func resolve(slot: Int, path: [String]) -> Resolution {
    if let slot = Slot.tracked(slot) {
      return world.graph.nonreactive { resolve(slot: slot, path: path) }
    }
    return switch Slot(number: slot) {
    case .local(let index): Resolution.walk(locals[index], path)
    case .cell(let index): lentWorld.lend { $0.read(cell: index, path) }
    case .computation(let index): world.read(emitted: index, path)
    case .reactor(let index): world.read(world.reactorStates[index], path)
    case .service(let index): world.read(world.serviceStates[index], path)
    case .emitted(let part): Resolution.walk(world.lastEmission(of: part), path)
    case .store, .actor, .promise, .reference:
      world.door.read(Slot(number: slot), path, in: self)
    case .member(let index): world.read(world.memberStates[index], path)
    case .own: ownState(path)
    case .now: world.readNow(path)
    case .it: Resolution.walk(candidate ?? .null, path)
    case .addressed: preconditionFailure("a path finds its actor itself")
    }
  }

  /// What an operand of a single operation is, as far as that can be seen at once.
  @inline(__always)
  func scalar(_ operand: SingleOperation.Term) -> ScalarValue? {
    let slot = operand.slot
    if slot < 0 { return operand.literal }
    if let index = Slot.local(slot) { return locals.scalar(index) }
    return Slot.cell(slot).flatMap { index in lentWorld.lend { $0.scalar(ofCell: index) } }
  }

  func scalar(slot: Int, path: [String]) -> ScalarValue? {
    if path.isEmpty, Slot.tracked(slot) == nil {
      switch Slot(number: slot) {
      case .local(let index): return locals.scalar(index)
      case .cell(let index):
        let found = lentWorld.lend { $0.oracle == nil ? $0.scalar(ofCell: index) : nil }
        if found != nil { return found }
      case .computation, .reactor, .service, .emitted, .store, .actor, .promise, .reference,
        .member,
        .own, .now, .it, .addressed:
        break
      }
    }
    guard case .value(let value) = resolve(slot: slot, path: path) else { return nil }
    return ScalarValue(value)
  }

  /// Runs with a value at hand that conditions are asked about.
  func with<Result, Fault: Error>(
    candidate value: Value, _ body: () throws(Fault) -> Result
  ) throws(Fault) -> Result {
    let before = candidate
    candidate = value
    defer { candidate = before }
    return try body()
  }

  private func ownState(_ path: [String]) -> Resolution {
    switch own {
    case .reactor(let index): world.read(world.reactorStates[index], path)
    case .service(let index): world.read(world.serviceStates[index], path)
    case .member(let index): world.read(world.memberStates[index], path)
    case .local, .cell, .computation, .store, .actor, .reference, .emitted, .promise, .own, .now,
      .it, .addressed, nil:
      preconditionFailure("`state` in a body without a state passed the loader")
    }
  }
}

extension World {
  /// The scalar that stands in a cell, tracked; nil where there is none, or not yet.
  @inline(__always)
  fileprivate func scalar(ofCell index: Int) -> ScalarValue? {
    standing[index].scalar ?? reader?.scalar(index)
  }

  /// Reads a cell or a property of it, tracked.
  func read(cell index: Int, _ path: [String]) -> Resolution {
    do {
      switch cells[index] {
      case .input(let record): return Resolution(record.read(path))
      case .derived(let derived, let record):
        if let reader { return read(cell: index, path, by: reader) }
        let found =
          path.isEmpty ? .value(try derived.value) : Resolution(try record.read(path))
        oracle?.compare(index, path, with: found)
        return found
      case .waiting:
        if let reader, case .derived = model.cells[index].source {
          return read(cell: index, path, by: reader)
        }
        if !graph.isActive, let value = restingValue(index) { return Resolution.walk(value, path) }
        _ = try made(index)
        return read(cell: index, path)
      case .starting:
        return .failure(
          RunError(
            .cycle, "the starting value of \(model.cells[index].name.text) needs itself", at: nil))
      }
    } catch {
      let failing = Resolution.failing(error)
      if let oracle, reader == nil, !failing.isBeyond {
        oracle.compare(index, path, with: failing)
      }
      return failing
    }
  }

  /// The same of a derived cell by somebody who does not evaluate it.
  private func read(cell index: Int, _ path: [String], by reader: any DerivedReader) -> Resolution {
    let found = reader.read(index, path)
    if let oracle, reader !== oracle, !found.isBeyond { oracle.compare(index, path, with: found) }
    return found
  }

  /// What a computation emitted last; `emitted` names the same.
  func read(emitted index: Int, _ path: [String]) -> Resolution {
    let value = lastEmission(of: index)
    return Resolution.walk(value, path.first == "emitted" ? Array(path.dropFirst()) : path)
  }

  func readNow(_ path: [String]) -> Resolution {
    clock.depend()
    return Resolution.walk(.timestamp(now), path)
  }
}

extension Resolution {
  init(_ lookup: Lookup) {
    switch lookup {
    case .found(let value): self = .value(value)
    case .missing(let index, let parent): self = .missing(at: index, parent: parent)
    }
  }

  /// A read that fails: absorbed by `&&` and `||` like any error, unless a budget is spent.
  static func failing(_ error: any Error) -> Resolution {
    let error = error as? RunError ?? RunError(engine: error)
    return error.kind == .budget ? .abort(error) : .failure(error)
  }
}

extension Resolution {
  /// Whether it is an error that another way of evaluating may reach earlier or later.
  fileprivate var isBeyond: Bool {
    switch self {
    case .failure(let error), .abort(let error): (error as? RunError)?.isBeyond ?? false
    case .value, .missing: false
    }
  }
}

extension RunError {
  /// An error of the engine itself: a cycle, too deep a nesting, a refused flush.
  convenience init(engine error: any Error) {
    switch error {
    case let error as CycleError: self.init(.cycle, error.message, at: nil)
    case let error as DepthError: self.init(.tooDeep, error.message, at: nil)
    case let error as FlushError: self.init(.flushInside, error.message, at: nil)
    case let error as BudgetError:
      self.init(.endlessStep, error.message, kind: .budget, at: nil)
    case let error as RecordFault: self.init(error.code, error.message, at: nil)
    default: self.init(.workLimit, "\(error)", at: nil)
    }
  }
}

extension RecordFault {
  /// The code of why a record was not written.
  var code: ProblemCode {
    switch self {
    case .readonly: .cannotSet
    case .notARecord, .missing: .missingProperty
    case .value: .tooLarge
    }
  }
}
