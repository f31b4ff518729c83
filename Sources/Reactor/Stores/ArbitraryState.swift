/// The state of what needs none: a part of every state, always equal. After Resin's.
public struct ArbitraryState: Equatable {
  /// An empty state.
  public init() {}
}

extension Equatable {
  var arbitrary: ArbitraryState {
    get { ArbitraryState() }
    set {}
  }
}

extension Store {
  /// This store, seeing nothing of its state.
  public func unseeing() -> Store<ArbitraryState> { focused(by: \.arbitrary) }
}

extension Parcel where State == ArbitraryState {
  /// The parcel of any state: it needs none.
  public func unfocused<Whole>() -> Parcel<Whole> { unfocused(by: \.arbitrary) }
}
