/// What a cell reads of a state that may go before it does, for a cell stays as long as its graph.
@usableFromInline
protocol Living: AnyObject {
  /// Lets go of the state, and keeps what was read of it last.
  func leave()
}

/// A read of a state while that is there, then what it gave last.
@usableFromInline
final class LivingRead<Value>: Living {
  @usableFromInline
  enum Origin {
    case state(() -> Value)
    case last(Value)
  }

  @usableFromInline var origin: Origin

  @inlinable
  init(_ read: @escaping () -> Value) { origin = .state(read) }

  @inlinable
  var value: Value {
    switch origin {
    case .state(let read): read()
    case .last(let value): value
    }
  }

  @usableFromInline
  func leave() {
    // The end of the state may run code that comes back here.
    let old = origin
    origin = .last(value)
    withExtendedLifetime(old) {}
  }
}
