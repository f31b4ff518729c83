import Reactor
import Scenarios
import Values

/// With what a waiting body goes on.
enum Answer {
  case time
  case value(Value)
  case error(RunError)
}

/// What a turn of the world's is about. A turn on the scheduler is the number of one of these.
enum Errand {
  case resume(Body, Answer, StepPlan)
  case timer(Timer)
  /// A call of the script was answered.
  case answer(ScriptCall, Promise)
  /// The time that a caller waits for its answer is over.
  case timeout(Promise, StepPlan)
  /// A change of a watched place enters a reactor.
  case element(ReactorRun, Int, Value)

  /// The step that set it off.
  var step: StepPlan? {
    switch self {
    case .resume(_, _, let step), .timeout(_, let step): step
    case .timer(let timer): timer.step
    case .answer(let call, _): call.step
    case .element: nil
    }
  }
}

/// An errand that a timer will make ready.
struct PendingErrand {
  let timer: TimerID
  let number: UInt64
}

/// The errands that are ready or pending, by number.
struct Errands {
  private var all: [Errand?] = []
  private var free: [Int] = []

  mutating func put(_ errand: Errand) -> UInt64 {
    if let index = free.popLast() {
      all[index] = errand
      return UInt64(index)
    }
    all.append(errand)
    return UInt64(all.count - 1)
  }

  mutating func take(_ number: UInt64) -> Errand? {
    let errand = all[Int(number)]
    if errand != nil { free.append(Int(number)) }
    all[Int(number)] = nil
    return errand
  }

  subscript(_ number: UInt64) -> Errand? { all[Int(number)] }

  /// Forgets all of them, and lets go of what they hold.
  mutating func sever() {
    for errand in all {
      switch errand {
      case .resume(let body, _, _): body.sever()
      case .timer(let timer): timer.owner?.sever()
      case .timeout(let promise, _), .answer(_, let promise): promise.sever()
      case .element, nil: break
      }
    }
    self = Errands()
  }
}

extension World: Party {
  /// Has it done in a turn of its own, behind all that is ready.
  func post(_ errand: Errand) {
    scheduler.post(Turn(party: party, word: errands.put(errand)))
  }

  /// Has it done later.
  func post(
    _ errand: Errand, after nanoseconds: Int64, _ step: StepPlan
  ) throws(RunError) -> PendingErrand {
    let number = errands.put(errand)
    do {
      let timer = try scheduler.after(nanoseconds, Turn(party: party, word: number))
      return PendingErrand(timer: timer, number: number)
    } catch {
      _ = errands.take(number)
      var kind = RunError.Kind.failure
      if case .tooMany = error { kind = .budget }
      throw RunError(error.message, kind: kind, at: step.step.keyword.span)
    }
  }

  func cancel(_ pending: PendingErrand) {
    scheduler.cancel(pending.timer)
    _ = errands.take(pending.number)
  }

  func take(_ turn: Turn) {
    guard let errand = errands.take(turn.word) else { return }
    switch errand {
    case .resume(let body, let answer, let step): resume(body, answer, step)
    case .timer(let timer): fire(timer)
    case .answer(let call, let promise): answered(call, promise)
    case .timeout(let promise, let step): timedOut(promise, step)
    case .element(let reactor, let stage, let value): reactor.take(value, at: stage)
    }
  }

  func describe(_ turn: Turn) -> String {
    guard let errand = errands[turn.word] else { return "a turn" }
    return describe(errand)
  }

  private func describe(_ errand: Errand) -> String {
    switch errand {
    case .resume(let body, _, let step):
      name(of: body.frame).map { "\($0) (\(step.step.keyword.text))" } ?? step.step.keyword.text
    case .timer(let timer):
      name(of: timer.frame).map { "\($0) (\(timer.step.step.keyword.text))" }
        ?? "`\(timer.step.step.keyword.text)` of the script"
    case .answer(_, let promise): "the answer of \(promise.method.name.text)"
    case .timeout(let promise, _): "the timeout of \(promise.method.name.text)"
    case .element(let reactor, _, _): "\(reactor.plan.name) merge"
    }
  }
}
