import Reactor
import Testing

/// Flows drawn over time, a nanosecond for each character: `ab--c|` gives a at 0, b at 1, c at 4,
/// and completes at 5; `!` fails; what stands in brackets comes at one time.
struct Picture {
  /// Time and what comes then, in order.
  let events: [(time: Int64, mark: Character)]

  init(_ text: String) {
    var events: [(Int64, Character)] = []
    var time: Int64 = 0
    var isGroup = false
    for mark in text where mark != " " {
      if mark == "(" { isGroup = true } else if mark == ")" { isGroup = false }
      if !"-()".contains(mark) { events.append((time, mark)) }
      if !isGroup { time += 1 }
    }
    self.events = events
  }

  /// Draws events, the way they are written.
  static func draw(_ events: [(time: Int64, mark: Character)]) -> String {
    var text = ""
    var time: Int64 = 0
    var rest = events[...]
    while let next = rest.first {
      while time < next.time {
        text += "-"
        time += 1
      }
      let group = rest.prefix { $0.time == time }.map { String($0.mark) }.joined()
      text += group.count == 1 ? group : "(\(group))"
      rest = rest.drop { $0.time == time }
      time += 1
    }
    return text
  }

  /// A flow that gives what is drawn from the moment of subscribing on.
  var flow: Flow<Character> {
    .make { emitter in
      let scheduler = emitter.scheduler
      let timers = events.map { event in
        try? scheduler.after(event.time, "picture") {
          switch event.mark {
          case "|": emitter.complete()
          case "!": emitter.fail(Oops(text: "!"))
          default: emitter.next(event.mark)
          }
        }
      }
      emitter.onEnd { for timer in timers { scheduler.cancel(timer ?? .none) } }
    }
  }
}

/// What a flow gives by a time, drawn. Nothing may stay pending of a flow that has ended.
func drawn(_ flow: Flow<Character>, until end: Int64 = 60) -> String {
  let scheduler = Scheduler()
  var events: [(Int64, Character)] = []
  let note = { (mark: Character) in events.append((scheduler.now.nanoseconds, mark)) }
  let subscription = flow.subscribe(
    in: scheduler, next: note, failed: { _ in note("!") }, completed: { note("|") })
  scheduler.run(to: end)
  #expect(subscription.isActive || scheduler.timerCount == 0, "timers left behind")
  subscription.cancel()
  #expect(scheduler.timerCount == 0, "timers left behind")
  return Picture.draw(events)
}

func check(
  _ input: String, _ change: (Flow<Character>) -> Flow<Character>, _ output: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(drawn(change(Picture(input).flow)) == output, sourceLocation: sourceLocation)
}
