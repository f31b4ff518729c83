@testable import Reactor

/// A state of two parts, one of which may be missing.
struct Home: Equatable {
  var title = "home"
  var left = Tally()
  var right = Tally()
  var guest: Tally?
}

struct Tally: Equatable {
  var count = 0
  var notes: [String] = []
}

struct Add: Action { let amount: Int }
struct Note: Action { let text: String }
struct Rename: Action { let title: String }
struct Unknown: Action {}

extension Store<Tally>.Reducer {
  static var add: Self {
    Self { (action: Add, tally: inout Tally) in tally.count += action.amount }
  }

  static var note: Self {
    Self { (action: Note, tally: inout Tally) in tally.notes.append(action.text) }
  }
}

extension Store<Home>.Reducer {
  static var rename: Self {
    Self { (action: Rename, home: inout Home) in home.title = action.title }
  }
}

/// A store with what it runs on, and a log of what it reports.
struct HomeWorld {
  let graph = Graph()
  let scheduler = Scheduler()
  let log = Log()
  let store: Store<Home>

  init(
    _ home: Home = Home(), reducers: [Store<Home>.Reducer] = [],
    left: [Store<Tally>.Reducer] = [], right: [Store<Tally>.Reducer] = []
  ) {
    store = Store(home, graph, scheduler, label: "home")
    store.onFault = { [log] in log($0.message) }
    for reducer in reducers { store.add(reducer) }
    for reducer in left { store.focused(by: \.left).add(reducer) }
    for reducer in right { store.focused(by: \.right).add(reducer) }
  }

  /// Takes all turns, with a flush after each.
  func settle() throws {
    var limit = 1000
    try scheduler.settle(limit: &limit) { _ in try graph.flush() }
  }
}
