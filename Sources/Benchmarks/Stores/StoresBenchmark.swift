import Reactor

/// 100,000 actions through a store with two middlewares and a focused parcel, with a flush after
/// each, and computations that watch. What dominates is seen by taking parts away.
struct StoresBenchmark {
  private let rounds = 7
  private let actions = 100_000

  func run() {
    print("actions a second, \(actions) actions of one reducer each, best of \(rounds)")
    report("no middleware, no computations", middleware: 0, watching: 0)
    report("two middlewares", middleware: 2, watching: 0)
    report("ten computations", middleware: 0, watching: 10)
    report("two middlewares, ten computations", middleware: 2, watching: 10)
    report(
      "the same, ten computations of another property", middleware: 2, watching: 10, other: true)
    report("the same, every action a turn of its own", middleware: 2, watching: 10, isPosted: true)
    for count in [100, 10_000, 1_000_000] { reportInPlace(count) }
    print("peak memory: \(Memory.peak / 1024) MB")
  }

  private func report(
    _ name: String, middleware: Int, watching: Int, other: Bool = false, isPosted: Bool = false
  ) {
    var best = Int.max
    for _ in 0..<rounds {
      let clock = VirtualClock(Graph())
      let store = Store(App(list: []), on: clock)
      for _ in 0..<middleware {
        store.add(Store<App>.Middleware { action, store in store[\.isOpen] ? action : nil })
      }
      store.add(Counter.parcel.unfocused(by: \.counter))
      let count = store.focused(by: \.counter).property(\.count)
      let isOpen = store.property(\.isOpen)
      var runs = 0
      for _ in 0..<watching {
        _ = try? clock.graph.computation { _ in
          if other { _ = try isOpen.value } else { _ = try count.value }
          runs += 1
        }
      }
      let start = Clock.nanoseconds()
      for index in 0..<actions {
        if isPosted {
          store.dispatch(Add(amount: index))
          try? clock.settle()
        } else {
          store.dispatchNow(Add(amount: index))
          try? clock.graph.flush()
        }
      }
      best = min(best, Clock.nanoseconds() - start)
      precondition(store.peek().counter.count == actions * (actions - 1) / 2)
      // The first action adds nothing.
      precondition(runs == watching * (other ? 1 : actions))
    }
    write(name, best, actions)
  }

  /// Changes one element of a list of so many: what is copied would show.
  private func reportInPlace(_ count: Int) {
    var best = Int.max
    let times = 10_000
    for _ in 0..<rounds {
      let clock = VirtualClock(Graph())
      let store = Store(App(list: Array(repeating: 0, count: count)), on: clock)
      store.add(
        Store<App>.Reducer(Add.self) { add, app in
          app.list[add.amount % app.list.count] = add.amount
          app.counter.count = add.amount
        })
      let last = store.property(\.counter.count)
      _ = try? clock.graph.computation { _ in _ = try last.value }
      let start = Clock.nanoseconds()
      for index in 0..<times {
        store.dispatchNow(Add(amount: index))
        try? clock.graph.flush()
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

private struct App: Equatable {
  var counter = Counter()
  var isOpen = true
  var list: [Int]
}

private struct Counter: Equatable {
  var count = 0

  static var parcel: Parcel<Counter> {
    Parcel(reducers: [.init(Add.self) { add, counter in counter.count += add.amount }])
  }
}

private struct Add: Action { let amount: Int }
