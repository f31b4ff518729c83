import Reactor
import Testing

@Suite struct PipelineTests {
  typealias Line = Pipeline<String, String>

  let scheduler = Scheduler()
  let log = Log()

  /// A pipeline that writes down its mutations and reports.
  func make(
    _ change: (inout Line.Parts) -> Void = { _ in }, mutate: @escaping (String) -> Flow<String>
  ) -> Line {
    var parts = Line.Parts(
      mutate: mutate, reduce: { [log] in log($0) },
      report: { [log] error, place in log("\(place): \(error)") }, describe: { $0 })
    change(&parts)
    let line = Line("line", in: scheduler, parts)
    line.start()
    return line
  }

  @Test func `an action sent from outside is handled at once`() {
    let line = make { .of("\($0)1", "\($0)2") }
    line.send("a")
    #expect(log.take() == ["a1", "a2"])
    #expect(scheduler.turnCount == 0)
  }

  @Test func `a posted action waits its turn, which bears its name`() {
    let line = make { .just($0) }
    line.post("a")
    line.send("b")
    #expect(log.take() == ["b"])
    #expect(scheduler.describe(scheduler.ready(0)) == "line.a")
    #expect(scheduler.step())
    #expect(log.take() == ["a"])
  }

  @Test func `what is sent while something is under way waits, whatever the way in`() {
    var line: Line?
    line = make(
      { parts in
        parts.reduce = { [log] mutation in
          log(mutation)
          if mutation == "a1" { line?.send("b") }
        }
      },
      mutate: { action in
        action == "a"
          ? .concat(.of("a1", "a2"), .after(nanoseconds: 0, "a3")) : .of("\(action)1", "\(action)2")
      })
    line?.send("a")
    #expect(log.take() == ["a1", "a2"])
    while scheduler.step() {}
    #expect(log.take() == ["b1", "b2", "a3"])
    line?.leave()
  }

  @Test func `a body that waits is named by its timers, and cancelled with them by leaving`() {
    let line = make { .after(nanoseconds: 5, $0) }
    line.send("slow")
    scheduler.timerLimit = 1
    line.send("more")
    #expect(
      log.take() == [
        #"mutate("more"): more than 1 timers are pending, most of them of: line.slow"#
      ])
    line.leave()
    #expect(scheduler.timerCount == 0)
    line.send("late")
    scheduler.run(to: 10)
    #expect(log.take() == [])
  }

  @Test func `the latest of a kind cancels the one before as it begins`() {
    let line = make(
      { $0.overlap = { Overlap(kind: Int($0.utf8.count), .latest) } },
      mutate: { .after(nanoseconds: 5, $0) })
    line.send("a")
    line.send("bb")
    line.post("c")
    scheduler.run(to: 4)
    line.send("d")
    scheduler.run(to: 20)
    #expect(log.take() == ["bb", "d"])
  }

  @Test func `the first of a kind passes over others while it runs`() {
    let line = make(
      { [log] parts in
        parts.overlap = { Overlap(kind: Int($0.utf8.count), .first) }
        parts.passOver = { log("no \($0)") }
      },
      mutate: { .after(nanoseconds: 5, $0) })
    line.send("a")
    line.send("bb")
    line.send("c")
    #expect(log.take() == ["no c"])
    scheduler.run(to: 5)
    line.send("d")
    scheduler.run(to: 20)
    #expect(log.take() == ["a", "bb", "d"])
    line.leave()
  }

  @Test func `a queue of a kind runs one after another, each in a turn of its own`() {
    let line = make(
      { $0.overlap = { Overlap(kind: Int($0.utf8.count), .queue) } },
      mutate: { $0 == "n" ? .just($0) : .after(nanoseconds: 5, $0) })
    for action in ["a", "b", "n", "m", "cc", "o"] { line.send(action) }
    #expect(log.take() == [])
    scheduler.run(to: 5)
    #expect(log.take() == ["a", "cc"])
    scheduler.run(to: 10)
    #expect(log.take() == ["b", "n"])
    scheduler.run(to: 30)
    #expect(log.take() == ["m", "o"])
    line.send("p")
    scheduler.run(to: 40)
    #expect(log.take() == ["p"])
    line.leave()
    #expect(scheduler.timerCount == 0)
  }

  /// However many wait whose bodies end at once: none nests in another, and each is looked at once.
  @Test func `a long queue of bodies that end at once is gone through in turns`() {
    let count = 100_000
    var mutations = 0
    let line = make(
      { parts in
        parts.overlap = { _ in Overlap(kind: 1, .queue) }
        parts.reduce = { _ in mutations += 1 }
      },
      mutate: { $0 == "slow" ? .after(nanoseconds: 5, $0) : .of($0, $0) })
    line.send("slow")
    for _ in 0..<count { line.send("x") }
    #expect(mutations == 0)
    scheduler.run(to: 5)
    #expect(mutations == 1 + 2 * count)
    line.leave()
  }

  @Test func `a body ends when an action that ends it is sent, though that is handled later`() {
    let line = make(
      { parts in
        parts.overlap = { action in
          action == "start" ? Overlap(kind: 1, until: [2, 1]) : Overlap(kind: 2)
        }
      },
      mutate: { action in
        action == "start" ? Flow.every(nanoseconds: 2).map { "tick \($0)" } : .just(action)
      })
    line.send("start")
    scheduler.run(to: 4)
    line.post("stop")
    #expect(scheduler.timerCount == 0)
    #expect(log.take() == ["tick 0", "tick 1"])
    scheduler.run(to: 10)
    #expect(log.take() == ["stop"])
    // Its own kind ends an earlier one, and not itself.
    line.send("start")
    line.send("start")
    scheduler.run(to: 12)
    #expect(log.take() == ["tick 0"])
    line.leave()
  }

  @Test func `the rest of a body at hand is dropped when an action sent meanwhile ends it`() {
    var line: Line?
    line = make(
      { parts in
        parts.overlap = { Overlap(kind: $0 == "a" ? 1 : 2, until: $0 == "a" ? [2] : []) }
        parts.reduce = { [log] mutation in
          log(mutation)
          if mutation == "a1" { line?.send("b") }
        }
      },
      mutate: { .of("\($0)1", "\($0)2") })
    line?.send("a")
    #expect(log.take() == ["a1"])
    while scheduler.step() {}
    #expect(log.take() == ["b1", "b2"])
    line?.leave()
  }

  @Test func `transforms stand before and behind the bodies`() {
    let line = make(
      { parts in
        parts.transformAction = { $0.filter { $0 != "no" }.map { $0 + "!" } }
        parts.transformMutation = { $0.merge(.just("first")).delay(nanoseconds: 3) }
      },
      mutate: { .just($0) })
    line.send("yes")
    line.send("no")
    scheduler.run(to: 10)
    #expect(log.take() == ["first", "yes!"])
  }

  @Test func `a transform that gives back what it is given is none`() {
    let line = make({ $0.transformAction = { $0 } }, mutate: { .just($0) })
    line.send("a")
    #expect(log.take() == ["a"])
  }

  @Test func `a failing transform ends the pipeline, and later actions are reported`() {
    let line = make(
      { parts in
        parts.transformAction = { flow in
          flow.tap { if $0 == "bad" { throw Oops(text: "bad") } }
        }
      },
      mutate: { .after(nanoseconds: 1, $0) })
    line.send("running")
    line.post("queued")
    line.send("bad")
    #expect(line.isEnded)
    line.send("later")
    scheduler.run(to: 5)
    #expect(
      log.take() == [
        "transformAction: Oops(text: \"bad\")", "ended(\"later\"): the reactor has ended",
        "ended(\"queued\"): the reactor has ended",
      ])
  }

  @Test func `a failing body keeps what it did and ends alone`() {
    let line = make { action in
      switch action {
      case "at hand": .concat(.just("1"), .fail(Oops(text: "x")), .just("2"))
      case "at once": .fail(Oops(text: "y"))
      default: .just("3")
      }
    }
    line.send("at hand")
    line.send("at once")
    line.send("fine")
    #expect(
      log.take() == [
        "1", "mutate(\"at hand\"): Oops(text: \"x\")", "mutate(\"at once\"): Oops(text: \"y\")",
        "3",
      ])
  }

  @Test func `an error of a reducer is reported with its mutation, and the body goes on`() {
    let line = make(
      { parts in
        parts.reduce = { [log] mutation in
          if mutation == "a" { throw Oops(text: "no") }
          log(mutation)
        }
      },
      mutate: { _ in .of("a", "b") })
    line.send("go")
    #expect(log.take() == ["reduce(\"a\"): Oops(text: \"no\")", "b"])
  }

  @Test func `a stub only records, what ran and what was queued is gone`() {
    let line = make { .after(nanoseconds: 1, $0) }
    line.send("running")
    line.post("queued")
    line.stub { [log] in log("recorded \($0)") }
    line.send("a")
    line.post("b")
    scheduler.run(to: 5)
    #expect(log.take() == ["recorded a", "recorded b"])
  }

  @Test func `many bodies that end each other cost no more than they are`() {
    let line = make(
      { parts in parts.overlap = { _ in Overlap(kind: 1, until: [1]) } },
      mutate: { .after(nanoseconds: 5, $0) })
    for index in 0..<20_000 { line.send("\(index)") }
    #expect(scheduler.timerCount == 1)
    let others = make(
      { parts in parts.overlap = { _ in Overlap(kind: 1, until: [2]) } },
      mutate: { .after(nanoseconds: 5, $0) })
    for index in 0..<20_000 { others.send("\(index)") }
    #expect(scheduler.timerCount == 20_001)
    scheduler.run(to: 5)
    #expect(log.take().count == 20_001)
  }

  @Test func `cancelling a body may send, and what it sends waits`() {
    var line: Line?
    line = make(
      { parts in parts.overlap = { Overlap(kind: $0 == "a" ? 1 : 2, until: [1, 2, 3]) } },
      mutate: { action in
        .make { emitter in emitter.onEnd { line?.send("c") } }
      })
    line?.send("a")
    line?.send("b")
    #expect(scheduler.readyCount == 1)
    line?.leave()
  }
}
