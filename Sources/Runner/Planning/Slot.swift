/// What a name in a formula stands for, packed into the number that a program reads it by.
enum Slot {
  case local(Int)
  case cell(Int)
  /// What the computation emitted last; only expectations and properties see these.
  case computation(Int)
  /// The virtual time.
  case now

  var number: Int {
    switch self {
    case .local(let index): index << 2
    case .cell(let index): index << 2 | 1
    case .computation(let index): index << 2 | 2
    case .now: 3
    }
  }

  init(number: Int) {
    switch number & 3 {
    case 0: self = .local(number >> 2)
    case 1: self = .cell(number >> 2)
    case 2: self = .computation(number >> 2)
    default: self = .now
    }
  }
}
