import Reactor
import Scenarios
import Values

/// What a world holds, and where most of it is.
struct HeldCount {
  /// Parts of one sort.
  private struct Group {
    var name: String
    var bytes = 0
    var largest: (part: String, bytes: Int) = ("", -1)
  }

  private(set) var held: HeldBytes
  private var groups: [Group] = []

  /// In the order of the file, then what is under way: so that what several parts share is the
  /// first one's.
  init(of world: World, upTo limit: Int) {
    held = HeldBytes(upTo: limit)
    countFormulas(world.file)
    countCells(world)
    countStates(world)
    countWork(world)
    countLogs(world)
  }

  /// Where most of it is: `the cells, most of that in items`.
  var most: String {
    guard let group = groups.max(by: { $0.bytes < $1.bytes }) else { return "nothing" }
    let part = group.largest.part
    return part.isEmpty ? group.name : "\(group.name), most of that in \(part)"
  }

  private mutating func begin(_ name: String) { groups.append(Group(name: name)) }

  private mutating func part(
    _ name: @autoclosure () -> String = "", _ count: (inout HeldBytes) -> Void
  ) {
    let before = held.total
    count(&held)
    let bytes = held.total - before
    let last = groups.count - 1
    groups[last].bytes += bytes
    if bytes > groups[last].largest.bytes { groups[last].largest = (name(), bytes) }
  }

  /// What is parsed and planned of a file stands beside its worlds. Of an ordinary one that is
  /// nothing beside what the limit leaves to the tool itself.
  private mutating func countFormulas(_ file: ScenarioFile) {
    begin("the formulas of the file")
    part { $0.add(bytes: 32 * max(0, file.formulaBytes - HeldCount.ordinaryFormulas)) }
  }

  private static let ordinaryFormulas = 200_000

  private mutating func countCells(_ world: World) {
    begin("the cells")
    for (index, cell) in world.cells.enumerated() {
      part(world.model.cells[index].name.text) { held in
        held.add(bytes: 1_000)
        if case .input(let record) = cell { record.eachValue { held.add($0) } }
        if let value = world.derivedValue(index) { held.add(value) }
      }
    }
    begin("what derived cells gave")
    part { held in world.graph.eachValue { held.add($0) } }
  }

  private mutating func countStates(_ world: World) {
    begin("the states")
    for state in world.partStates {
      part(state.name) { held in
        held.add(bytes: 2_000)
        state.cell?.eachValue { held.add($0) }
      }
    }
    for reactor in world.reactors {
      part(reactor.name) { held in reactor.eachValue { held.add($0) } }
    }
    begin("what actors were spawned with")
    for run in world.actorRuns { part(run.name) { held in held.add(run.arguments) } }
    begin("what is presented")
    for store in world.stores {
      part(store.layout.name) { held in held.add(store.shown.peek()) }
    }
    begin("what was emitted last")
    for (index, value) in world.emitted.enumerated() {
      part(world.parts[index]) { held in held.add(value) }
    }
  }

  private mutating func countWork(_ world: World) {
    begin("messages on their way")
    part { held in
      world.mails.each { mail in
        held.add(bytes: 500)
        held.add(mail.message.payload)
      }
    }
    begin("answers and timers")
    part { held in
      world.scheduled.each { $0.count(in: &held) }
      for promise in world.promises + [world.lastPromise].compactMap({ $0 }) {
        promise.count(in: &held)
      }
    }
    begin("what bodies and the script have bound")
    part { held in world.kept.each { $0.count(in: &held) } }
  }

  private mutating func countLogs(_ world: World) {
    begin("what the step emitted, sent, called and reported")
    part { held in world.log.count(in: &held) }
    begin("the log of all that happened")
    part { held in held.add(bytes: world.trail.bytes) }
  }
}

extension World {
  /// Where the states of the parts are.
  fileprivate var partStates: [PartState] {
    reactors.map(\.state) + stores.map(\.state) + services.map(\.state)
      + actorRuns.map(\.state)
  }
}

extension ScheduledWork {
  fileprivate func count(in held: inout HeldBytes) {
    held.add(bytes: 200)
    switch self {
    case .resume(_, .value(let value), _), .element(_, _, let value): held.add(value)
    case .resume(_, .error(let error), _): error.count(in: &held)
    case .resume(_, .time, _), .timer: break
    case .answer(_, let promise), .forwarded(_, let promise), .timeout(let promise, _):
      promise.count(in: &held)
    case .delivery(let mail, _): held.add(mail.message.payload)
    }
  }
}

extension Promise {
  fileprivate func count(in held: inout HeldBytes) {
    held.add(bytes: 200)
    switch outcome {
    case .value(let value): held.add(value)
    case .error(let error): error.count(in: &held)
    case .cancelled, nil: break
    }
  }
}

extension RunError {
  fileprivate func count(in held: inout HeldBytes) {
    held.add(bytes: 300)
    held.add(text)
    held.add(value)
  }
}

extension StepLog {
  fileprivate func count(in held: inout HeldBytes) {
    held.add(bytes: 64 * (emissions.count + states.count + receipts.count + 2 * calls.count))
    for emission in emissions { held.add(emission.value) }
    for state in states { held.add(state.value) }
    for receipt in receipts { held.add(receipt.action.payload) }
    for call in calls { held.add(call.arguments) }
    for report in reports { report.error.count(in: &held) }
  }
}
