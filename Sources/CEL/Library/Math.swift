internal import Values

extension Library {
  /// The functions on numbers of cel-go's extension of that name.
  static let math = Library(
    "math",
    functions: [
      extreme(
        "math.greatest", .greater,
        """
        the greatest of the arguments, or of a list's elements; the first of several
        math.greatest(-42.0, -21.5, -100.0) => -21.5
        math.greatest([1, 2]) => 2
        """),
      extreme(
        "math.least", .less,
        """
        the least of the arguments, or of a list's elements; the first of several
        math.least(-42.0, -21.5, -100.0) => -100.0
        """),
      rounding(
        "math.ceil", .up,
        """
        the next whole number that is not less
        math.ceil(1.2) => 2.0
        """),
      rounding(
        "math.floor", .down,
        """
        the next whole number that is not greater
        math.floor(-1.2) => -2.0
        """),
      rounding(
        "math.round", .toNearestOrAwayFromZero,
        """
        the nearest whole number, of two the one away from zero
        math.round(-1.5) => -2.0
        """),
      rounding(
        "math.trunc", .towardZero,
        """
        the number without its fraction
        math.trunc(-1.3) => -1.0
        """),
      test(
        "math.isNaN",
        """
        whether the double is no number
        math.isNaN(0.0 / 0.0) => true
        """, \.isNaN),
      test(
        "math.isInf",
        """
        whether the double is infinite
        math.isInf(1.0 / 0.0) => true
        """, \.isInfinite),
      test(
        "math.isFinite",
        """
        whether the double is neither infinite nor NaN
        math.isFinite(0.0 / 0.0) => false
        """, \.isFinite),
      abs, sign, sqrt, bitNot,
      bits(
        "math.bitAnd",
        """
        the bits that both numbers have
        math.bitAnd(3u, 2u) => 2u
        """, { $0 & $1 }),
      bits(
        "math.bitOr",
        """
        the bits that either number has
        math.bitOr(1u, 2u) => 3u
        """, { $0 | $1 }),
      bits(
        "math.bitXor",
        """
        the bits that one of the numbers has and the other has not
        math.bitXor(3u, 5u) => 6u
        """, { $0 ^ $1 }),
      shift(
        "math.bitShiftLeft",
        """
        the bits moved up by so many places, zeros behind them
        math.bitShiftLeft(1, 2) => 4
        """, { $0 << $1 }),
      shift(
        "math.bitShiftRight",
        """
        the bits moved down by so many places, zeros before them
        math.bitShiftRight(1024, 2) => 256
        """, { $0 >> $1 }),
    ])

  /// The first of the arguments, or of one list's elements, that none exceeds.
  private static func extreme(
    _ name: String, _ better: NumberOrder, _ documentation: Documentation
  ) -> Function {
    Function(
      name, arity: 1,
      """
      int... -> int; uint... -> uint; double... -> double; number... -> dyn;
      list(int) -> int; list(uint) -> uint; list(double) -> double; list(dyn) -> dyn
      """, documentation,
      .variadic { (arguments, budget) throws(Fault) in
        var candidates = arguments
        if arguments.count == 1, case .list(let list) = arguments[0] {
          candidates = list.elements.array
          guard list.count > 0 else { throw Fault(.badArgument, "\(name) of an empty list") }
        }
        try budget.charge(candidates.count)
        var best = candidates[0]
        for candidate in candidates {
          guard candidate.isNumber else { throw .noOverload }
          if candidate.compareNumbers(best) == better { best = candidate }
        }
        return best
      }, isVariadic: true)
  }

  private static func rounding(
    _ name: String, _ rule: FloatingPointRoundingRule, _ documentation: Documentation
  ) -> Function {
    Function(
      name, arity: 1, "double -> double", documentation,
      .unary { (value, _) throws(Fault) in
        guard case .double(let double) = value else { throw .noOverload }
        return .double(double.rounded(rule))
      })
  }

  private static func test(
    _ name: String, _ documentation: Documentation,
    _ property: @escaping @Sendable (Double) -> Bool
  ) -> Function {
    Function(
      name, arity: 1, "double -> bool", documentation,
      .unary { (value, _) throws(Fault) in
        guard case .double(let double) = value else { throw .noOverload }
        return .bool(property(double))
      })
  }

  private static func number(
    _ name: String, _ documentation: Documentation, _ body: @escaping Function.Unary
  ) -> Function {
    Function(
      name, arity: 1, "int -> int; uint -> uint; double -> double", documentation, .unary(body))
  }

  private static let abs = number(
    "math.abs",
    """
    the number without its sign
    math.abs(-1) => 1
    """
  ) { (value, _) throws(Fault) in
    switch value {
    case .int(let int):
      guard let magnitude = Int64(exactly: int.magnitude) else { throw .overflow("int") }
      return .int(magnitude)
    case .uint: return value
    case .double(let double): return .double(double.magnitude)
    default: throw .noOverload
    }
  }

  private static let sign = number(
    "math.sign",
    """
    -1, 0 or 1 by the number's sign, in its type
    math.sign(-42) => -1
    """
  ) { (value, _) throws(Fault) in
    switch value {
    case .int(let int): return .int(int.signum())
    case .uint(let uint): return .uint(uint == 0 ? 0 : 1)
    case .double(let double):
      return .double(double > 0 ? 1 : double < 0 ? -1 : double.isNaN ? double : 0)
    default: throw .noOverload
    }
  }

  private static let sqrt = Function(
    "math.sqrt", arity: 1, "number -> double",
    """
    the square root; NaN of a negative number
    math.sqrt(81) => 9.0
    """,
    .unary { (value, _) throws(Fault) in
      switch value {
      case .int(let int): return .double(Double(int).squareRoot())
      case .uint(let uint): return .double(Double(uint).squareRoot())
      case .double(let double): return .double(double.squareRoot())
      default: throw .noOverload
      }
    })

  private static let bitNot = Function(
    "math.bitNot", arity: 1, "int -> int; uint -> uint",
    """
    all bits the other way
    math.bitNot(1) => -2
    """,
    .unary { (value, _) throws(Fault) in
      switch value {
      case .int(let int): return .int(~int)
      case .uint(let uint): return .uint(~uint)
      default: throw .noOverload
      }
    })

  private static func bits(
    _ name: String, _ documentation: Documentation,
    _ combine: @escaping @Sendable (UInt64, UInt64) -> UInt64
  ) -> Function {
    Function(
      name, arity: 2, "int, int -> int; uint, uint -> uint", documentation,
      .binary { (left, right, _) throws(Fault) in
        switch (left, right) {
        case (.int(let a), .int(let b)):
          return .int(Int64(bitPattern: combine(UInt64(bitPattern: a), UInt64(bitPattern: b))))
        case (.uint(let a), .uint(let b)): return .uint(combine(a, b))
        default: throw .noOverload
        }
      })
  }

  /// Bits that leave are lost, and zeros come in on both sides, whatever the sign.
  private static func shift(
    _ name: String, _ documentation: Documentation,
    _ move: @escaping @Sendable (UInt64, Int64) -> UInt64
  ) -> Function {
    Function(
      name, arity: 2, "int, int -> int; uint, int -> uint", documentation,
      .binary { (value, distance, _) throws(Fault) in
        guard case .int(let distance) = distance else { throw .noOverload }
        if distance < 0 { throw Fault(.badArgument, "negative offset \(distance)") }
        switch value {
        case .int(let int):
          return .int(Int64(bitPattern: move(UInt64(bitPattern: int), distance)))
        case .uint(let uint): return .uint(move(uint, distance))
        default: throw .noOverload
        }
      })
  }
}

extension Value {
  fileprivate var isNumber: Bool {
    switch self {
    case .int, .uint, .double: true
    default: false
    }
  }
}
