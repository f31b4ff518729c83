import Reactor

/// A sum.
struct Bar: Equatable {
  var total = 0
}

struct Raise: Action { let amount: Int }

extension Bar {
  static var parcel: Parcel<Bar> {
    Parcel(
      reducers: [.init(Raise.self) { raise, bar in bar.total += raise.amount }],
      middleware: [
        // What is answered goes on instead.
        .init(Raise.self) { raise, _ in Raise(amount: min(raise.amount, 100)) }
      ])
  }
}
