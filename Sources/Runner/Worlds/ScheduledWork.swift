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
enum ScheduledWork {
  case resume(Body, Answer, Step)
  case timer(Timer)
  /// What the script called or asked was answered.
  case answer(ScriptCall, Promise)
  /// What was forwarded was answered.
  case forwarded(Work, Promise)
  /// A message that was held up arrives.
  case delivery(Mail, Address)
  /// The time that a caller waits for its answer is over.
  case timeout(Promise, Step)
  /// A change of a watched place enters a reactor.
  case element(ReactorRun, Int, Value)

  /// The step that set it off.
  var step: Step? {
    switch self {
    case .resume(_, _, let step), .timeout(_, let step): step
    case .timer(let timer): timer.step
    case .answer(let call, _): call.step
    case .forwarded(let work, _): work.mail.step
    case .delivery(let mail, _): mail.step
    case .element: nil
    }
  }
}

/// Scheduled work that a timer will make ready.
struct PendingWork {
  let timer: TimerID
  let number: UInt64
}

extension SlotTable<ScheduledWork> {
  /// Forgets all of it, and lets go of what they hold.
  mutating func sever() {
    each { work in
      switch work {
      case .resume(let body, _, _): body.sever()
      case .timer(let timer): timer.owner?.sever()
      case .timeout(let promise, _), .answer(_, let promise), .forwarded(_, let promise):
        promise.sever()
      case .delivery(let mail, _): mail.promise?.sever()
      case .element: break
      }
    }
    self = SlotTable()
  }
}
