import Reactor
import Testing

/// How lives end, and begin anew.
@Suite struct LifeTests {
  @Test func aStoppedActorsMailBecomesDeadLetters() throws {
    let stage = Stage()
    let a = try stage.add("a")
    stage.reactions["s"] = { actor in
      try? stage.core.stash(actor)
      return true
    }
    stage.reactions["f"] = { _ in false }
    stage.send("sf12", to: a)
    #expect(stage.run() == "a. a:s a:f")
    stage.send("3", to: a)
    stage.core.stop(a)
    stage.core.stop(a)
    stage.send("4", to: a)
    #expect(stage.run() == "a-stopped(f) dead:a:s dead:a:1 dead:a:2 dead:a:4 dead:a:3")
    #expect(!stage.core.isAlive(a) && stage.core.load(a) == 0 && stage.core.aliveCount == 0)
  }

  @Test func whoStopsItselfRunsToTheEndOfTheCall() throws {
    let stage = Stage()
    let a = try stage.add("a")
    stage.reactions["q"] = { actor in
      stage.core.stop(actor)
      stage.send("x", to: actor)
      stage.write("on")
      return false
    }
    stage.send("q1", to: a)
    #expect(stage.run() == "a. a:q dead:a:x on a-stopped(q) dead:a:1")
  }

  @Test func whatAnActorMakesBehindItsEndNeverBegins() throws {
    let stage = Stage()
    let p = try stage.add("p")
    stage.core.stop(p)
    let a = try stage.add("a", under: p)
    stage.send("1", to: a)
    #expect(stage.run() == "p. p-stopped dead:a:1")
    #expect(!stage.core.isAlive(a) && stage.core.aliveCount == 0)
  }

  @Test func childrenStopFirstInReverseOrderOfStart() throws {
    let stage = Stage()
    let p = try stage.add("p")
    try stage.add("a", under: p)
    let b = try stage.add("b", under: p)
    try stage.add("c", under: b)
    #expect(stage.core.children(of: p).count == 2 && stage.core.depth(of: b) == 2)
    stage.core.stop(p)
    #expect(stage.run() == "p. a. b. c. c-stopped b-stopped a-stopped p-stopped")
  }

  @Test func aRestartKeepsTheMailAndDropsWhatWasAtWork() throws {
    let stage = Stage()
    let a = try stage.add("a")
    try stage.add("child", under: a)
    stage.reactions["s"] = { actor in
      try? stage.core.stash(actor)
      return true
    }
    stage.reactions["f"] = { _ in false }
    stage.send("sf1", to: a)
    _ = stage.run()
    stage.reactions = [:]
    stage.core.restart(a)
    #expect(stage.core.isAlive(a) && !stage.core.isBegun(a))
    #expect(stage.run() == "child-stopped a-restarts(f) a+ a:s a:1")
    #expect(stage.core.life(of: a) == 1)
  }

  @Test func aRestartIsATurnOfItsOwn() throws {
    let stage = Stage()
    let a = try stage.add("a")
    let b = try stage.add("b")
    stage.send("1", to: b)
    stage.core.restart(a)
    stage.send("2", to: a)
    stage.send("3", to: b)
    #expect(stage.run() == "a. b. a-restarts b:1 a+ a:2 b:3")
  }

  @Test func theStrongestOfWhatIsAskedForInsideACallWins() throws {
    let stage = Stage()
    let a = try stage.add("a")
    stage.reactions["q"] = { actor in
      stage.core.restart(actor)
      stage.fail(actor, "one")
      stage.fail(actor, "two")
      stage.core.restart(actor)
      return true
    }
    stage.send("q", to: a)
    #expect(stage.run() == "a. a:q a-failed/one")
    let b = try stage.add("b")
    stage.reactions["q"] = { actor in
      stage.core.stop(actor)
      stage.fail(actor)
      return true
    }
    stage.send("q", to: b)
    #expect(stage.run() == "b. b:q b-stopped")
  }

  @Test func aStopBehindAFailureInOneCallIsAStop() throws {
    let stage = Stage()
    let a = try stage.add("a")
    stage.reactions["q"] = { actor in
      stage.fail(actor)
      stage.core.stop(actor)
      return true
    }
    stage.send("q", to: a)
    #expect(stage.run() == "a. a:q a-stopped")
  }

  @Test func anUnsupervisedFailureEndsTheActor() throws {
    let stage = Stage()
    let p = try stage.add("p")
    let a = try stage.add("a", under: p)
    stage.send("1", to: a)
    stage.fail(a)
    #expect(stage.run() == "p. a. a-failed/oops dead:a:1")
    #expect(!stage.core.isSupervised(a) && stage.core.isAlive(p))
  }

  @Test func finishAfterTheEndDoesNothing() throws {
    let stage = Stage()
    let a = try stage.add("a")
    stage.reactions["f"] = { _ in false }
    stage.endings["a"] = { stage.core.finish($0) }
    stage.send("f1", to: a)
    _ = stage.run()
    stage.core.restart(a)
    stage.core.finish(a)
    #expect(stage.run() == "a-restarts(f) a+ a:1")
  }

  @Test func whatIsAskedForAtTheEndOfALifeIsDone() throws {
    let stage = Stage()
    let a = try stage.add("a")
    stage.endings["a"] = { actor in
      stage.endings = [:]
      stage.core.stop(actor)
    }
    stage.core.restart(a)
    #expect(stage.run() == "a. a-restarts a-stopped")
    #expect(!stage.core.isAlive(a))
  }

  @Test func aWatcherIsToldOnceAfterTheDeadLetters() throws {
    let stage = Stage()
    let a = try stage.add("a")
    let b = try stage.add("b")
    let c = try stage.add("c")
    let d = try stage.add("d")
    for watcher in [b, c, d, b] { stage.core.watch(a, by: watcher) }
    stage.core.unwatch(a, by: c)
    stage.reactions["f"] = { _ in false }
    stage.send("f1", to: a)
    _ = stage.run()
    stage.core.restart(a)
    #expect(stage.run() == "a-restarts(f) a+ a:1")
    stage.core.stop(d)
    stage.core.stop(a)
    stage.core.watch(a, by: c)
    #expect(stage.run() == "d-stopped a-stopped b<-a c<-a")
  }

  @Test func thereIsALimitToActorsAndToGenerations() throws {
    let stage = Stage()
    stage.core.actorLimit = 3
    stage.core.depthLimit = 2
    let a = try stage.add("a")
    let b = try stage.add("b", under: a)
    #expect(throws: ActorLimit.tooDeep(limit: 2)) { try stage.add("c", under: b) }
    try stage.add("d")
    #expect(throws: ActorLimit.tooMany(limit: 3)) { try stage.add("e") }
    stage.core.stop(b)
    #expect(throws: Never.self) { try stage.add("e") }
  }

  @Test func afterLeavingNothingHappensAndTheHostIsLetGo() throws {
    weak var gone: Stage?
    let scheduler: Scheduler
    do {
      let stage = Stage()
      scheduler = stage.scheduler
      gone = stage
      let core = stage.core
      let a = try stage.add("a")
      stage.reactions["q"] = { [unowned stage] _ in
        stage.core.leave()
        return true
      }
      stage.send("q1", to: a)
      #expect(stage.run() == "a. a:q")
      try core.send(Stage.envelope("x"), to: a)
      try core.send(Stage.envelope("x"), to: a, afterNanoseconds: 1)
      try core.send(Stage.envelope("x"), to: core.add())
      core.begin(a)
      core.restart(a)
      core.fail(a, Stage.Mishap(description: "late"))
      core.watch(a, by: a)
      #expect(stage.run() == "")
    }
    #expect(gone == nil)
    _ = scheduler
  }
}
