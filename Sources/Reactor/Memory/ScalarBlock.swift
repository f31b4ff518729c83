// The room of values that formulas work with.
//
// Layout: a block of so many values of the dynamic kind, all of which are initialised when it is made: first those that
// stand in the formula, which stay, then those that are worked out, which are always scalars.
//
// Why it is sound: a block is noncopyable, so that it has one owner, which frees it when it goes; until then its places
// stay where they are. There is nothing in a scalar to be given up, so that its place is written and freed as plain bits;
// what stands in the formula is given up at the end.
import Values

/// Values side by side, each at a place that stays.
@safe
struct ScalarBlock: ~Copyable {
  private let start: Address<Value>
  private let literalCount: Int

  /// These, and behind them so many nulls.
  init(_ literals: [Value], nulls count: Int) {
    unsafe start = Address(.allocate(capacity: literals.count + count))
    literalCount = literals.count
    for (index, literal) in literals.enumerated() {
      unsafe (start + index).pointer.initialize(to: literal)
    }
    for index in 0..<count { Payload.putScalar(.null, at: start + (literals.count + index)) }
  }

  deinit {
    unsafe start.pointer.deinitialize(count: literalCount)
    unsafe start.pointer.deallocate()
  }

  /// Where one of them stands.
  func address(_ index: Int) -> Address<Value> { start + index }
}
