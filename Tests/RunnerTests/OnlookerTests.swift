import Foundation
import Loader
import Reactor
import Scenarios
import TestSupport
import Testing
import Values

@testable import Runner

/// A model does the same whoever looks at it.
@Suite struct OnlookerTests {
  @Test(arguments: PropertyReadsTests.paths)
  func whoLooksChangesNothing(_ path: String) throws {
    for (scenario, tables) in try ownScenarios(of: path) {
      let (alone, seen) = onLargeStack {
        (SeenRun(of: scenario, in: tables), SeenRun(of: scenario, in: tables, looking: true))
      }
      #expect(alone == seen, "\(path): \(scenario.name.text)")
    }
  }

  /// What derived cells that nobody observes are evaluated for is the model's own doing, whether or not outcomes
  /// and properties have looked at them.
  @Test(
    arguments: ["", ", expect: {total: 30}", ", assert: total == 30, exactly: {price: 15}"],
    ["", "always: total > 0"])
  func anExpectationSavesNoEvaluation(_ outcome: String, _ property: String) throws {
    try expectPass(
      """
      cells:
        price: 10
        total: = price * 2
      computations:
        watch: [{if: price > 12, then: [{emit: = price}]}, {if: price > 15, then: [{emit: = total}]}]
      actors:
        clerk: {on: {Add: [{emit: = total}]}}
      \(property)
      steps:
        - {set: {price: 15}\(outcome)}
        - {tell: {clerk: Add}, runs: {total: 1}, emits: {clerk: [30]}}
        - {set: {price: 16}, runs: {total: 1}, emits: {watch: [16, 32]}}
      """)
  }

  /// Nor does a log make any difference to what a failure tells.
  @Test(arguments: PropertyReadsTests.paths.filter { $0.contains("/failing/") })
  func aLogChangesNoFailure(_ path: String) throws {
    guard !path.contains("/budgets/"), let file = validFile(try Project.text(of: path))
    else { return }
    onLargeStack {
      let runner = ScenarioRunner(file)
      // Of one that is known to fail it is not told what happened.
      for candidate in runner.candidates where candidate.scenario.todo == nil {
        let told = [false, true].map { isRecording in
          runner.run(candidate, isRecording: isRecording).failures.map { failure in
            [failure.message, "\(failure.omitted)"] + failure.trail.map(\.told)
          }
        }
        #expect(told[0] == told[1], "\(path): \(candidate.name)")
      }
    }
  }

  /// What a formula remembers of a list is not lost by those who only look.
  @Test func whatIsSeenOfAListCostsItsChanges() throws {
    func work(_ computations: String) throws -> Int {
      let text = """
        cells: {l: [], s: '= l.map(x, x.p).sum()'}
        \(computations)
        steps:
          - set: {l: "= lists.range(800).map(i, {'p': i})"}
          - for: {i: = lists.range(800)}
            do: [{set: {'l[i].p': 5}, assert: s > 0}]
        """
      let file = try #require(validFile(text))
      return onLargeStack {
        let run = ScriptRun(
          Script(file.scenarios[0], of: file), in: FileTables(file), isListening: false)
        #expect(run.run(locals: []).isEmpty)
        return run.world.limits.work
      }
    }
    let works = try (work("computations: {c: = s}"), work(""))
    #expect(works.1 < works.0, "\(works)")
  }

  /// Cells that need each other in layers are worked out once each, also where they close a circle.
  @Test(arguments: ["0", "(open ? c0a : 0)"])
  func layersAreWorkedOutOnce(_ end: String) throws {
    let layers = 40
    let cells = (0..<layers).flatMap { layer in
      ["a", "b"].map { side in
        let next = layer + 1 == layers ? "\(end) + x" : "c\(layer + 1)a / 2 + c\(layer + 1)b / 2"
        return "  c\(layer)\(side): '= \(next)'"
      }
    }
    try expectPass(
      """
      cells:
        x: 1
        open: true
      \(cells.joined(separator: "\n"))
      steps:
        - set: {x: 4}
          assert: c0a == 4 || true
      """)
  }
}

/// What has happened in a run: its log, how often each derived cell was evaluated, and in what it differs from
/// full recomputation where that is asked.
struct SeenRun: Equatable {
  let log: [String]
  let runs: [Int]
  let differences: [String]

  /// Behind so many turns only one in so many is looked at: some files take thousands.
  private static let looked = 60
  private static let every = 40

  /// - Parameters:
  ///   - looking: Whether somebody looks at all cells behind the turns.
  ///   - asking: Whether what is given is compared with full recomputation.
  ///   - reading: A cell that is looked at, and then read by the model, behind so many steps.
  init(
    of scenario: Scenario, in tables: FileTables, looking: Bool = false, asking: Bool = false,
    reading: (cell: Int, step: Int)? = nil
  ) {
    let run = ScriptRun(Script(scenario, of: tables.file), in: tables, isRecording: true)
    let world = run.world
    var differences: [String] = []
    if asking {
      world.askOracle()
      world.oracle?.onDifference = { differences.append($0) }
    }
    var turns = 0
    if looking {
      world.onTurn = { [unowned world] in
        turns += 1
        guard turns <= SeenRun.looked || turns.isMultiple(of: SeenRun.every) else { return }
        let limits = world.limits
        world.looking {
          for index in world.cells.indices { _ = world.read(cell: index, []) }
        }
        world.limits = limits
      }
    }
    var step = 0
    if let reading {
      run.observe = { [unowned world] _ in
        step += 1
        guard step == reading.step else { return }
        let seen = world.looking { "\(world.read(cell: reading.cell, []))" }
        let read = world.graph.nonreactive { "\(world.read(cell: reading.cell, []))" }
        if seen != read { differences.append("\(seen) is seen, \(read) is read") }
      }
    }
    _ = run.run(locals: [])
    world.onTurn = nil
    run.observe = nil
    log =
      world.trail.log?.entries.map { entry in
        let event = entry.event
        let values = [event.old, event.value].map { value in value.map { "\($0)" } ?? "" }
        return "\(entry.turn) \(event.kind) \(event.subject?.raw ?? "") \(values)"
      } ?? []
    runs = world.log.cellRuns
    self.differences = differences
  }
}

extension TraceEvent {
  /// What a report of a failure shows of it.
  fileprivate var told: String {
    let words = [
      subject?.raw, other?.raw, name?.raw, value?.description, text?.raw, count.map(String.init),
    ]
    return "\(kind) \(words)"
  }
}
