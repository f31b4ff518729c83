import FuzzDriver
import Loader
import Runner
import Scenarios
import Values

// What `check --vacuous` does with any bytes that are a scenario file: its scenarios run to their end
// or to a limit, and each outcome is looked at once at the most.
Fuzzing.run(Fuzzing.Allowance(base: 20)) { bytes in
  guard let file = ScenarioLoader.load(bytes: bytes, name: "f.yaml").file else { return }
  let runner = ScenarioRunner(file)
  var held = HeldBefore()
  for candidate in runner.candidates.prefix(4) {
    runner.look(at: candidate, for: &held)
    let first = runner.run(candidate)
    let second = runner.run(candidate)
    precondition(first.verdict == second.verdict, "two runs of one scenario differ")
    precondition(first.failures.map(\.message) == second.failures.map(\.message), "messages differ")
  }
  let unevaluated = Set(held.unevaluated.map(\.keyword.span))
  precondition(
    held.outcomes.allSatisfy { !unevaluated.contains($0.span) },
    "an outcome held and was never evaluated")
}
