import Scenarios
import TestSupport
import Testing

@testable import Runner

/// When a run is over nothing of its world is left: thousands of them are made for one exploration, and one for each
/// scenario of a folder.
@Suite struct WorldsGoTests {
  /// What holds the rest of a world.
  private struct Remains {
    weak var world: World?
    weak var runtime: Runtime?
    weak var bodies: Bodies?
    weak var actors: Actors?
    weak var stores: Stores?
    weak var reactors: Reactors?
    weak var services: Services?
    weak var computations: Computations?
    weak var actor: ActorRun?
    weak var kind: ActorKind?

    init(_ run: ScriptRun) {
      (world, runtime, bodies) = (run.world, run.runtime, run.runtime.bodies)
      (actors, stores, reactors) = (run.runtime.actors, run.runtime.stores, run.runtime.reactors)
      (services, computations) = (run.runtime.services, run.runtime.computations)
      (actor, kind) = (run.runtime.actors.runs.first, run.runtime.actors.kinds.first)
    }

    var left: [String] {
      let parts: [(String, AnyObject?)] = [
        ("world", world), ("runtime", runtime), ("bodies", bodies), ("actors", actors),
        ("stores", stores), ("reactors", reactors), ("services", services),
        ("computations", computations), ("actor", actor), ("kind", kind),
      ]
      return parts.filter { $0.1 != nil }.map(\.0)
    }
  }

  @Test(arguments: Project.files(in: "scenarios/passing", endingWith: ".yaml"))
  func nothingIsLeftOfARun(_ path: String) throws {
    for (scenario, tables) in try ownScenarios(of: path) where scenario.schedule == nil {
      let left = onLargeStack {
        func remains() -> Remains {
          let run = ScriptRun(Script(scenario, of: tables.file), in: tables)
          _ = run.run(locals: [])
          return Remains(run)
        }
        return remains().left
      }
      #expect(left == [], "\(scenario.name.text)")
    }
  }

  /// Runs that are given up with messages on their way, bodies at work and timers set.
  @Test func nothingIsLeftOfARunThatIsGivenUp() throws {
    let text = """
      explore: {}
      services: {web: {methods: {get: pending}}}
      reactors:
        r: {state: 0, mutate: {Go: [{wait: 1s}, {mutation: Add}]}, reduce: {Add: = state + 1}}
      actors:
        a: {state: {n: 0}, on: {M: [{ask: {b: Q}, as: x}, {set: {n: = x}}], Tick: []}}
        b: {setup: [{every: 1s, do: [{tell: {a: Tick}}], as: t}], on: {Q: {future: [{call: web.get, as: y}]}}}
      steps:
        - batch: [{tell: {a: M}}, {tell: {a: M}}, {send: {r: Go}}]
        - advance: 3s
      """
    let runner = ScenarioRunner(try loaded(text))
    let candidate = try #require(runner.candidatesToExplore.first)
    let left = onLargeStack {
      var result = ScenarioResult(of: candidate, .passed)
      guard let maker = runner.maker(of: candidate, &result) else { return [["no run"]] }
      func remains(of turns: Int) -> Remains {
        let run = maker.make(0, isRecording: false)
        _ = run.begin(locals: maker.locals)
        for _ in 1..<turns {
          guard let move = try? run.options().moves.first else { break }
          _ = run.take(move)
        }
        run.close()
        return Remains(run.run)
      }
      return (1..<8).map { remains(of: $0).left }
    }
    #expect(left == Array(repeating: [], count: 7))
  }
}
