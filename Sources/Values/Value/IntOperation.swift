/// What a host can do with two ints by itself: it can only go wrong by leaving the range of ints.
@frozen
package enum IntOperation: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// The first of them alone.
  case first
  case sum
  case difference
  case product
  case equal
  case unequal
  case less
  case lessOrEqual
  case greater
  case greaterOrEqual
}
