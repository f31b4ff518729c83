import Scenarios
import Values

/// The worlds from which an exploration of one scenario begins, and the making of its runs.
struct RunMaker {
  let candidate: ScenarioRunner.Candidate
  let script: Script
  let tables: FileTables
  let exploration: Exploration
  let plan: FaultPlan
  /// What the row binds.
  let locals: [Value]
  private(set) var bounds: Bounds
  /// The starting values of each world from which it may begin; one of none where nothing is said.
  let starts: [GivenValues?]
  /// What its runs come to, but for those that only repeat others.
  let coverage = Coverage()

  /// Why nobody wants it to go on; nil as long as it may. Runs ask themselves only where they are long.
  var ending: Ending? { bounds.question() }

  /// One for the few runs that tell what a search has found, be it behind the end of its time. An interruption ends
  /// these, too.
  var withoutHurry: RunMaker {
    var maker = self
    let question = bounds.question
    maker.bounds.question = { question() == .interrupted ? .interrupted : nil }
    return maker
  }

  /// A turn as it was chosen, with what was chosen inside it.
  struct Choice {
    let move: Move
    let inner: [Int]
  }

  /// A run that has begun, or what its beginning came to.
  func begin(_ start: Int, _ inner: [Int], isRecording: Bool = false) -> (
    ExploredRun, ExploredRun.Ending
  ) {
    let run = make(start, isRecording: isRecording)
    run.world.coverage = coverage
    return (run, run.begin(locals: locals, inner))
  }

  func make(_ start: Int, isRecording: Bool) -> ExploredRun {
    ExploredRun(
      script, in: tables, exploration, plan, from: starts[start], isRecording: isRecording,
      in: bounds)
  }

  /// A run that has come where these choices lead, which have been taken before.
  func run(_ start: Int, _ first: [Int], _ choices: [Choice]) -> ExploredRun {
    let run = make(start, isRecording: false)
    run.run.isRepeating = true
    _ = run.begin(locals: locals, first)
    lead(run, along: choices)
    return run
  }

  /// Leads a run on along choices that have been taken before.
  func lead(_ run: ExploredRun, along choices: [Choice]) {
    run.run.isRepeating = true
    run.world.coverage = nil
    for choice in choices { _ = run.take(choice.move, choice.inner) }
    prepare(run)
  }

  /// A run that has come where a path leads, whose last turn has not been looked at, and what that came to.
  func end(of path: RunPath) -> (ExploredRun, ExploredRun.Ending) {
    guard let last = path.choices.last else { return begin(path.start, path.first) }
    let run = run(path.start, path.first, Array(path.choices.dropLast()))
    return (run, run.take(last.move, last.inner))
  }

  /// From here on the run does what has not been looked at.
  func prepare(_ run: ExploredRun) {
    run.run.isRepeating = false
    run.world.coverage = coverage
  }
}
