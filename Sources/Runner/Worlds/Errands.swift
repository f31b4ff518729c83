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
