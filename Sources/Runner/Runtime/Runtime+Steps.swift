import CEL
import Reactor
import Scenarios
import Values

extension Runtime {
  func tell(_ telling: Step.Telling, _ step: Step, in frame: Frame) throws(RunError) {
    do throws(RunError) { try actors.tell(telling, step, in: frame) } catch {
      throw error.placed(inStep: step)
    }
  }

  func set(_ changes: Assignments, _ step: Step, in frame: Frame) throws(RunError) {
    do throws(RunError) { try setStatic(changes, in: frame) } catch {
      throw error.placed(inStep: step)
    }
  }

  /// Begins a step of the script that is a turn.
  func begin(_ step: Step, in frame: Frame) throws(RunError) {
    if step.delay != nil { return try bodies.delay(step, in: frame, owner: nil) }
    if case .setting(let changes)? = step.brief { return try set(changes, step, in: frame) }
    switch step.verb {
    case .turn(let verb): try act(verb, step, in: frame, by: nil)
    case .control(.batch(let steps, let exports)):
      try bodies.execute(steps, in: frame, as: "batch", keeping: exports.map(\.then))
    // A script does these itself, in no turn or in many.
    case .control(.loop), .control(.bind), .control(.choose), .control(.perform),
      .control(.interleave), .advance, .check:
      break
    }
  }

  /// Does what the step says as part of the present turn: of a body, or of the script where there
  /// is none.
  func act(
    _ verb: TurnVerb, _ step: Step, in frame: Frame, by body: Body?
  ) throws(RunError) {
    do throws(RunError) {
      switch verb {
      case .state(let verb): try act(verb, step, in: frame)
      case .event(let verb): try act(verb, step, in: frame, by: body)
      case .life(let verb): try act(verb, step, in: frame, by: body)
      case .time(let verb): try act(verb, step, in: frame, by: body)
      case .computation(let verb): try act(verb, in: frame, by: body)
      case .result(let verb): try act(verb, step, in: frame, by: body)
      case .promise(let verb): try act(verb, step, in: frame, by: body)
      case .fault(let verb): try act(verb, step, in: frame)
      }
      if world.chooser != nil, let body, verb.sends { actors.chooseCrash(behind: body) }
    } catch {
      throw error.placed(inStep: step)
    }
  }
}

extension RunError {
  /// What a step has failed with, at its verb where it has no place of its own; a spent budget has none.
  fileprivate func placed(inStep step: Step) -> RunError {
    kind == .budget ? self : placed(at: step.keyword.span)
  }
}
