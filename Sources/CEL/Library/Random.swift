internal import Values

extension Library {
  /// Chance without state, by kro's names: the same seed gives the same, on every machine and in
  /// every version.
  static let random = Library(
    "random",
    functions: [
      Function(
        "random.seededInt", arity: 3, "int, int, string | int -> int",
        """
        an int from the first number up to the second, which is left out, by the seed alone
        random.seededInt(1, 7, 'throw 1') => 1
        """,
        .variadic { (arguments, budget) throws(Fault) in
          guard case .int(let least) = arguments[0], case .int(let end) = arguments[1] else {
            throw .noOverload
          }
          var numbers = SeededNumbers(try seed(arguments[2], &budget))
          guard least < end else {
            throw Fault(.badArgument, "there is no int from \(least) up to below \(end)")
          }
          let span = UInt64(bitPattern: end) &- UInt64(bitPattern: least)
          return .int(least &+ Int64(truncatingIfNeeded: numbers.next(below: span)))
        }),
      Function(
        "random.seededString", arity: 2, "int, string | int -> string",
        """
        so many of the characters 0 to 9 and a to z, by the seed alone
        random.seededString(8, 'order 1') => "bvl26095"
        """,
        .variadic { (arguments, budget) throws(Fault) in
          guard case .int(let count) = arguments[0] else { throw .noOverload }
          var numbers = SeededNumbers(try seed(arguments[1], &budget))
          guard count >= 0 else {
            throw Fault(.badArgument, "a text cannot have \(count) characters")
          }
          try budget.charge(making: Int(clamping: count))
          let letters = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
          let text = (0..<Int(count)).map { _ in letters[Int(numbers.next(below: 36))] }
          return .string(String(decoding: text, as: UTF8.self))
        }),
    ])

  /// An int is the seed that its decimal digits are.
  private static func seed(_ value: Value, _ budget: inout Budget) throws(Fault) -> String {
    switch value {
    case .string(let text):
      try budget.charge(scanning: text.utf8.count)
      return text
    case .int(let int): return String(int)
    default: throw .noOverload
    }
  }
}

/// Numbers that follow from a text, by its FNV-1a hash of 64 bits.
struct SeededNumbers {
  private var numbers: SplitMix64

  init(_ seed: String) {
    numbers = SplitMix64(seed: Text.hash(seed))
  }

  /// The high half of a number times `bound`: even but for one part in 2^64 / `bound`.
  mutating func next(below bound: UInt64) -> UInt64 {
    numbers.next().multipliedFullWidth(by: bound).high
  }
}
