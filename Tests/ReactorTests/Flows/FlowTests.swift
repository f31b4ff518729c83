import Reactor
import Testing

@Suite struct FlowTests {
  @Test func `elements at hand arrive before subscribe returns`() {
    let scheduler = Scheduler()
    let log = Log()
    func note(_ flow: Flow<Int>) {
      flow.subscribe(
        in: scheduler, next: { log("\($0)") }, failed: { log("failed \($0)") },
        completed: { log("done") })
    }
    note(.empty)
    note(.just(1))
    note(.of(2, 3))
    note(.fail(Oops(text: "no")))
    note(.never)
    note(.deferred { .just(4) })
    note(.deferred { throw Oops(text: "deferred") })
    #expect(
      log.take() == [
        "done", "1", "done", "2", "3", "done", "failed Oops(text: \"no\")", "4", "done",
        "failed Oops(text: \"deferred\")",
      ])
    #expect(scheduler.turnCount == 0)
  }

  @Test func `who listens to a source is let go of with it`() {
    final class Held {}
    let scheduler = Scheduler()
    weak var held: Held?
    do {
      let (mine, source) = (Held(), Source<Int>())
      held = mine
      source.flow.map { $0 + 1 }.subscribe(in: scheduler) { _ in _ = mine }
      source.next(1)
    }
    #expect(held == nil)
  }

  @Test func `elements pass one by one through map, filter, skip, take and tap`() {
    check("ab--c|", { $0.map { Character($0.uppercased()) } }, "AB--C|")
    check("ab--c|", { $0.filter { $0 != "b" } }, "a---c|")
    check("ab--c!", { $0.compactMap { $0 == "a" ? nil : $0 } }, "-b--c!")
    check("ab--c|", { $0.skip(2) }, "----c|")
    check("ab--c|", { $0.take(2) }, "a(b|)")
    check("ab--c|", { $0.take(9) }, "ab--c|")
    check("ab--c|", { $0.take(0) }, "|")
    check("abca|", { $0.take { $0 < "c" } }, "ab|")
    check("abca|", { $0.take { $0 < "z" } }, "abca|")
    check("abca|", { $0.end { $0 == "b" } }, "a(b|)")
    check("abca|", { $0.end { $0 == "z" } }, "abca|")
    check("abca|", { $0.skip { $0 < "c" } }, "--ca|")
    check("abca|", { $0.skip { $0 < "z" } }, "----|")
    check("aAbBc|", { $0.distinct(of: { $0.lowercased() }, by: ==) }, "a-b-c|")
    check("aab-ba-a|", { $0.distinct() }, "a-b--a--|")
    check("ab--c|", { $0.distinct { _, _ in true } }, "a----|")
    let log = Log()
    check("ab|", { $0.tap { log("\($0)") } }, "ab|")
    #expect(log.take() == ["a", "b"])
  }

  @Test func `what an element sets off does not count beyond take`() {
    let scheduler = Scheduler()
    let source = Source<Int>()
    let log = Log()
    source.flow.take(1).subscribe(
      in: scheduler,
      next: {
        log("\($0)")
        source.next($0 + 1)
      }, completed: { log("over") })
    source.next(1)
    #expect(log.take() == ["1", "over"])
  }

  @Test func `the end is heard of once, in whichever way it comes`() {
    let scheduler = Scheduler()
    let log = Log()
    func subscribed(_ flow: Flow<Int>) -> Subscription {
      flow.atEnd { log("end") }.subscribe(
        in: scheduler, next: { log("\($0)") }, failed: { _ in log("failed") },
        completed: { log("completed") })
    }
    let over = subscribed(.of(1, 2))
    over.cancel()
    #expect(log.take() == ["1", "2", "end", "completed"])
    _ = subscribed(.fail(Oops(text: "")))
    #expect(log.take() == ["end", "failed"])
    subscribed(.never).cancel()
    #expect(log.take() == ["end"])
    Flow.of(1, 2).atEnd { log("end") }.take(1).subscribe(in: scheduler, next: { log("\($0)") })
    #expect(log.take() == ["1", "end"])
  }

  @Test func `an error thrown by a closure fails the flow and ends the source`() {
    func oops(_ mark: Character) throws -> Bool {
      if mark == "b" { throw Oops(text: "b") }
      return true
    }
    check("abc|", { $0.filter(oops) }, "a!")
    check("abc|", { $0.map { try oops($0) ? $0 : "-" } }, "a!")
    check("abc|", { $0.tap { _ = try oops($0) } }, "a!")
    check("abc|", { $0.distinct { try oops($1) && false } }, "a!")
    check("abc|", { $0.distinct(of: oops, by: { _, _ in false }) }, "a!")
    check("abc|", { $0.take(while: oops) }, "a!")
    check("abc|", { $0.end { try !oops($0) } }, "a!")
    check("abc|", { $0.skip { try !oops($0) } }, "abc|")
    check("bac|", { $0.skip(while: oops) }, "!")
    check("abc|", { $0.flatMap { try oops($0) ? .just($0) : .empty } }, "a!")
    check("abc|", { $0.flatMapLatest { try oops($0) ? .just($0) : .empty } }, "a!")
    #expect(drawn(Flow.of("a", "b", "c").filter(oops)) == "(a!)")
  }

  @Test func `take ends a source at hand in the middle`() {
    let log = Log()
    let flow = Flow<Character>.of("a", "b", "c").tap { log("\($0)") }.take(2)
    #expect(drawn(flow) == "(ab|)")
    #expect(log.take() == ["a", "b"])
  }

  @Test func `a producer that has been cancelled hears of it before it is asked for more`() {
    let counting = Flow<Character>.make { emitter in
      var count = 0
      while emitter.isActive, count < 1000 {
        count += 1
        emitter.next("a")
      }
      #expect(count == 3)
    }
    #expect(drawn(counting.map { $0 }.take(3)) == "(aaa|)")
    #expect(drawn(.concat([counting.map { $0 }.take(3)])) == "(aaa|)")
    #expect(drawn(Flow.just("b").flatMap { _ in counting }.take(3)) == "(aaa|)")
    #expect(drawn(Flow.just("b").flatMapLatest { _ in counting }.take(3)) == "(aaa|)")
  }

  @Test func `what a producer holds is given back once, however the subscription ends`() {
    let scheduler = Scheduler()
    for end in ["complete", "fail", "cancel"] {
      let log = Log()
      var made: Emitter<Int>?
      let subscription = Flow<Int>.make { emitter in
        emitter.onEnd { log("given back") }
        made = emitter
      }.subscribe(in: scheduler, next: { log("\($0)") }, completed: { log("completed") })
      made?.next(1)
      switch end {
      case "complete": made?.complete()
      case "fail": made?.fail(Oops(text: ""))
      default: subscription.cancel()
      }
      made?.next(2)
      made?.complete()
      subscription.cancel()
      made?.onEnd { log("late") }
      #expect(
        log.take() == ["1", "given back"] + (end == "complete" ? ["completed"] : []) + ["late"])
      #expect(!subscription.isActive)
    }
  }

  @Test func `nothing begins behind the end of its subscription`() {
    let ticks = Flow.every(nanoseconds: 5)
    let scheduler = Scheduler()
    let source = Source<Int>()
    let made: [(@escaping () -> Void) -> Flow<Int>] = [
      { end in
        source.flow.flatMap { _ in
          end()
          return ticks
        }
      },
      { end in
        source.flow.flatMapLatest { _ in
          end()
          return ticks
        }
      },
      { end in
        source.flow.map { _ -> Int in throw Oops(text: "") }.recover { _ in
          end()
          return ticks
        }
      },
      { end in
        source.flow.flatMap { _ in
          .deferred {
            end()
            return ticks
          }
        }
      },
      { _ in source.flow.flatMap { $0 == 1 ? .never.atEnd { source.next(2) } : ticks } },
      { _ in source.flow.flatMapLatest { $0 == 1 ? .never.atEnd { source.next(2) } : ticks } },
    ]
    for (number, make) in made.enumerated() {
      var subscription: Subscription?
      let flow = make { subscription?.cancel() }
      subscription = flow.subscribe(in: scheduler, next: { _ in })
      source.next(1)
      subscription?.cancel()
      #expect(scheduler.timerCount == 0, "flow \(number)")
      #expect(!source.isObserved, "flow \(number)")
    }
  }

  @Test func `one flow follows the completion of the other`() {
    #expect(drawn(.concat([Picture("ab|").flow, Picture("-c|").flow])) == "ab-c|")
    #expect(drawn(.concat([Picture("a!").flow, Picture("c|").flow])) == "a!")
    #expect(drawn(.concat([])) == "|")
    #expect(drawn(.concat(.just("a"), .of("b", "c"), .empty, Picture("-d|").flow)) == "(abc)d|")
    let many = [Flow<Character>](repeating: .empty, count: 100_000) + [.just("z")]
    #expect(drawn(.concat(many)) == "(z|)")
    let deep = [Flow<Character>](repeating: .deferred { .empty }, count: 100_000) + [.just("z")]
    #expect(drawn(.concat(deep)) == "(z|)")
  }

  @Test func `flows side by side complete with the last and fail with the first`() {
    #expect(drawn(.merge([Picture("a--b|").flow, Picture("-c-d--|").flow])) == "ac-(bd)--|")
    #expect(drawn(.merge(Picture("a--b|").flow, Picture("-!").flow)) == "a!")
    #expect(drawn(Picture("a|").flow.merge(.just("z"))) == "(za)|")
    #expect(drawn(.merge([])) == "|")
  }

  @Test func `flatMap runs what it makes side by side`() {
    let inner = { (mark: Character) in Picture("\(mark)--\(mark)|").flow }
    check("ab-----|", { $0.flatMap(inner) }, "ab-ab--|")
    check("ab|", { $0.flatMap(inner) }, "ab-ab|")
    check("a---b!", { $0.flatMap(inner) }, "a--ab!")
  }

  @Test func `flatMapLatest cancels what it made before`() {
    let inner = { (mark: Character) in Picture("\(mark)--\(mark)|").flow }
    check("ab-----|", { $0.flatMapLatest(inner) }, "ab--b--|")
    check("ab|", { $0.flatMapLatest(inner) }, "ab--b|")
    check("a---b---|", { $0.flatMapLatest { $0 == "a" ? .never : inner($0) } }, "----b--b|")
    check("ab|", { $0.flatMapLatest { $0 == "a" ? .never : .just("c") } }, "-c|")
  }

  @Test func `flatMapLatest holds the later of two that come one inside the end of another`() {
    let scheduler = Scheduler()
    let source = Source<String>()
    var live: [String] = []
    let subscription = source.flow.flatMapLatest { name in
      Flow<String>.make { emitter in
        live.append(name)
        emitter.onEnd {
          live.removeAll { $0 == name }
          if name == "a" { source.next("c") }
        }
      }
    }.subscribe(in: scheduler, next: { _ in })
    source.next("a")
    source.next("b")
    #expect(live == ["c"])
    source.next("d")
    #expect(live == ["d"])
    subscription.cancel()
    #expect(live == [])
  }

  @Test func `take until ends with the first element of the other`() {
    check("abcd|", { $0.take(until: Picture("--x").flow) }, "ab|")
    check("ab|", { $0.take(until: Picture("---x").flow) }, "ab|")
    check("abcd|", { $0.take(until: Picture("-|").flow) }, "abcd|")
    check("abcd|", { $0.take(until: Picture("-!").flow) }, "a!")
    check("abcd|", { $0.take(until: Flow.just("x")) }, "|")
  }

  @Test func `recover goes on with another flow`() {
    check("ab!", { $0.recover { _ in Picture("-c|").flow } }, "ab-c|")
    check("ab!", { $0.recover { throw $0 } }, "ab!")
    #expect(drawn(Flow.fail(Oops(text: "")).recover { _ in .just("r") }) == "(r|)")
    check("ab|", { $0.recover { _ in .just("c") } }, "ab|")
  }

  @Test func `what recover does not catch goes on to the next around it`() {
    let failing = Flow<Character>.fail(Oops(text: "1"))
    #expect(
      drawn(failing.recover { _ in throw Oops(text: "2") }.recover { _ in .just("r") }) == "(r|)")
    #expect(drawn(Flow.deferred { throw Oops(text: "") }.recover { _ in .just("r") }) == "(r|)")
    #expect(drawn(Flow.concat(.just("a"), failing).recover { _ in .just("r") }) == "(ar|)")
    #expect(drawn(Flow.concat(failing.recover { _ in .just("r") }, .just("z"))) == "(rz|)")
    #expect(drawn(Flow.concat(.just("a").recover { _ in .just("r") }, failing)) == "(a!)")
    #expect(drawn(failing.recover { _ in failing }) == "!")
  }

  @Test func `what stands in a flow begins in its turn and ends with the whole`() {
    let log = Log()
    func noted(_ name: String) -> Flow<Character> {
      .deferred {
        log("made \(name)")
        return .after(nanoseconds: 1, Character(name)).atEnd { log("ended \(name)") }
      }
    }
    let flow = Flow.concat(noted("a"), .merge(noted("b"), .concat(noted("c"), noted("d"))))
    let clock = VirtualClock(Graph())
    let subscription = flow.subscribe(in: clock.scheduler, next: { log("\($0)") })
    for _ in 0..<2 { try? clock.advance(nanoseconds: 1) }
    subscription.cancel()
    #expect(
      log.take() == [
        "made a", "a", "ended a", "made b", "made c", "b", "ended b", "c", "ended c", "made d",
        "ended d",
      ])
    #expect(clock.scheduler.timerCount == 0)
  }

  @Test func `a flow that goes on with itself takes one round's space, and the time of its rounds`()
    throws
  {
    let clock = VirtualClock(Graph())
    clock.turnLimit = .max
    let rounds = 100_000
    var (asked, tried, elements, answers) = (0, 0, 0, [Int]())
    func poll() -> Flow<Int> {
      .concat(
        .after(nanoseconds: 1, 1),
        .deferred {
          asked += 1
          return asked < rounds ? poll() : .empty
        })
    }
    func again() -> Flow<Int> {
      Flow.after(nanoseconds: 1, 1).map { _ in
        tried += 1
        if tried < rounds { throw Oops(text: "") }
        return tried
      }.recover { _ in again() }
    }
    poll().subscribe(in: clock.scheduler, next: { _ in elements += 1 })
    again().subscribe(in: clock.scheduler, next: { answers.append($0) })
    try clock.advance(nanoseconds: Int64(rounds) + 1)
    #expect(asked == rounds && elements == rounds && answers == [rounds])
    // At once, too.
    var left = rounds
    func countdown() -> Flow<Int> {
      left -= 1
      return left > 0 ? .concat(.just(left), .deferred(countdown)) : .fail(Oops(text: ""))
    }
    #expect(
      drawn(countdown().recover { _ in .empty }.filter { $0 == 1 }.map { _ in "1" }) == "(1|)")
  }

  @Test func `flows in flows are as deep as they like, run or only dropped`() {
    let depth = 100_000
    func nested(_ wrap: (Flow<Character>, Flow<Character>) -> Flow<Character>) -> Flow<Character> {
      (0..<depth).reduce(Flow.just("a")) { flow, _ in wrap(flow, .just("b")) }
    }
    func count(_ flow: Flow<Character>) -> Int {
      var count = 0
      flow.subscribe(in: Scheduler(), next: { _ in count += 1 })
      return count
    }
    #expect(count(nested { $0.concat($1) }) == depth + 1)
    #expect(count(nested { $1.concat($0) }) == depth + 1)
    #expect(count(nested { $0.merge($1) }) == depth + 1)
    #expect(count(nested { $1.merge($0) }) == depth + 1)
    #expect(count(nested { flow, _ in flow.recover { throw $0 } }) == 1)
    _ = nested { $0.concat($1).merge($1) }
  }

  @Test func `a source gives each subscriber what comes after it, in order of subscription`() {
    let scheduler = Scheduler()
    let log = Log()
    let source = Source<Int>()
    let first = source.flow.subscribe(
      in: scheduler,
      next: { element in
        log("first \(element)")
        if element == 2 {
          source.flow.subscribe(in: scheduler, next: { log("late \($0)") })
        }
      })
    source.next(1)
    source.flow.subscribe(in: scheduler, next: { log("second \($0)") }, completed: { log("done") })
    source.next(2)
    first.cancel()
    source.next(3)
    source.complete()
    source.next(4)
    source.flow.subscribe(in: scheduler, next: { log("\($0)") }, completed: { log("at once") })
    #expect(
      log.take() == [
        "first 1", "first 2", "second 2", "second 3", "late 3", "done", "at once",
      ])
    #expect(!source.isObserved)
  }
}
