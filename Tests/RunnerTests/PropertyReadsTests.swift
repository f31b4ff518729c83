import CEL
import Foundation
import Loader
import Reactor
import Scenarios
import TestSupport
import Testing
import Values

@testable import Runner

/// Properties are asked where something that they read may have changed, and nowhere else.
@Suite struct PropertyReadsTests {
  /// Every scenario file of the project whose model is its own, and that has no properties.
  static let paths: [String] = ["passing", "failing"].flatMap { verdict in
    Project.files(in: "scenarios/\(verdict)", endingWith: ".yaml")
  }

  @Test(arguments: paths)
  func whatIsNotAskedHasNotChanged(_ path: String) throws {
    let text = try Project.text(of: path)
    guard !text.contains("\nuse:"), !text.hasPrefix("use:"), !text.contains("always:"),
      let plain = validFile(text)
    else { return }
    // A property for each part, and one for all of them by what they emitted.
    let parts = plain.parts
    let names = (0..<parts.count).map { parts[$0] } + plain.model.cells.map(\.name.text).sorted()
    let formulas = names.map { "  - '[\($0)].size() == 1'" }
    let file = try #require(
      validFile(text + "\nalways:\n" + formulas.joined(separator: "\n") + "\n") ?? validFile(text))
    guard !file.always.isEmpty else { return }
    let tables = FileTables(file)
    for scenario in file.scenarios where scenario.skip == nil && scenario.rows == nil {
      let changes = onLargeStack { changesUntold(Script(scenario, of: tables.file), tables) }
      #expect(changes == [], "\(path): \(scenario.name.text)")
    }
  }

  /// Behind so many turns only one in so many is looked at, for what was asked since the last: some files
  /// take thousands.
  private static let looked = 60
  private static let every = 40

  /// The properties that read something else than before at a turn behind which they are not asked.
  private func changesUntold(_ script: Script, _ tables: FileTables) -> [String] {
    let run = ScriptRun(script, in: tables)
    var last: [Int: String] = [:]
    var untold: [String] = []
    var turns = 0
    var asked: Set<Int> = []
    run.onAsking = { due in
      turns += 1
      asked.formUnion(due)
      guard turns <= Self.looked || turns.isMultiple(of: Self.every) else { return }
      defer { asked = [] }
      // By somebody who has looked at nothing before.
      let glance = Glance(run.world, isTelling: false)
      run.world.reader = glance
      run.world.graph.nonreactive {
        for (index, property) in tables.always.enumerated() {
          let seen = property.program.slots.map {
            "\(run.world.bare.resolve(slot: $0, path: []))"
          }.joined(separator: " ")
          if !asked.contains(index), last[index] != seen {
            untold.append("\(property.text): \(last[index] ?? "") became \(seen)")
          }
          last[index] = seen
        }
      }
      run.world.reader = nil
    }
    _ = run.run(locals: [])
    run.onAsking = nil
    return untold
  }

  /// How many times properties are asked in all.
  private func asked(_ text: String) throws -> Int {
    let tables = FileTables(try #require(validFile(text)))
    let (count, failures) = onLargeStack {
      // The world measures the stack of the thread that makes it.
      let run = ScriptRun(Script(tables.file.scenarios[0], of: tables.file), in: tables)
      var count = 0
      run.onAsking = { count += $0.count }
      let failures = run.run(locals: [])
      run.onAsking = nil
      return (count, failures.count)
    }
    #expect(failures == 0)
    return count
  }

  @Test func aTurnAsksForWhatItTouched() throws {
    func text(_ count: Int) -> String {
      let cells = (0..<count).map { "  c\($0): 0\n  d\($0): = c\($0) + 1" }
      let always = (0..<count).map { "  - d\($0) > 0" }
      let steps = (0..<count).map { "  - set: {c\($0): 1}" }
      return """
        cells:
        \(cells.joined(separator: "\n"))
        always:
        \(always.joined(separator: "\n"))
        steps:
        \(steps.joined(separator: "\n"))
        """
    }
    #expect(try asked(text(20)) == 40)
    #expect(try asked(text(80)) == 160)
  }
}
