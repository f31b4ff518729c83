import CEL
import Foundation
import Loader
import Reactor
import Scenarios
import TestSupport
import Testing
import Values

@testable import Runner

/// A log looks at the derived cells of which something may have changed, and at no others.
@Suite struct GlanceTests {
  @Test(arguments: PropertyReadsTests.paths)
  func whatIsNotLookedAtHasNotChanged(_ path: String) throws {
    for (scenario, tables) in try ownScenarios(of: path) {
      let changes = onLargeStack { changesUntold(Script(scenario, of: tables.file), tables) }
      #expect(changes == [], "\(path): \(scenario.name.text)")
    }
  }

  /// The cells that a reader would find changed, where the log does not look at them.
  private func changesUntold(_ script: Script, _ tables: FileTables) -> [String] {
    let run = ScriptRun(script, in: tables, isRecording: true)
    let world = run.world
    var untold: [String] = []
    world.onLooking = { [unowned world] due in
      let glance = Glance(world, isTelling: false)
      world.reader = glance
      world.graph.nonreactive {
        for (index, cell) in tables.model.cells.enumerated() where !due.contains(index) {
          guard case .derived = cell.source, case .success(let value) = glance.value(of: index)
          else { continue }
          let told = world.told.value(of: .cell(index))
          if told.map({ !$0.isIdentical(to: value) }) ?? true {
            untold.append("\(cell.name.text): \(told.map { "\($0)" } ?? "nothing"), not \(value)")
          }
        }
      }
      world.reader = nil
    }
    _ = run.run(locals: [])
    world.onLooking = nil
    return untold
  }

  /// How many times a cell is looked at behind the first step, in all.
  private func looks(_ count: Int) throws -> Int {
    let cells = (0..<count).map { "  c\($0): 0\n  d\($0): = c\($0) + 1" }
    let steps = (0..<count).map { "  - set: {c\($0): 1}" }
    let text = """
      cells:
      \(cells.joined(separator: "\n"))
      steps:
      \(steps.joined(separator: "\n"))
      """
    let tables = FileTables(try #require(validFile(text)))
    return onLargeStack {
      let run = ScriptRun(
        Script(tables.file.scenarios[0], of: tables.file), in: tables, isRecording: true)
      var looks: [Int] = []
      run.world.onLooking = { looks.append($0.count) }
      _ = run.run(locals: [])
      run.world.onLooking = nil
      return looks.dropFirst().reduce(0, +)
    }
  }

  @Test func aTurnLooksAtWhatItTouched() throws {
    // The cell that is written, and the one that reads it.
    #expect(try looks(20) == 40)
    #expect(try looks(80) == 160)
  }
}
