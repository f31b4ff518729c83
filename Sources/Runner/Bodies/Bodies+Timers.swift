import Reactor
import Scenarios
import Values

extension Bodies {
  func begin(
    _ every: Verb.Every, _ step: Step, in frame: Frame, owner: Body?
  ) throws(RunError) {
    let interval = try world.duration(every.interval, "every", in: frame)
    guard interval > 0 else {
      throw RunError(
        .badDuration, "`every` needs a duration above zero", at: every.interval.span,
        help: ["a timer of no interval would tick for ever at one instant: write every: 1ms"])
    }
    let timer = Timer(
      .every(every, interval: interval), step: step, frame: frame.copy, owner: owner, self)
    timer.pending = try world.post(timer, after: interval, step)
    owner?.add(timer)
    bind(timer, in: frame)
  }

  /// Has the step done later, with the locals as they are now.
  func delay(_ step: Step, in frame: Frame, owner: Body?) throws(RunError) {
    guard let delay = step.delay else { return }
    let span = try world.duration(delay, "after", in: frame)
    let timer = Timer(.later(step.undelayed), step: step, frame: frame.copy, owner: owner, self)
    timer.pending = try world.post(timer, after: span, step)
    owner?.add(timer)
    bind(timer, in: frame)
  }

  /// Binds the reference to a timer where its step says how it is called.
  private func bind(_ timer: Timer, in frame: Frame) {
    guard timer.step.binding != nil else { return }
    frame.locals.append(handles.add(timer))
  }

  /// Ends the timer that a reference means. One that is over is left as it is, and so is none.
  func cancel(_ reference: Value, _ name: Name) throws(RunError) {
    switch handles.timer(of: reference) {
    case .running(let timer):
      world.trail.add(TraceEvent(.cancelled, timer.step.binding?.text))
      // A tick of it that is at work goes on to its end.
      cancel(timer)
      if let owner = timer.owner { endIfIdle(owner) }
    case .over: break
    case .none:
      if case .null = reference { return }
      throw RunError(
        .notATimer, "\(name.text) is no timer but \(reference)", at: name.span,
        help: ["a timer is what \"as\" has bound beside \"every\" or \"after\""])
    }
  }

  func cancel(_ timer: Timer) {
    if let pending = timer.pending { world.cancel(pending) }
    timer.pending = nil
    timer.owner?.remove(timer)
    handles.remove(timer)
  }

  /// A timer is due: a turn of its own.
  func fire(_ timer: Timer) {
    timer.pending = nil
    switch timer.kind {
    case .later(let step):
      timer.owner?.remove(timer)
      handles.remove(timer)
      run(part: [step], of: timer, isEvent: true)
    case .every(let every, let interval): tick(timer, every, interval)
    }
    if let owner = timer.owner { endIfIdle(owner) }
  }

  private func tick(_ timer: Timer, _ every: Verb.Every, _ interval: Int64) {
    do throws(RunError) {
      if try isOver(every, timer) { return cancel(timer) }
      // The next tick is due one interval behind this one, however long its steps wait.
      timer.pending = try world.post(timer, after: interval, timer.step)
    } catch {
      return timer.failed(error)
    }
    run(part: every.steps, of: timer)
    guard timer.pending != nil else { return }
    do throws(RunError) {
      if try isOver(every, timer) { cancel(timer) }
    } catch {
      timer.failed(error)
    }
  }

  private func isOver(_ every: Verb.Every, _ timer: Timer) throws(RunError) -> Bool {
    guard let until = every.until else { return false }
    return try world.untracked { () throws(RunError) in try world.condition(until, in: timer.frame)
    }
  }

  private func run(part steps: [Step], of timer: Timer, isEvent: Bool = false) {
    let body = Body(steps, in: timer.frame.copy, for: timer, owner: timer.owner, self)
    timer.owner?.parts.append(body)
    body.isEvent = isEvent
    run(body)
    body.isEvent = false
  }
}
