import CEL
import Reactor
import Scenarios
import Values

/// The values of cells and states before a strict step.
///
/// It is made once, and brought up to date behind each step where something was touched: a step costs
/// what it touches, not what there is.
final class WorldSnapshot: Kept {
  /// By the number of the slot. Of derived cells the value last evaluated: one that nobody needs has
  /// not changed.
  private var values: [Int: Value] = [:]
  /// By store.
  private(set) var presented: [[Value]]

  init(_ runtime: Runtime) {
    let world = runtime.world
    presented = runtime.stores.all.map { $0.shown.peek() }
    super.init(in: world.kept)
    world.touches.beginObserving(world.tables.unsteadyActors)
    for slot in runtime.observed { values[slot.number] = runtime.observedValue(of: slot) }
  }

  subscript(slot: Slot) -> Value? { values[slot.number] }

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

  fileprivate func observedValue(of slot: Slot) -> Value? {
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
  fileprivate func firstValue(of slot: Slot) -> Value? {
    guard case .member(let number) = slot, actors.core.isAlive(actors.runs[number].id) else {
      return nil
    }
    return actors.runs[number].firstState
  }

  fileprivate func observedName(of slot: Slot) -> String {
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

/// Finds what a strict step changed, emitted or reported without any outcome that names it.
struct StrictCheck {
  let runtime: Runtime
  private var world: World { runtime.world }
  let frame: Frame
  let step: Step
  let before: WorldSnapshot
  /// What may have changed, in the order of the file.
  let touched: [Slot]

  /// One line for each thing, in the order of the file: `price: 10 -> 20`.
  func unnamed() -> [String] {
    let named = named(by: step)
    var lines: [String] = []
    for slot in touched {
      guard let old = before[slot] ?? runtime.firstValue(of: slot),
        let new = runtime.observedValue(of: slot)
      else { continue }
      let said = named.flatMap { words(of: $0, about: slot) }
      let isNamed = { (path: [Value]) in said.contains { $0.isAbout(path) } }
      let place = Place(shown: runtime.observedName(of: slot))
      for change in StrictCheck.unnamed(old, new, place, isNamed) {
        let old = change.old?.brief ?? "nothing"
        lines.append("\(change.place.shown): \(old) -> \(change.new?.brief ?? "nothing")")
      }
    }
    return lines + shown(named) + emissions(named) + calls(named) + ends(named)
  }

  private func ends(_ named: [Scenarios.Outcome.Naming]) -> [String] {
    let isNamed = named.contains { if case .ends = $0 { true } else { false } }
    return isNamed
      ? [] : world.log.ends.map { "the states of \(world.reactorStates[$0].name) have ended" }
  }

  private func shown(_ named: [Scenarios.Outcome.Naming]) -> [String] {
    touched.compactMap { slot in
      guard case .store(let index) = slot else { return nil }
      let (store, old) = (runtime.stores.all[index], before.presented[index])
      let new = store.shown.peek()
      let isSame =
        new.count == old.count && zip(new, old).allSatisfy { $0.isIdentical(to: $1) }
      let isNamed = named.contains { naming in
        guard case .routes(let stores) = naming else { return false }
        return stores.contains(.store(store.layout.index))
      }
      let routes = new.map { ($0.part(at: ["route"]) ?? .null).plainText }
      return isSame || isNamed
        ? nil : "\(store.layout.name) presents [\(routes.joined(separator: ", "))]"
    }
  }

  private func calls(_ named: [Scenarios.Outcome.Naming]) -> [String] {
    world.log.calls.filter { call in
      !named.contains { naming in
        guard case .calls(let methods) = naming else { return false }
        return methods.contains { $0.isSame(as: call.method) }
      }
    }.map { "\(runtime.services.name(of: $0.method)) called with \($0.arguments.brief)" }
  }

  private func emissions(_ named: [Scenarios.Outcome.Naming]) -> [String] {
    world.emissions().filter { emission in
      !named.contains { naming in
        switch naming {
        case .allEmissions: true
        case .emissions(let channels):
          channels.contains { Text.same($0.text, emission.channel) }
        case .values, .reads, .parts, .states, .routes, .ends, .calls, .nothing: false
        }
      }
    }.map { "\($0.channel) emitted \($0.value.brief)" }
  }

  /// By its own outcomes and those of the steps inside.
  private func named(by step: Step) -> [Scenarios.Outcome.Naming] {
    let procedures = runtime.world.tables.file.procedures
    return step.outcomes.map(\.naming) + step.inner(procedures).flatMap { named(by: $0) }
  }

  /// Where something differs: the keys and indices that lead there.
  private struct Place {
    var path: [Value] = []
    /// As a path is written.
    var shown: String

    func property(_ key: Value) -> Place {
      Place(path: path + [key], shown: "\(shown).\(key.plainText)")
    }

    func element(_ index: Int) -> Place {
      Place(path: path + [.int(Int64(index))], shown: "\(shown)[\(index)]")
    }
  }

  private typealias Change = (place: Place, old: Value?, new: Value?)

  /// What differs and is not named, each by its whole path: of maps the properties, of lists the elements by their
  /// places. What has become a map or a list is one whose properties or elements are all new; of what is not named
  /// at all nothing inside is told.
  private static func unnamed(
    _ old: Value?, _ new: Value?, _ place: Place, _ isNamed: ([Value]) -> Bool
  ) -> [Change] {
    if case .map(let before)? = old, case .map(let after)? = new {
      return after.differences(from: before).flatMap { key, old, new in
        unnamed(old, new, place.property(key), isNamed)
      }
    }
    if let old, let new, old.isIdentical(to: new) { return [] }
    guard isNamed(place.path) else { return [(place, old, new)] }
    if case .map(let after)? = new {
      return zip(after.keys, after.values).flatMap { key, value in
        unnamed(nil, value, place.property(key), isNamed)
      }
    }
    if case .list(let after)? = new {
      var before: [Value] = []
      if case .list(let list)? = old { before = Array(list.elements) }
      let elements = Array(after.elements)
      return (0..<max(before.count, elements.count)).flatMap { index in
        unnamed(
          index < before.count ? before[index] : nil,
          index < elements.count ? elements[index] : nil, place.element(index), isNamed)
      }
    }
    return []
  }

  // MARK: What is named

  /// What an outcome says of what a slot is about: by its path, by the keys of an expected map, or by reading it in an
  /// assertion.
  private func words(of naming: Scenarios.Outcome.Naming, about slot: Slot) -> [Said] {
    switch naming {
    case .values(let values, let whole):
      return values.compactMap { value in
        // Where its formulas fail, the outcome itself has told so.
        guard let below = try? keys(of: value.path) else { return nil }
        if isAmongSpawned(slot, value.path.slot, below) { return .everything }
        return beginning(of: value.path, in: slot).map { above in
          .value(at: above + below, whole ? nil : value.value)
        }
      }
    case .reads(let formulas):
      return formulas.flatMap { formula in
        formula.program.accesses.compactMap { access -> Said? in
          let read = Slot(number: access.slot)
          // What a local refers to is named as a whole.
          if case .reference = read { return means(read, slot) ? .everything : nil }
          return read == slot ? .read(access.path.map(Value.string)) : nil
        }
      }
    case .parts(let parts): return parts.contains(slot) ? [.everything] : []
    case .states(let entries):
      return entries.flatMap { $0.slot == slot ? Said.states($0.value) : [] }
    case .routes, .ends, .emissions, .allEmissions, .calls, .nothing: return []
    }
  }

  private func keys(of path: Path) throws(RunError) -> [Value] {
    if path.isStatic { return path.selection.map(Value.string) }
    let located = try world.located(path, in: frame)
    return located.selection.map(Value.string) + located.rest
  }

  /// Where in what the slot is about a path begins; nil where it does not. Of a pool each worker is an element.
  private func beginning(of path: Path, in slot: Slot) -> [Value]? {
    guard let actor = path.actor else { return means(path.slot, slot) ? [] : nil }
    let meant = try? runtime.actors.meant(by: actor, in: frame)
    guard let run = meant ?? nil else { return nil }
    if case .member(let number) = slot { return run.number == number ? [] : nil }
    guard slot == .actor(run.kind.index), !run.isSpawned else { return nil }
    guard run.kind.pool != nil else { return [] }
    return runtime.actors.place(ofWorker: run).map { [.int(Int64($0))] } ?? []
  }

  /// Whether a name that stands for the one slot means the other: a script's name for an actor.
  private func means(_ root: Slot, _ slot: Slot) -> Bool {
    if root == slot { return true }
    guard case .member(let number) = slot, case .reference(let local) = root,
      case .string(let name) = frame.locals[local]
    else { return false }
    return Text.same(name, runtime.actors.runs[number].name)
  }

  /// Whether the path is that of all actors of a kind that were spawned, and this is one of them.
  private func isAmongSpawned(_ slot: Slot, _ root: Slot, _ named: [Value]) -> Bool {
    guard case .member(let number) = slot, case .actor(let kind) = root else { return false }
    return kind == runtime.actors.runs[number].kind.index
      && named.begins(with: [.string("spawned")])
  }
}

/// What an outcome says of a part.
private enum Said {
  case everything
  /// What stands there: data of which some keys may be named, or nil for all below it.
  case value(at: [Value], Datum?)
  /// It was so once, before it came to what it is.
  case earlier(Datum)
  /// It is read, and so with it what is above it and below.
  case read([Value])

  /// What the states that it had say of it.
  static func states(_ list: Datum) -> [Said] {
    let states: [Datum]
    switch list.content {
    case .list(let elements): states = elements
    case .value(.list(let values)):
      states = values.elements.map { Datum(.value($0), at: list.span) }
    case .value, .map, .formula, .condition, .placeholder: return [.everything]
    }
    return states.dropLast().map { .earlier($0) } + states.suffix(1).map { .value(at: [], $0) }
  }

  /// Whether it speaks of what stands there.
  func isAbout(_ path: [Value]) -> Bool {
    switch self {
    case .everything: return true
    case .read(let read): return path.begins(with: read) || read.begins(with: path)
    case .value(let place, let datum):
      if place.count >= path.count { return place.begins(with: path) }
      guard path.begins(with: place) else { return false }
      return datum.map { Said.names($0, path.dropFirst(place.count), beyond: true) } ?? true
    case .earlier(let datum): return Said.names(datum, path[...], beyond: false)
    }
  }

  /// Whether the expected data says something of the path below it.
  /// - Parameter isEnd: Whether a list says of what is behind its end that it is not there.
  private static func names(
    _ datum: Datum, _ path: ArraySlice<Value>, beyond isEnd: Bool
  ) -> Bool {
    guard let key = path.first else { return true }
    switch datum.content {
    case .map(let entries):
      return entries.contains {
        key.matches(.string($0.key.text)) && names($0.value, path.dropFirst(), beyond: isEnd)
      }
    case .list(let elements):
      guard case .int(let index) = key, index < elements.count else { return isEnd }
      return names(elements[Int(index)], path.dropFirst(), beyond: isEnd)
    case .value(.map(let map)):
      guard let value = map[key] else { return false }
      return names(Datum(.value(value), at: datum.span), path.dropFirst(), beyond: isEnd)
    case .value(.list(let list)):
      guard case .int(let index) = key, index < list.count else { return isEnd }
      let element = Datum(.value(list.elements[Int(index)]), at: datum.span)
      return names(element, path.dropFirst(), beyond: isEnd)
    case .value, .formula, .condition, .placeholder: return true
    }
  }
}

extension [Value] {
  fileprivate func begins(with other: [Value]) -> Bool {
    starts(with: other) { $0.matches($1) }
  }
}
