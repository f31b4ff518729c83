import Reactor
import Testing

/// The rows of ReactorKit's semantics, by number; K-23 (threads) and K-24 (views) have nothing here.
@Suite struct ReactorKitTests {
  let world = World()
  var clock: VirtualClock { world.clock }
  var log: Log { world.log }

  final class World {
    let graph = Graph()
    let clock: VirtualClock
    let log = Log()

    init() { clock = VirtualClock(graph) }

    deinit { clock.scheduler.close() }
  }

  /// A reactor put together for one test.
  struct Made<State>: StateReactor {
    typealias Action = String
    typealias Mutation = String
    typealias Scope = ReactorScope<Made<State>>

    let initialState: State
    var mutation: (String, Scope) -> Flow<String> = { action, _ in .just(action) }
    var next: (State, String) throws -> State
    var actions: (Flow<String>) -> Flow<String> = { $0 }
    var mutations: (Flow<String>) -> Flow<String> = { $0 }
    var states: (Flow<State>) -> Flow<State> = { $0 }

    func mutate(_ action: String, _ scope: Scope) -> Flow<String> { mutation(action, scope) }
    func reduce(_ state: State, _ mutation: String) throws -> State { try next(state, mutation) }
    func transform(action: Flow<String>) -> Flow<String> { actions(action) }
    func transform(mutation: Flow<String>) -> Flow<String> { mutations(mutation) }
    func transform(state: Flow<State>) -> Flow<State> { states(state) }
  }

  /// The mutations so far.
  func joined() -> Made<String> { Made(initialState: "") { $0 + $1 } }

  /// The sum of the mutations so far.
  func summing() -> Made<Int> { Made(initialState: 0) { $0 + (Int($1) ?? 0) } }

  func live<State>(_ reactor: Made<State>) -> LiveReactor<Made<State>> {
    LiveReactor(reactor, on: clock, label: "reactor") { [log] error, place in
      log("\(place): \(error)")
    }
  }

  @Test func `K-1 by default actions are mutations and reduce changes nothing`() throws {
    struct Plain: StateReactor {
      typealias Action = Int
      let initialState = "state"
    }
    struct Other: StateReactor {
      typealias Action = Int
      typealias Mutation = String
      let initialState = "state"
    }
    let plain = LiveReactor(Plain(), on: clock)
    let other = LiveReactor(Other(), on: clock)
    plain.observe { [log] in log("plain \($0)") }
    other.observe { [log] in log("other \($0)") }
    plain.send(1)
    other.send(1)
    #expect(log.take() == ["plain state", "other state", "plain state"])
  }

  @Test func `K-2 an action passes transform, mutate, transform, reduce, transform in that order`()
  {
    var reactor = joined()
    reactor.actions = { [log] in $0.tap { log("action \($0)") } }
    reactor.mutation = { [log] action, _ in
      log("mutate \(action)")
      return .just(action + "1")
    }
    reactor.mutations = { [log] in $0.tap { log("mutation \($0)") } }
    reactor.next = { [log] state, mutation in
      log("reduce \(mutation)")
      return state + mutation
    }
    reactor.states = { [log] in $0.tap { log("state \($0)") } }
    let live = live(reactor)
    #expect(log.take() == ["state "])
    live.send("a")
    #expect(log.take() == ["action a", "mutate a", "mutation a1", "reduce a1", "state a1"])
    #expect(live.currentState == "a1")
  }

  @Test func `K-3 each transform is called once, however many listen`() {
    var reactor = joined()
    reactor.actions = { [log] flow in
      log("actions")
      return flow.map { $0 }
    }
    reactor.mutations = { [log] flow in
      log("mutations")
      return flow.map { $0 }
    }
    reactor.states = { [log] flow in
      log("states")
      return flow.map { $0 }
    }
    let live = live(reactor)
    for _ in 0..<3 { live.observe { _ in } }
    live.send("a")
    #expect(log.take().sorted() == ["actions", "mutations", "states"])
  }

  @Test func `K-4 several who listen hear in the order in which they came`() {
    let live = live(joined())
    for name in ["x", "y", "z"] { live.observe { [log] in log("\(name)\($0)") } }
    _ = log.take()
    live.send("a")
    #expect(log.take() == ["xa", "ya", "za"])
  }

  @Test func `K-5 an action makes no, one or several mutations over time`() throws {
    var reactor = joined()
    reactor.mutation = { action, _ in
      switch action {
      case "none": .empty
      case "two": .concat(.just("1"), .after(nanoseconds: 10, "2"))
      default: .just(action)
      }
    }
    let live = live(reactor)
    live.observe { [log] in log($0) }
    live.send("none")
    #expect(log.take() == [""])
    live.send("two")
    #expect(log.take() == ["1"])
    try clock.advance(nanoseconds: 10)
    #expect(log.take() == ["12"])
  }

  @Test func `K-6 bodies of different actions run side by side: start1,start2,end2,end1`() throws {
    var reactor = joined()
    reactor.mutation = { action, _ in
      .concat(
        .just("start\(action)"), .after(nanoseconds: action == "1" ? 20 : 10, "end\(action)"))
    }
    reactor.next = { [log] state, mutation in
      log(mutation)
      return state
    }
    let live = live(reactor)
    live.send("1")
    live.send("2")
    try clock.advance(nanoseconds: 30)
    #expect(log.take().joined(separator: ",") == "start1,start2,end2,end1")
    withExtendedLifetime(live) {}
  }

  @Test func `K-7 a mutation is reduced before the next one is made`() {
    var reactor = joined()
    reactor.mutation = { [log] _, scope in
      .make { emitter in
        for mutation in ["1", "2", "3"] {
          emitter.next(mutation)
          log(scope.currentState)
        }
        emitter.complete()
      }
    }
    live(reactor).send("go")
    #expect(log.take() == ["1", "12", "123"])
  }

  @Test func `K-8 what is sent from a body, a reducer or an observer waits: a1 a2 a3 b1 b2 b3`()
    throws
  {
    for way in ["observer", "reduce", "mutate"] {
      var live: LiveReactor<Made<String>>?
      var reactor = joined()
      reactor.mutation = { action, scope in
        if way == "mutate", action == "a" { scope.send("b") }
        return .of("\(action)1", "\(action)2", "\(action)3")
      }
      reactor.next = { [log] state, mutation in
        log(mutation)
        if way == "reduce", mutation == "a1" { live?.send("b") }
        return mutation
      }
      live = self.live(reactor)
      live?.observe { if way == "observer", $0 == "a1" { live?.send("b") } }
      live?.send("a")
      #expect(log.take().joined(separator: " ") == "a1 a2 a3", "sent from \(way)")
      try clock.settle()
      #expect(log.take().joined(separator: " ") == "b1 b2 b3", "sent from \(way)")
      live = nil
    }
  }

  @Test func `K-9 a failing body keeps what it did and the reactor lives: 1,20,3`() {
    var reactor = joined()
    reactor.mutation = { action, _ in
      switch action {
      case "a": .just("1")
      case "b": .concat(.just("20"), .fail(Oops(text: "b")), .just("21"))
      default: .just("3")
      }
    }
    reactor.next = { $0.isEmpty ? $1 : "\($0),\($1)" }
    let live = live(reactor)
    for action in ["a", "b", "c"] { live.send(action) }
    #expect(live.currentState == "1,20,3")
    #expect(log.take() == [#"mutate("b"): Oops(text: "b")"#])
  }

  @Test
  func `K-10 a failing transform of actions or mutations ends the reactor, its states complete`() {
    for isAction in [true, false] {
      var reactor = summing()
      let failing = { (flow: Flow<String>) in
        flow.tap { if $0 == "bad" { throw Oops(text: "bad") } }
      }
      if isAction { reactor.actions = failing } else { reactor.mutations = failing }
      let live = live(reactor)
      live.states.subscribe(
        in: clock.scheduler, next: { [log] in log("\($0)") }, completed: { [log] in log("over") })
      for action in ["1", "bad", "2"] { live.send(action) }
      let place = isAction ? "transformAction" : "transformMutation"
      #expect(
        log.take() == [
          "0", "1", #"\#(place): Oops(text: "bad")"#, "over",
          #"ended("2"): the reactor has ended"#,
        ])
      #expect(live.currentState == 1)
    }
  }

  @Test func `K-10 actions that complete let the bodies go on, and the states complete with them`()
    throws
  {
    var reactor = summing()
    reactor.actions = { $0.take(2) }
    reactor.mutation = { action, _ in .concat(.just(action), .after(nanoseconds: 5, "10")) }
    let live = live(reactor)
    live.states.subscribe(
      in: clock.scheduler, next: { [log] in log("\($0)") }, completed: { [log] in log("over") })
    for action in ["1", "2", "3"] { live.send(action) }
    #expect(log.take() == ["0", "1", "3"])
    try clock.advance(nanoseconds: 5)
    #expect(log.take() == ["13", "23", "over"])
    live.send("4")
    live.states.subscribe(
      in: clock.scheduler, next: { [log] in log("\($0)") }, completed: { [log] in log("over") })
    #expect(log.take() == ["23", "over"])
  }

  @Test func `K-10 mutations or states that complete cancel what runs`() throws {
    for isMutation in [true, false] {
      var reactor = summing()
      reactor.mutation = { [log] action, _ in
        .concat(.just(action), .after(nanoseconds: 5, "10").tap { _ in log("late") })
      }
      if isMutation {
        reactor.mutations = { $0.take(2) }
      } else {
        reactor.states = { $0.take(3) }
      }
      let live = live(reactor)
      live.states.subscribe(
        in: clock.scheduler, next: { [log] in log("\($0)") }, completed: { [log] in log("over") })
      for action in ["1", "2", "3"] { live.send(action) }
      try clock.advance(nanoseconds: 9)
      #expect(log.take() == ["0", "1", "3", "over"])
    }
  }

  @Test func `K-10 the end goes down the transforms, each in its time`() throws {
    var reactor = summing()
    reactor.actions = { $0.end { $0 == "2" }.delay(nanoseconds: 2) }
    reactor.mutations = { $0.debounce(nanoseconds: 50) }
    reactor.states = { $0.delay(nanoseconds: 3) }
    let live = live(reactor)
    live.states.subscribe(
      in: clock.scheduler, next: { [log, clock] in log("\($0) at \(clock.now.nanoseconds)") },
      completed: { [log, clock] in log("over at \(clock.now.nanoseconds)") })
    try clock.advance(nanoseconds: 10)
    _ = log.take()
    for action in ["1", "2", "3"] { live.send(action) }
    try clock.advance(nanoseconds: 90)
    #expect(log.take() == ["2 at 15", "over at 15"])
  }

  @Test func `K-10 what was merged in goes on behind the end of the actions`() {
    let global = Source<String>()
    var reactor = summing()
    reactor.actions = { $0.take(1) }
    reactor.mutations = { $0.merge(global.flow) }
    let live = live(reactor)
    live.states.subscribe(
      in: clock.scheduler, next: { [log] in log("\($0)") }, completed: { [log] in log("over") })
    for action in ["1", "2"] { live.send(action) }
    global.next("5")
    #expect(log.take() == ["0", "1", "6"])
    global.complete()
    #expect(log.take() == ["over"])
  }

  @Test func `K-10 an error of the actions ends the states, which let out what they hold`() {
    var reactor = summing()
    reactor.actions = { $0.tap { if $0 == "bad" { throw Oops(text: "bad") } } }
    reactor.states = { $0.debounce(nanoseconds: 5) }
    let live = live(reactor)
    live.states.subscribe(
      in: clock.scheduler, next: { [log] in log("\($0)") }, completed: { [log] in log("over") })
    for action in ["1", "bad"] { live.send(action) }
    #expect(log.take() == ["0", #"transformAction: Oops(text: "bad")"#, "1", "over"])
  }

  @Test func `K-10 states that end with the first begin no transform`() {
    var reactor = summing()
    reactor.states = { $0.take(1) }
    reactor.mutations = { $0.merge(.just("7")) }
    let live = live(reactor)
    live.send("1")
    #expect(live.currentState == 0)
    #expect(log.take() == [])
  }

  @Test func `K-11 a failing transform of states fails them, and later subscribers get the error`()
  {
    var reactor = summing()
    reactor.states = { flow in flow.tap { if $0 == 3 { throw Oops(text: "three") } } }
    let live = live(reactor)
    func listen() {
      live.states.subscribe(
        in: clock.scheduler, next: { [log] in log("\($0)") }, failed: { [log] _ in log("failed") })
    }
    listen()
    for action in ["1", "2", "3"] { live.send(action) }
    #expect(
      log.take() == [
        "0", "1", #"transformState: Oops(text: "three")"#, "failed",
        #"ended("3"): the reactor has ended"#,
      ])
    listen()
    #expect(log.take().last == "failed")
  }

  @Test func `K-12 every mutation emits a state, also an equal one`() {
    let live = live(summing())
    live.observe { [log] in log("\($0)") }
    live.send("0")
    live.send("0")
    #expect(log.take() == ["0", "0", "0"])
  }

  @Test func `K-13 who comes later gets the latest state at once`() {
    let live = live(summing())
    live.send("1")
    live.send("2")
    live.observe { [log] in log("\($0)") }
    #expect(log.take() == ["3"])
  }

  @Test func `K-14 the current state is set before observers hear, and is the old one in reduce`() {
    var live: LiveReactor<Made<Int>>?
    var reactor = summing()
    reactor.next = { [log] state, mutation in
      log("reduce at \(live?.currentState ?? -1)")
      return state + 1
    }
    live = self.live(reactor)
    live?.observe { [log] state in
      if let live { log("\(state) at \(live.currentState)") }
    }
    _ = log.take()
    live?.send("x")
    live?.send("x")
    #expect(log.take() == ["reduce at 0", "1 at 1", "reduce at 1", "2 at 2"])
    live = nil
  }

  @Test func `K-15 reduce goes on from the state before its transform: 100,101,102`() {
    var reactor = summing()
    reactor.states = { $0.map { $0 + 100 } }
    let live = live(reactor)
    live.observe { [log] in log("\($0)") }
    live.send("1")
    live.send("1")
    #expect(log.take().joined(separator: ",") == "100,101,102")
  }

  @Test func `K-16 a merged source that gives at once is in the first state`() {
    let global = Source<String>()
    var reactor = joined()
    reactor.mutations = { $0.merge(.concat(.just("first"), global.flow)) }
    let live = live(reactor)
    live.observe { [log] in log($0) }
    global.next(" later")
    live.send(" own")
    #expect(log.take() == ["first", "first later", "first later own"])
  }

  @Test func `K-17 take until an action ends at once, though the action waits: a1 then b1 b2 b3`()
    throws
  {
    var live: LiveReactor<Made<String>>?
    var reactor = joined()
    reactor.mutation = { action, scope in
      Flow.of("\(action)1", "\(action)2", "\(action)3")
        .take(until: scope.actions.filter { $0 == "b" })
    }
    reactor.next = { [log] _, mutation in
      log(mutation)
      return mutation
    }
    live = self.live(reactor)
    live?.observe { if $0 == "a1" { live?.send("b") } }
    live?.send("a")
    try clock.settle()
    #expect(log.take().joined(separator: " ") == "a1 b1 b2 b3")
    live = nil
  }

  @Test func `K-17 a stopwatch starts and stops`() throws {
    var reactor = joined()
    reactor.mutation = { action, scope in
      guard action == "start" else { return .empty }
      return Flow.every(nanoseconds: 10).map { "\($0 + 1) " }
        .take(until: scope.actions.filter { $0 == "stop" })
    }
    let live = live(reactor)
    live.send("start")
    try clock.advance(nanoseconds: 25)
    live.send("stop")
    try clock.advance(nanoseconds: 100)
    #expect(live.currentState == "1 2 ")
    #expect(clock.scheduler.timerCount == 0)
  }

  @Test
  func
    `K-18 steps of a body follow each other, a guard drops what is asked twice, and only the call ends`()
    throws
  {
    var reactor = joined()
    reactor.mutation = { action, scope in
      if action == "cancel" || scope.currentState.hasSuffix("loading ") { return .empty }
      let call = Flow.after(nanoseconds: 10, "items ")
        .take(until: scope.actions.filter { $0 == "cancel" })
      return .concat(.just("loading "), call, .just("done "))
    }
    let live = live(reactor)
    live.send("load")
    live.send("load")
    try clock.advance(nanoseconds: 10)
    #expect(live.currentState == "loading items done ")
    live.send("load")
    live.send("cancel")
    #expect(live.currentState == "loading items done loading done ")
  }

  struct Alert {
    @Pulse var message: String?
    var count = 0
  }

  @Test func `K-19 a pulse is heard at every assignment, also of an equal value, and at no other`()
  {
    var reactor = Made<Alert>(initialState: Alert()) { state, mutation in
      var state = state
      switch mutation {
      case "count": state.count += 1
      case "twice":
        state.message = "first"
        state.message = "second"
      default: state.message = mutation
      }
      return state
    }
    reactor.mutation = { action, _ in .just(action) }
    let live = live(reactor)
    live.pulse(\.$message).subscribe(in: clock.scheduler, next: { [log] in log($0 ?? "none") })
    for action in ["a", "a", "count", "twice", "count"] { live.send(action) }
    #expect(log.take() == ["none", "a", "a", "second"])
    #expect(live.currentState.$message.valueUpdatedCount == 4)
  }

  @Test func `K-19 a pulse goes with its state through the transform of states`() throws {
    var reactor = Made<Alert>(initialState: Alert()) { state, mutation in
      var state = state
      if mutation == "count" { state.count += 1 } else { state.message = mutation }
      return state
    }
    reactor.states = { $0.delay(nanoseconds: 10) }
    let live = live(reactor)
    live.pulse(\.$message).subscribe(in: clock.scheduler, next: { [log] in log($0 ?? "none") })
    live.send("count")
    try clock.advance(nanoseconds: 5)
    live.send("a")
    try clock.advance(nanoseconds: 5)
    #expect(live.currentState.count == 1)
    #expect(log.take() == ["none"])
    try clock.advance(nanoseconds: 5)
    #expect(log.take() == ["a"])
  }

  @Test func `K-20 a stub records actions and shows the state it is given`() {
    let live = live(summing())
    live.send("1")
    live.observe { [log] in log("\($0)") }
    let stub = live.stub()
    live.send("5")
    #expect(live.stub() === stub)
    live.send("6")
    #expect(stub.actions == ["5", "6"])
    #expect(live.currentState == 1)
    stub.state = 9
    #expect(live.currentState == 9)
    #expect(log.take() == ["1", "9"])
  }

  @Test func `K-21 setting an equal state on a stub is heard again`() {
    let live = live(summing())
    let stub = live.stub()
    live.observe { [log] in log("\($0)") }
    stub.state = 0
    stub.state = 0
    #expect(log.take() == ["0", "0", "0"])
  }

  @Test func `K-22 when a reactor goes, so does all that ran in it`() throws {
    var reactor = joined()
    reactor.mutation = { action, scope in
      .concat(.just(action), .after(nanoseconds: 10, scope.currentState + action))
    }
    reactor.next = { [log] state, mutation in
      log(mutation)
      return state + mutation
    }
    reactor.states = { $0.delay(nanoseconds: 1) }
    weak var gone: LiveReactor<Made<String>>?
    do {
      let live = live(reactor)
      gone = live
      live.observe { _ in }
      live.send("a")
      #expect(clock.scheduler.timerCount > 0)
    }
    #expect(gone == nil)
    #expect(clock.scheduler.timerCount == 0)
    try clock.advance(nanoseconds: 100)
    #expect(log.take() == ["a"])
  }

  @Test func `K-22 who observes a reactor is let go of with it, and held by nobody`() throws {
    final class Held {}
    weak var held: Held?
    do {
      let mine = Held()
      held = mine
      let live = live(
        Made<Int>(initialState: 0) { state, _ in state + 1 })
      live.observe { _ in _ = mine }
      live.send("add")
    }
    #expect(held == nil)
  }

  @Test func `K-22 the cell of a property keeps its last value, and not the state`() throws {
    final class Held {}
    struct State {
      var count = 0
      let held = Held()
    }
    weak var held: Held?
    let read: Derived<Int>
    let unread: Derived<Int>
    do {
      let live = live(
        Made<State>(initialState: State()) { state, _ in
          var state = state
          state.count += 1
          return state
        })
      held = live.currentState.held
      (read, unread) = (live.property(\.count), live.property(\.count))
      #expect(try read.value == 0 && live[\.count] == 0)
      live.send("add")
      #expect(held != nil)
    }
    #expect(held == nil)
    #expect(try read.value == 1 && unread.value == 1)
  }

  @Test func `K-25 who reads one property runs again for that property alone`() throws {
    struct State {
      var count = 0
      var isLoading = false
    }
    let reactor = Made<State>(initialState: State()) { state, mutation in
      var state = state
      if mutation == "load" { state.isLoading = true } else { state.count += 1 }
      return state
    }
    let live = live(reactor)
    try clock.graph.computation { [log, unowned live] _ in log("loading \(live[\.isLoading])") }
    try clock.graph.computation { [log, unowned live] _ in log("count \(live[\.count])") }
    try clock.graph.computation { [log, unowned live] _ in log("all \(live.state.count)") }
    _ = log.take()
    live.send("add")
    try clock.settle()
    #expect(log.take().sorted() == ["all 1", "count 1"])
    live.send("load")
    try clock.settle()
    #expect(log.take().sorted() == ["all 1", "loading true"])
    live.send("load")
    try clock.settle()
    #expect(log.take() == ["all 1"])
  }

  @Test func `K-26 reactors are told apart by identity`() {
    let first = live(summing())
    let second = live(summing())
    #expect(first === first)
    #expect(first !== second)
  }

  @Test func `K-27 the tutorial's reactor gives three repositories for a query and none for none`()
  {
    var reactor = Made<[String]>(initialState: ["old"]) { _, mutation in
      mutation.split(separator: " ").map(String.init)
    }
    reactor.mutation = { action, _ in
      .just(action.isEmpty ? "" : (1...3).map { "\(action)\($0)" }.joined(separator: " "))
    }
    let live = live(reactor)
    live.send("swift")
    #expect(live.currentState == ["swift1", "swift2", "swift3"])
    live.send("")
    #expect(live.currentState == [])
  }
}
