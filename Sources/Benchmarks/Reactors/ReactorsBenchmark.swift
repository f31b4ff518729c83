import Reactor

/// 100,000 actions of one mutation each through a reactor, with a flush after each, and computations
/// that watch. What dominates is seen by taking parts away: the computations, the flush.
struct ReactorsBenchmark {
  private let rounds = 7
  private let actions = 100_000

  func run() {
    print("actions a second, \(actions) actions of one mutation each, best of \(rounds)")
    report("no computations", watching: 0)
    report("one computation", watching: 1)
    report("ten computations", watching: 10)
    report("ten computations of another property", watching: 10, another: true)
    report("ten computations, every action from inside a turn", watching: 10, isPosted: true)
    report("ten computations, bodies that wait", watching: 10, isWaiting: true)
    for count in [100, 10_000, 1_000_000] { reportInPlace(count) }
    print("peak memory: \(Memory.peak / 1024) MB")
  }

  func report(
    _ name: String, watching: Int, another: Bool = false, isPosted: Bool = false,
    isWaiting: Bool = false
  ) {
    var best = Int.max
    for _ in 0..<rounds {
      let clock = VirtualClock(Graph())
      let live = LiveReactor(Counting(isWaiting: isWaiting), on: clock)
      let count = live.property(\.count)
      let name = live.property(\.name)
      var runs = 0
      for _ in 0..<watching {
        _ = try? clock.graph.computation { _ in
          if another { _ = try name.value } else { _ = try count.value }
          runs += 1
        }
      }
      let start = Clock.nanoseconds()
      for index in 0..<actions {
        if isPosted {
          clock.scheduler.post("event") { live.send(.add(index)) }
        } else {
          live.send(.add(index))
        }
        if isWaiting { try? clock.advance(nanoseconds: 1) } else { try? clock.settle() }
      }
      best = min(best, Clock.nanoseconds() - start)
      precondition(live.currentState.count == actions * (actions - 1) / 2)
      precondition(runs == watching * (another ? 1 : isWaiting || !isPosted ? actions : actions))
    }
    write(name, best, actions)
  }

  /// Appends to a list of so many elements: what is copied would show.
  private func reportInPlace(_ count: Int) {
    var best = Int.max
    let times = 10_000
    for _ in 0..<rounds {
      let clock = VirtualClock(Graph())
      let live = LiveReactor(Collecting(count: count), on: clock)
      let last = live.property(\.last)
      _ = try? clock.graph.computation { _ in _ = try last.value }
      let start = Clock.nanoseconds()
      for index in 0..<times {
        live.send(index)
        try? clock.settle()
      }
      best = min(best, Clock.nanoseconds() - start)
    }
    write("changing one of \(count) elements in place", best, times)
  }

  private func write(_ name: String, _ nanoseconds: Int, _ count: Int) {
    let each = Double(nanoseconds) / Double(count)
    let rate = (100_000 / each).rounded() / 100
    print("\(name): \(rate) million, \(each.rounded()) ns each")
  }
}

private struct Counting: StateReactor {
  enum Action { case add(Int) }
  enum Mutation { case increase(Int) }
  struct State {
    var count = 0
    var name = "counting"
    var list = ["a", "b"]
  }

  let isWaiting: Bool
  let initialState = State()

  func mutate(_ action: Action, _ scope: ReactorScope<Counting>) -> Flow<Mutation> {
    switch action {
    case .add(let amount):
      isWaiting ? .after(nanoseconds: 1, .increase(amount)) : .just(.increase(amount))
    }
  }

  func reduce(_ state: State, _ mutation: Mutation) -> State {
    var state = state
    switch mutation {
    case .increase(let amount): state.count += amount
    }
    return state
  }
}

private struct Collecting: InPlaceReactor {
  struct State {
    var list: [Int]
    var last = 0
  }

  typealias Action = Int
  typealias Mutation = Int
  let count: Int

  var initialState: State { State(list: Array(repeating: 0, count: count)) }

  func reduce(into state: inout State, _ mutation: Int) {
    state.list[mutation % count] = mutation
    state.last = mutation
  }
}
