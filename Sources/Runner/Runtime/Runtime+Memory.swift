import CEL
import Reactor
import Scenarios
import Values

extension Runtime {
  /// In the order of the file, then what is under way: so that what several parts share is the
  /// first one's.
  func held(upTo limit: Int) -> HeldCount {
    var count = HeldCount(upTo: limit)
    count.countFormulas(world.file)
    count.countCells(self)
    count.countStates(self)
    count.countWork(self)
    count.countLogs(self)
    return count
  }
}

extension HeldCount {
  /// What is parsed and planned of a file stands beside its worlds. Of an ordinary one that is
  /// nothing beside what the limit leaves to the tool itself.
  fileprivate mutating func countFormulas(_ file: ScenarioFile) {
    begin("the formulas of the file")
    part { $0.add(bytes: 32 * max(0, file.formulaBytes - HeldCount.ordinaryFormulas)) }
  }

  private static let ordinaryFormulas = 200_000

  fileprivate mutating func countCells(_ runtime: Runtime) {
    let world = runtime.world
    begin("the cells")
    for index in world.standing.indices {
      part(world.model.cells[index].name.text) { held in
        held.add(bytes: 1_000)
        switch world.standing[index] {
        case .none: if let value = world.restingValue(index) { held.add(value) }
        case .input(let record): record.lend { $0.eachValue { held.add($0) } }
        case .derived: if let value = world.derivedValue(index) { held.add(value) }
        }
      }
    }
    begin("what derived cells gave")
    part { held in world.graph.eachValue { held.add($0) } }
    begin("what derived cells have shown")
    part { held in world.countLooked(in: &held) }
    begin("what formulas remember of lists")
    part { held in for memory in world.memories { memory.count(in: &held) } }
  }

  fileprivate mutating func countStates(_ runtime: Runtime) {
    let world = runtime.world
    begin("the states")
    for state in world.partStates + world.memberStates {
      part(state.name) { held in
        held.add(bytes: 2_000)
        state.cell?.eachValue { held.add($0) }
      }
    }
    for reactor in runtime.reactors.all {
      part(reactor.name) { held in reactor.eachValue { held.add($0) } }
    }
    begin("what actors were spawned with")
    for run in runtime.actors.runs { part(run.name) { held in held.add(run.arguments) } }
    begin("what is presented")
    for store in runtime.stores.all {
      part(store.layout.name) { held in held.add(store.shown.peek()) }
    }
    begin("what was emitted last")
    let emitted = world.emitted
    for index in emitted.indices {
      part(world.emitters[index]) { held in held.add(emitted[index]) }
    }
  }

  fileprivate mutating func countWork(_ runtime: Runtime) {
    let world = runtime.world
    begin("messages on their way")
    part { held in
      runtime.actors.mails.each { mail in
        held.add(bytes: 500)
        held.add(mail.message.payload)
      }
    }
    begin("answers and timers")
    part { held in
      world.scheduled.each {
        held.add(bytes: 200)
        $0.count(pending: &held)
      }
      for promise in runtime.calls.promises + [runtime.calls.last].compactMap({ $0 }) {
        promise.count(in: &held)
      }
    }
    begin("what bodies and the script have bound")
    part { held in world.kept.each { $0.count(in: &held) } }
  }

  fileprivate mutating func countLogs(_ runtime: Runtime) {
    let world = runtime.world
    begin("what the step emitted, sent, called and reported")
    part { held in world.log.count(in: &held) }
  }
}
