import CEL
import Loader
import Scenarios
import Values

@testable import Reports
@testable import Runner

/// A scenario run twice over: once undisturbed, with its log and all that it did; once with every
/// path of the model read at every step, as outcomes read them. Neither knows what a log tells.
struct ObservedRun {
  /// What a user can see where the outcomes of one step are looked at.
  struct Moment {
    /// What happened: counts of runs, emissions, states, receipts, calls, reports, errors.
    var happened: [String] = []
    /// What stands there: every readable path, and the routes on show.
    var stands: [String] = []
    /// How much of the log had been written.
    var entries = 0
  }

  private(set) var moments: [Moment] = []
  private let log: RunLog
  private let sources: SourceMap

  init(_ file: ScenarioFile, _ position: Int, row: Int?, in sources: SourceMap) {
    self.sources = sources
    let tables = FileTables(file)
    let script = Script(file.scenarios[position], of: file)
    var locals: [Value] = []
    if let row {
      let values = RowValues(tables)
      if case .success(let found) = values.locals(of: script, row: row) { locals = found }
      _ = values.end()
    }
    let all = Set(
      file.model.reactors.indices.map { Slot.reactor($0).number }
        + file.model.stores.indices.map { Slot.store($0).number }
        + file.model.actors.indices.map { Slot.actor($0).number })
    // A mutant may tick each nanosecond.
    let bounds = Bounds(whole: .init(turns: 20_000))
    let undisturbed = ScriptRun(
      script, in: tables, isRecording: true, watching: all, in: bounds)
    var moments: [Moment] = []
    undisturbed.observe = { [unowned undisturbed] error in
      var moment = Moment()
      moment.happened = undisturbed.runtime.happened + [error.map { "error: \($0.text)" } ?? ""]
      moment.entries = undisturbed.world.trail.log?.entries.count ?? 0
      moments.append(moment)
    }
    _ = undisturbed.run(locals: locals)
    log = undisturbed.log ?? RunLog()
    let read = ScriptRun(script, in: tables, watching: all, in: bounds)
    var number = 0
    read.observe = { [unowned read] _ in
      if number < moments.count { moments[number].stands = read.runtime.readings }
      number += 1
    }
    _ = read.run(locals: locals)
    self.moments = moments
  }

  /// The log as far as it had been written at that moment.
  func log(upTo moment: Int) -> [String] {
    var cut = RunLog()
    for entry in log.entries.prefix(moments[moment].entries) { cut.add(entry) }
    return LogLine.lines(of: cut, in: sources).flatMap { line in
      line.text.map { String(repeating: "  ", count: line.depth) + $0 }
    }
  }

  /// The first moment at which a user sees something else in another run.
  func difference(from other: ObservedRun) -> (moment: Int, seen: [String])? {
    for (number, (one, two)) in zip(moments, other.moments).enumerated() {
      let seen = zip(one.happened + one.stands, two.happened + two.stands)
        .filter { $0 != $1 }.map { "\($0) / \($1)" }
      if !seen.isEmpty { return (number, seen) }
      if one.happened.count != two.happened.count || one.stands.count != two.stands.count {
        return (number, ["another number of things"])
      }
    }
    return nil
  }
}

extension Runtime {
  /// What outcomes other than those about values can look at. Of what has done nothing, such as an
  /// `autorun` that was never come to, there is nothing to see, so that its name does not matter.
  fileprivate var happened: [String] {
    let (log, names) = (world.log, world.emitters)
    var lines = zip(world.model.cells, log.cellRuns).filter { $1 > 0 }.map {
      "\($0.name.text) runs \($1)"
    }
    lines += log.computationRuns.enumerated().filter { $1 > 0 }.map { "\(names[$0]) runs \($1)" }
    lines.append("emits \(world.emissions().map { "\($0.channel): \($0.value)" })")
    lines.append("states \(log.states.map { "\(reactors.all[$0.reactor].name): \($0.value)" })")
    lines.append("receives \(log.receipts.map { "\(names[$0.part]): \($0.action.value)" })")
    lines.append("calls \(log.calls.map { "\(services.name(of: $0.method)) \($0.arguments)" })")
    lines.append("reports \(log.reports.map(\.error.text))")
    lines.append("promises \(calls.promises.map(\.value))")
    lines.append("shows \(stores.all.map(\.presented))")
    return lines
  }

  /// Every part of the model as an outcome reads it, and what it emitted last.
  fileprivate var readings: [String] {
    world.trail.setPaused(true)
    defer { world.trail.setPaused(false) }
    func line(_ name: String, _ read: () -> Resolution) -> String {
      switch world.looking(read) {
      case .value(let value): "\(name) = \(value)"
      case .missing: "\(name) is missing"
      case .failure(let error), .abort(let error):
        "\(name) fails: \((error as? RunError)?.text ?? "")"
      }
    }
    var lines = world.model.cells.indices.map { index in
      line(world.model.cells[index].name.text) { world.read(cell: index, []) }
    }
    for state in world.partStates { lines.append(line(state.name) { world.read(state, []) }) }
    for (index, kind) in actors.kinds.enumerated() {
      lines.append(line(kind.name) { actors.read(actor: index, []) })
      lines.append(line("\(kind.name).spawned") { actors.read(actor: index, ["spawned"]) })
    }
    for part in 0..<world.emitters.count {
      let value = world.lastEmission(of: part)
      if !value.isIdentical(to: .null) { lines.append("\(world.emitters[part]) emitted \(value)") }
    }
    return lines + ["now \(world.now)"]
  }
}
