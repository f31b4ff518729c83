import CEL
import Reactor
import Scenarios
import Values

/// Finds what a strict step changed, called, emitted, presented or ended without any outcome that names it.
struct StrictCheck {
  let runtime: Runtime
  private var world: World { runtime.world }
  let frame: Frame
  let step: Step
  let before: WorldSnapshot
  /// What may have changed, in the order of the file.
  let touched: [Slot]
  private let named: [Scenarios.Outcome.Naming]
  /// What is said of each part, by the number of its slot.
  private var said: [Int: AllSaid] = [:]
  /// The same of actors that were spawned, by their names.
  private var referred: TextTable<[Said]> = [:]
  /// The kinds of which all that were spawned are named.
  private var spawned: Set<Int> = []
  /// The stores of which the routes are named by a path.
  private var presenting: Set<Int> = []
  private var calls: Set<Verb.Method.Numbers> = []
  private var channels: TextSet = []
  private var namesEmissions = false

  init(
    _ runtime: Runtime, _ frame: Frame, _ step: Step, since before: WorldSnapshot,
    touched: [Slot]
  ) {
    self.runtime = runtime
    self.frame = frame
    self.step = step
    self.before = before
    self.touched = touched
    named = step.outcomes.map(\.naming)
    for naming in named { add(naming) }
  }

  /// Adds to what is unnamed what the step has caused and does not name.
  /// - Parameter first: Where what steps inside have caused begins among the unnamed, of which it names some; nil
  ///   where it has no outcomes.
  func note(inside first: Int?) {
    if let first, before.unnamed.count > first {
      before.add(before.takeUnnamed(from: first).flatMap { unnamed($0) })
    }
    before.add(caused())
  }

  /// In the order of the file.
  private func caused() -> [UnnamedCause] {
    var causes: [UnnamedCause] = []
    for slot in touched {
      guard let old = before[slot] ?? runtime.firstValue(of: slot),
        let new = runtime.observedValue(of: slot)
      else { continue }
      let place = Place(shown: runtime.observedName(of: slot))
      causes += changes(of: slot, old, new, place, step)
    }
    for slot in touched {
      guard case .store(let index) = slot, !namesRoutes(of: index), let told = shown(by: index)
      else { continue }
      causes.append(UnnamedCause(step: step, what: .routes(store: index, told: told)))
    }
    let log = world.log
    for emission in world.emissions(behind: before.judged.emissions) where !names(emission) {
      causes.append(UnnamedCause(step: step, what: .emission(emission)))
    }
    for call in log.calls[before.judged.calls...] where !names(call) {
      causes.append(UnnamedCause(step: step, what: .call(call)))
    }
    for reactor in log.ends[before.judged.ends...] where !namesEnds {
      causes.append(UnnamedCause(step: step, what: .end(reactor: reactor)))
    }
    let mark = log.mark(cellRuns: nil)
    before.judged = WorldSnapshot.Judged(
      emissions: mark.emissions, calls: mark.calls, ends: mark.ends)
    return causes
  }

  /// What is left of something that a step inside has caused.
  private func unnamed(_ cause: UnnamedCause) -> [UnnamedCause] {
    let isNamed: Bool
    switch cause.what {
    case .change(let slot, let path, let shown, let old, let new):
      return changes(of: slot, old, new, Place(path: path, shown: shown), cause.step)
    case .routes(let store, _): isNamed = namesRoutes(of: store)
    case .emission(let emission): isNamed = names(emission)
    case .call(let call): isNamed = names(call)
    case .end: isNamed = namesEnds
    }
    return isNamed ? [] : [cause]
  }

  private func changes(
    of slot: Slot, _ old: Value?, _ new: Value?, _ place: Place, _ step: Step
  ) -> [UnnamedCause] {
    let said = said(about: slot)
    return StrictCheck.unnamed(old, new, place) { said.reach(at: $0) }.map {
      UnnamedCause(
        step: step,
        what: .change(slot, at: $0.place.path, shown: $0.place.shown, old: $0.old, new: $0.new))
    }
  }

  private func said(about slot: Slot) -> AllSaid {
    guard case .member(let number) = slot else { return said[slot.number] ?? AllSaid() }
    var all = said[slot.number] ?? AllSaid()
    let run = runtime.actors.runs[number]
    if spawned.contains(run.kind.index) { all.add(.everything) }
    for said in referred[run.name] ?? [] { all.add(said) }
    return all
  }

  private var namesEnds: Bool {
    named.contains { if case .ends = $0 { true } else { false } }
  }

  private func namesRoutes(of index: Int) -> Bool {
    let store = Slot.store(runtime.stores.all[index].layout.index)
    return presenting.contains(store.number)
      || named.contains { naming in
        guard case .routes(let stores) = naming else { return false }
        return stores.contains(store)
      }
  }

  /// What a store shows, where that is not what it showed before.
  private func shown(by index: Int) -> String? {
    let (store, old) = (runtime.stores.all[index], before.presented[index])
    let new = store.shown.peek()
    if new.count == old.count, zip(new, old).allSatisfy({ $0.isIdentical(to: $1) }) { return nil }
    let routes = new.map { ($0.part(at: ["route"]) ?? .null).plainText }
    return "\(store.layout.name) presents [\(routes.joined(separator: ", "))]"
  }

  private func names(_ call: StepLog.Call) -> Bool { calls.contains(call.method.numbers) }

  private func names(_ emission: StepLog.Emission) -> Bool {
    namesEmissions || channels.contains(emission.channel)
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
  /// at all nothing inside is told, and into what is named as a whole nobody looks.
  private static func unnamed(
    _ old: Value?, _ new: Value?, _ place: Place, _ reach: ([Value]) -> Said.Reach
  ) -> [Change] {
    let named = reach(place.path)
    if named == .whole { return [] }
    if case .map(let before)? = old, case .map(let after)? = new {
      return after.differences(from: before).flatMap { key, old, new in
        unnamed(old, new, place.property(key), reach)
      }
    }
    if let old, let new, old.isIdentical(to: new) { return [] }
    if named == .nothing { return [(place, old, new)] }
    if case .map(let after)? = new {
      return zip(after.keys, after.values).flatMap { key, value in
        unnamed(nil, value, place.property(key), reach)
      }
    }
    if case .list(let after)? = new {
      var before: [Value] = []
      if case .list(let list)? = old { before = Array(list.elements) }
      let elements = Array(after.elements)
      return (0..<max(before.count, elements.count)).flatMap { index in
        unnamed(
          index < before.count ? before[index] : nil,
          index < elements.count ? elements[index] : nil, place.element(index), reach)
      }
    }
    return []
  }

  // MARK: What is named

  /// What an outcome says of parts: by its paths, by the keys of expected maps, or by reading them in an assertion.
  private mutating func add(_ naming: Scenarios.Outcome.Naming) {
    switch naming {
    case .values(let values, let whole):
      for value in values {
        // Where its formulas fail, the outcome itself has told so.
        guard let below = try? keys(of: value.path) else { continue }
        add(below, of: value.path, whole ? nil : value.value)
      }
    case .reads(let formulas):
      for access in formulas.flatMap({ $0.program.accesses }) {
        let read = Slot(number: access.slot)
        // What a local refers to is named as a whole.
        if case .reference(let local) = read {
          refer(to: local, .everything)
        } else {
          noteListed(access.path.first, of: read)
          add(.read(access.path.map(Value.string)), of: read)
        }
      }
    case .parts(let parts): for part in parts { add(.everything, of: part) }
    case .states(let entries):
      for entry in entries { for said in Said.states(entry.value) { add(said, of: entry.slot) } }
    case .calls(let methods): calls.formUnion(methods.map(\.numbers))
    case .emissions(let names): for name in names { channels.insert(name.text) }
    case .allEmissions: namesEmissions = true
    case .routes, .ends, .nothing: break
    }
  }

  private mutating func add(_ words: Said, of slot: Slot) {
    said[slot.number, default: AllSaid()].add(words)
  }

  /// A script's name for an actor that was spawned.
  private mutating func refer(to local: Int, _ words: Said) {
    guard case .string(let name) = frame.locals[local] else { return }
    referred[name, default: []].append(words)
  }

  /// What stands at a path, or all of it.
  private mutating func add(_ below: [Value], of path: Path, _ datum: Datum?) {
    if let actor = path.actor {
      let meant = try? runtime.actors.meant(by: actor, in: frame)
      guard let run = meant ?? nil else { return }
      add(.value(at: below, datum), of: .member(run.number))
      if run.isSpawned { return }
      let kind = Slot.actor(run.kind.index)
      if run.kind.pool == nil { return add(.value(at: below, datum), of: kind) }
      // Of a pool each worker is an element.
      guard let place = runtime.actors.place(ofWorker: run) else { return }
      return add(.value(at: [.int(Int64(place))] + below, datum), of: kind)
    }
    if case .reference(let local) = path.slot { refer(to: local, .value(at: below, datum)) }
    if case .string(let property)? = below.first { noteListed(property, of: path.slot) }
    add(.value(at: below, datum), of: path.slot)
  }

  /// Notes a property that lists what is kept elsewhere: all actors of a kind that were spawned, what a store presents.
  private mutating func noteListed(_ property: String?, of slot: Slot) {
    guard let property else { return }
    if case .actor(let kind) = slot, Text.same(property, "spawned") { spawned.insert(kind) }
    if case .store = slot, Text.same(property, "presented") { presenting.insert(slot.number) }
  }

  private func keys(of path: Path) throws(RunError) -> [Value] {
    if path.isStatic { return path.selection.map(Value.string) }
    let located = try world.located(path, in: frame)
    return located.selection.map(Value.string) + located.rest
  }
}
