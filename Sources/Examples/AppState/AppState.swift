import Reactor

/// Resin's example: the state of an app with two components, each of which sees its own part.
struct AppState: Equatable {
  var foo = Foo()
  var bar = Bar()
}

struct Reset: Action {}
struct Explode: Action {}

/// The app: it adds what its components bring, and need not know what that is.
///
/// `swift run AppStateExample`. The same model is `scenarios/passing/stores/app-state.yaml`, and
/// `AppStateExampleTests` holds what the two come to side by side.
@main
public enum AppStateExample {
  static func main() throws { try run { print($0) } }

  public static func run(_ write: @escaping (String) -> Void) throws {
    let graph = Graph()
    let clock = VirtualClock(graph)
    let store = Store(AppState(), on: clock, label: "app")
    store.onFault = { write("report: app: \($0.message)") }

    // Every middleware sees the state from before the action; the order is that of adding.
    store.add(
      Store<AppState>.Middleware { action, _ in
        write("log: \("\(type(of: action))".lowercased())")
        return action
      })
    store.add(.init(Reset.self) { _, app in app = AppState() })
    store.add(Foo.parcel(clock).unfocused(by: \.foo))
    store.add(Bar.parcel.unfocused(by: \.bar))

    // What watches the state runs again where the property that it has read is another.
    let foo = store.focused(by: \.foo)
    try graph.computation { _ in
      write("items: \(foo[\.isLoading] ? "loading" : foo[\.items].joined(separator: ", "))")
    }
    try graph.computation { _ in write("total: \(store[\.bar.total])") }
    try graph.computation { _ in
      write("screens: \(store.presented.map { "\($0.screen)" }.joined(separator: ", "))")
    }
    try events(store, clock, write)
  }

  /// What the scenario's steps are: each dispatch is a turn, and settles before the next.
  private static func events(
    _ store: Store<AppState>, _ clock: VirtualClock, _ write: (String) -> Void
  ) throws {
    for action in [Add(text: "Milk"), Raise(amount: 3), Raise(amount: 1000), Add(text: ""), Load()]
      as [any Action]
    {
      write("> \(action)")
      store.dispatch(action)
      try clock.settle()
    }
    write("> 200ms later")
    try clock.advance(by: .milliseconds(200))

    write("> present, dismiss, dismiss")
    store.present(Details(index: 0))
    try clock.settle()
    store.dismiss()
    try clock.settle()
    store.dismiss()

    for action in [Explode(), Reset()] as [any Action] {
      write("> \(action)")
      store.dispatch(action)
      try clock.settle()
    }
  }
}
