// The room of scalars that formulas work with.
//
// Layout: a block of so many values of the dynamic kind, all of which are initialised when it is made, and always hold
// scalars.
//
// Why it is sound: a block is noncopyable, so that it has one owner, which frees it when it goes; until then its places
// stay where they are. There is nothing in a scalar to be given up, so that places are written and freed as plain bits.
import Values

/// Scalars side by side, each at a place that stays.
@safe
struct ScalarBlock: ~Copyable {
  private let start: Address<Value>

  /// These, and behind them so many nulls.
  init(_ scalars: [ScalarValue], nulls count: Int) {
    unsafe start = Address(.allocate(capacity: scalars.count + count))
    for (index, scalar) in scalars.enumerated() { Payload.putScalar(scalar, at: start + index) }
    for index in 0..<count { Payload.putScalar(.null, at: start + (scalars.count + index)) }
  }

  deinit { unsafe start.pointer.deallocate() }

  /// Where one of them stands.
  func address(_ index: Int) -> Address<Value> { start + index }
}
