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
    for naming in named {
      switch naming {
      case .calls(let methods): calls.formUnion(methods.map(\.numbers))
      case .emissions(let names): for name in names { channels.insert(name.text) }
      case .allEmissions: namesEmissions = true
      case .values, .reads, .parts, .states, .routes, .ends, .nothing: break
      }
    }
  }

  /// Adds to what is unnamed what the step has caused and does not name.
  /// - Parameter first: Where what steps inside have caused begins among the unnamed, of which it names some; nil
  ///   where it has no outcomes.
  func note(inside first: Int?) {
    if let first, before.unnamed.count > first {
      var said: [Int: [Said]] = [:]
      before.add(before.takeUnnamed(from: first).flatMap { unnamed($0, &said) })
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
      causes += changes(of: slot, old, new, place, step, said(about: slot))
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
  private func unnamed(_ cause: UnnamedCause, _ known: inout [Int: [Said]]) -> [UnnamedCause] {
    let isNamed: Bool
    switch cause.what {
    case .change(let slot, let path, let shown, let old, let new):
      let said = known[slot.number] ?? said(about: slot)
      known[slot.number] = said
      return changes(of: slot, old, new, Place(path: path, shown: shown), cause.step, said)
    case .routes(let store, _): isNamed = namesRoutes(of: store)
    case .emission(let emission): isNamed = names(emission)
    case .call(let call): isNamed = names(call)
    case .end: isNamed = namesEnds
    }
    return isNamed ? [] : [cause]
  }

  private func changes(
    of slot: Slot, _ old: Value?, _ new: Value?, _ place: Place, _ step: Step, _ said: [Said]
  ) -> [UnnamedCause] {
    StrictCheck.unnamed(old, new, place) { Said.reach(of: said, at: $0) }.map {
      UnnamedCause(
        step: step,
        what: .change(slot, at: $0.place.path, shown: $0.place.shown, old: $0.old, new: $0.new))
    }
  }

  private func said(about slot: Slot) -> [Said] { named.flatMap { words(of: $0, about: slot) } }

  private var namesEnds: Bool {
    named.contains { if case .ends = $0 { true } else { false } }
  }

  private func namesRoutes(of index: Int) -> Bool {
    let store = Slot.store(runtime.stores.all[index].layout.index)
    return named.contains { naming in
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

  /// How much is said of what stands at a path.
  enum Reach {
    case nothing
    /// That it is a map or a list, and of what stands inside perhaps something.
    case part
    /// All of it, with what stands inside.
    case whole
  }

  static func reach(of said: [Said], at path: [Value]) -> Reach {
    var reach = Reach.nothing
    for words in said {
      let own = words.reach(at: path)
      if own == .whole { return own }
      if own == .part { reach = own }
    }
    return reach
  }

  private func reach(at path: [Value]) -> Reach {
    switch self {
    case .everything: return .whole
    case .read(let read):
      if path.begins(with: read) { return .whole }
      return read.begins(with: path) ? .part : .nothing
    case .value(let place, let datum):
      if place.count > path.count { return place.begins(with: path) ? .part : .nothing }
      guard path.begins(with: place) else { return .nothing }
      guard let datum else { return .whole }
      return Said.reach(of: datum, at: path.dropFirst(place.count), beyond: .whole)
    case .earlier(let datum): return Said.reach(of: datum, at: path[...], beyond: .nothing)
    }
  }

  /// What the expected data says of the path below it.
  /// - Parameter end: What a list says of what is behind its end.
  private static func reach(
    of datum: Datum, at path: ArraySlice<Value>, beyond end: Reach
  ) -> Reach {
    let key = path.first
    let below = path.dropFirst()
    switch datum.content {
    case .map(let entries):
      guard let key else { return .part }
      let entry = entries.first { key.matches(.string($0.key.text)) }
      return entry.map { reach(of: $0.value, at: below, beyond: end) } ?? .nothing
    case .list(let elements):
      guard let key else { return .part }
      guard case .int(let index) = key, index < elements.count else { return end }
      return reach(of: elements[Int(index)], at: below, beyond: end)
    case .value(.map(let map)):
      guard let key else { return .part }
      guard let value = map[key] else { return .nothing }
      return reach(of: Datum(.value(value), at: datum.span), at: below, beyond: end)
    case .value(.list(let list)):
      guard let key else { return .part }
      guard case .int(let index) = key, index < list.count else { return end }
      let element = Datum(.value(list.elements[Int(index)]), at: datum.span)
      return reach(of: element, at: below, beyond: end)
    case .value, .formula, .condition, .placeholder: return .whole
    }
  }
}

extension [Value] {
  fileprivate func begins(with other: [Value]) -> Bool {
    starts(with: other) { $0.matches($1) }
  }
}
