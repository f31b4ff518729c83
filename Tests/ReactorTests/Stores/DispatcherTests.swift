import Reactor
import Testing

/// The way of an action without a state: Rs-2 to Rs-5, Rs-8.
struct DispatcherTests {
  let graph = Graph()
  let scheduler = Scheduler()
  let log = Log()

  /// Knows how to reduce every action that begins with a small letter.
  private func dispatcher(_ label: String = "app") -> Dispatcher<String> {
    let sink = MessageSink()
    let dispatcher = Dispatcher<String>(
      graph, scheduler, label: label, name: { $0 },
      reduce: { [log] action in
        if action == "fail" { throw Oops(text: "reducer") }
        guard action.first?.isLowercase == true else { return false }
        log("reduce \(action)")
        return true
      }, report: { [log] in log(sink.message?($0) ?? "") })
    sink.message = { [unowned dispatcher] in dispatcher.message(of: $0) }
    return dispatcher
  }

  private final class MessageSink {
    var message: ((Dispatcher<String>.Fault) -> String)?
  }

  private func settle() { while scheduler.step() {} }

  @Test func `Rs-2 dispatch waits for a turn, in order`() {
    let dispatcher = dispatcher()
    dispatcher.dispatch("a")
    dispatcher.dispatch("b")
    #expect(log.take() == [])
    settle()
    #expect(log.take() == ["reduce a", "reduce b"])
  }

  @Test func `Rs-3 dispatchNow acts at once, ahead of what waits`() {
    let dispatcher = dispatcher()
    dispatcher.dispatch("a")
    #expect(dispatcher.dispatchNow("b"))
    settle()
    #expect(log.take() == ["reduce b", "reduce a"])
  }

  @Test func `Rs-4 dispatchNow inside an action is dropped and reported`() {
    let dispatcher = dispatcher()
    dispatcher.add { [log, unowned dispatcher] action in
      log("\(dispatcher.dispatchNow("inner")) during \(dispatcher.underWay ?? "nothing")")
      return .pass
    }
    dispatcher.dispatchNow("outer")
    #expect(dispatcher.underWay == nil)
    #expect(
      log.take() == [
        "app: dispatch of inner dropped: outer is being handled", "false during outer",
        "reduce outer",
      ])
  }

  @Test func `dispatch inside an action is handled after it`() {
    let dispatcher = dispatcher()
    dispatcher.add { [unowned dispatcher] action in
      if action == "outer" { dispatcher.dispatch("inner") }
      return .pass
    }
    dispatcher.dispatchNow("outer")
    settle()
    #expect(log.take() == ["reduce outer", "reduce inner"])
  }

  @Test func `another dispatcher can be dispatched to now`() {
    let other = dispatcher("other")
    let dispatcher = dispatcher()
    dispatcher.add { action in
      other.dispatchNow("\(action) there")
      return .pass
    }
    dispatcher.dispatchNow("a")
    #expect(log.take() == ["reduce a there", "reduce a"])
  }

  @Test func `Rs-5 each middleware sees what the one before it answered`() {
    let dispatcher = dispatcher()
    for name in ["x", "y"] {
      dispatcher.add { [log] action in
        log("\(name) sees \(action)")
        return .replace(action + name)
      }
    }
    dispatcher.dispatchNow("a")
    #expect(log.take() == ["x sees a", "y sees ax", "reduce axy"])
  }

  @Test func `Rs-5 what a middleware consumes goes no further`() {
    let dispatcher = dispatcher()
    dispatcher.add { $0 == "a" ? .consume : .pass }
    dispatcher.add { [log] action in
      log("sees \(action)")
      return .pass
    }
    dispatcher.dispatchNow("a")
    dispatcher.dispatchNow("b")
    #expect(log.take() == ["sees b", "reduce b"])
  }

  @Test func `Rs-8 what no reducer takes is reported`() {
    dispatcher().dispatchNow("Explode")
    #expect(log.take() == ["app: no reducer for Explode"])
  }

  @Test func `what fails is reported and the next action is handled`() {
    let dispatcher = dispatcher()
    dispatcher.add { action in
      if action == "bad" { throw Oops(text: "middleware") }
      return .pass
    }
    for action in ["bad", "fail", "good"] { dispatcher.dispatchNow(action) }
    #expect(
      log.take() == [
        "app middleware bad: \(Oops(text: "middleware"))", "reduce bad",
        "app.fail: \(Oops(text: "reducer"))", "reduce good",
      ])
  }

  @Test func `each action is seen as it begins`() {
    let dispatcher = dispatcher()
    dispatcher.begins = { [log] in log("begins \($0)") }
    dispatcher.add { _ in .replace("b") }
    dispatcher.dispatchNow("a")
    #expect(log.take() == ["begins a", "reduce b"])
  }

  @Test func `nothing that an action does is tracked`() throws {
    let cell = graph.cell(0)
    let dispatcher = dispatcher()
    dispatcher.add { _ in
      _ = cell.value
      return .pass
    }
    try graph.computation { _ in dispatcher.dispatchNow("a") }
    #expect(!cell.hasDependents)
  }

  @Test func `what waits for a dispatcher that is gone is dropped`() {
    var dispatcher: Dispatcher<String>? = dispatcher()
    dispatcher?.dispatch("a")
    dispatcher = nil
    settle()
    #expect(log.take() == [])
  }
}
