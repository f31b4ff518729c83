import Loader
import Scenarios
import TestSupport
import Testing
import Values

@testable import Runner

/// One scenario of a file, or one row of it, played with somebody who looks behind each turn.
struct Playing {
  let script: Script
  let row: Int?
  let tables: FileTables

  /// All that a file runs.
  static func all(in file: ScenarioFile) -> [Playing] {
    let tables = FileTables(file)
    return ScenarioRunner(file).candidates.filter { $0.scenario.skip == nil }.map {
      Playing(script: Script($0.scenario, of: file), row: $0.row, tables: tables)
    }
  }

  static func file(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ScenarioFile {
    let loaded = ScenarioLoader.load(bytes: Array(text.utf8), name: "test.yaml")
    let problems = loaded.diagnostics.map { $0.text(in: loaded.sources) }.joined()
    return try #require(loaded.file, "\(problems)", sourceLocation: sourceLocation)
  }

  /// Plays it; gives the log where it is to be recorded, and the failures.
  @discardableResult
  func play(
    isRecording: Bool = false, look: ((Runtime) -> Void)? = nil,
    lookBefore: ((ScriptRun) -> Void)? = nil
  ) -> (log: RunLog?, failures: [Failure]) {
    let run = ScriptRun(script, in: tables, isListening: false, isRecording: isRecording)
    var locals: [Value] = []
    if let row {
      let values = RowValues(tables)
      if case .success(let found) = values.locals(of: script, row: row) { locals = found }
      _ = values.end()
    }
    if let look { run.world.onTurn = { [unowned runtime = run.runtime] in look(runtime) } }
    let failures = run.run(locals: locals) { _ in
      lookBefore?(run)
      return 0
    }
    run.world.onTurn = nil
    return (run.log, failures)
  }

  /// The descriptions behind its turns, the start's first.
  func descriptions() -> (all: [WorldDescription], failures: [Failure]) {
    var all: [WorldDescription] = []
    let (_, failures) = play { all.append(WorldDescription(of: $0)) }
    return (all, failures)
  }
}
