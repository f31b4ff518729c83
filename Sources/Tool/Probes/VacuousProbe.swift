import Loader
import Runner
import Scenarios

/// What the fuzzer of `check --vacuous` and the test of its corpus put to it: any bytes as a scenario
/// file. A promise that is broken ends the process.
package enum VacuousProbe {
  /// The scenarios run to their end or to a limit, twice the same, and no outcome both held before
  /// and was never evaluated.
  package static func check(_ bytes: [UInt8]) {
    guard let file = ScenarioLoader.load(bytes: bytes, name: "f.yaml").file else { return }
    let runner = ScenarioRunner(file)
    var held = HeldBefore()
    for candidate in runner.candidates.prefix(4) {
      runner.look(at: candidate, for: &held)
      let first = runner.run(candidate)
      let second = runner.run(candidate)
      precondition(first.verdict == second.verdict, "two runs of one scenario differ")
      precondition(
        first.failures.map(\.message) == second.failures.map(\.message), "messages differ")
    }
    let unevaluated = Set(held.unevaluated.map(\.keyword.span))
    precondition(
      held.outcomes.allSatisfy { !unevaluated.contains($0.span) },
      "an outcome held and was never evaluated")
  }
}
