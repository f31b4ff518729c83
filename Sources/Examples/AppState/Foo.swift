import Reactor

/// A list, kept by hand or loaded.
struct Foo: Equatable {
  var items: [String] = []
  var isLoading = false
}

struct Add: Action { let text: String }
struct Load: Action {}
struct Loaded: Action { let items: [String] }
struct Details: PresentationIdentifier { let index: Int }

extension Foo {
  static func parcel(_ clock: VirtualClock) -> Parcel<Foo> {
    Parcel(
      reducers: [
        .init(Add.self) { add, foo in foo.items.append(add.text) },
        .init(Load.self) { _, foo in foo.isLoading = true },
        .init(Loaded.self) { loaded, foo in
          foo.items = loaded.items
          foo.isLoading = false
        },
      ],
      middleware: [
        // Nil ends an action.
        .init(Add.self) { add, _ in add.text.isEmpty ? nil : add },
        // Work is started here; the answer comes as an action of its own.
        .init(Load.self) { load, store in
          try store.dispatch(Loaded(items: ["Bread"] + store[\.items]), after: .milliseconds(200))
          return load
        },
      ],
      routes: [
        .init(Details.self) { details, foo in
          "\(foo[\.items][details.index]) of \(foo[\.items.count])"
        }
      ])
  }
}
