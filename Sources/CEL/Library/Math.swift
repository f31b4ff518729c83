internal import Values

extension Library {
  /// The functions on numbers of cel-go's extension of that name.
  static let math = Library(
    "math",
    functions: [
      extreme("math.greatest", .greater), extreme("math.least", .less),
      rounding("math.ceil", .up), rounding("math.floor", .down),
      rounding("math.round", .toNearestOrAwayFromZero), rounding("math.trunc", .towardZero),
      test("math.isNaN", \.isNaN), test("math.isInf", \.isInfinite),
      test("math.isFinite", \.isFinite), abs, sign, sqrt, bitNot,
      bits("math.bitAnd", { $0 & $1 }), bits("math.bitOr", { $0 | $1 }),
      bits("math.bitXor", { $0 ^ $1 }),
      shift("math.bitShiftLeft", { $0 << $1 }), shift("math.bitShiftRight", { $0 >> $1 }),
    ])

  /// The first of the arguments, or of one list's elements, that none exceeds.
  private static func extreme(_ name: String, _ better: NumberOrder) -> Function {
    Function(
      name, arity: 1,
      """
      int... -> int; uint... -> uint; double... -> double; number... -> dyn;
      list(int) -> int; list(uint) -> uint; list(double) -> double; list(dyn) -> dyn
      """,
      .variadic { (arguments, budget) throws(Fault) in
        var candidates = arguments
        if arguments.count == 1, case .list(let list) = arguments[0] {
          candidates = list.elements
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

  private static func rounding(_ name: String, _ rule: FloatingPointRoundingRule) -> Function {
    Function(
      name, arity: 1, "double -> double",
      .unary { (value, _) throws(Fault) in
        guard case .double(let double) = value else { throw .noOverload }
        return .double(double.rounded(rule))
      })
  }

  private static func test(
    _ name: String, _ property: @escaping @Sendable (Double) -> Bool
  ) -> Function {
    Function(
      name, arity: 1, "double -> bool",
      .unary { (value, _) throws(Fault) in
        guard case .double(let double) = value else { throw .noOverload }
        return .bool(property(double))
      })
  }

  private static func number(_ name: String, _ body: @escaping Function.Unary) -> Function {
    Function(name, arity: 1, "int -> int; uint -> uint; double -> double", .unary(body))
  }

  private static let abs = number("math.abs") { (value, _) throws(Fault) in
    switch value {
    case .int(let int):
      guard let magnitude = Int64(exactly: int.magnitude) else { throw .overflow("int") }
      return .int(magnitude)
    case .uint: return value
    case .double(let double): return .double(double.magnitude)
    default: throw .noOverload
    }
  }

  private static let sign = number("math.sign") { (value, _) throws(Fault) in
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
    .unary { (value, _) throws(Fault) in
      switch value {
      case .int(let int): return .int(~int)
      case .uint(let uint): return .uint(~uint)
      default: throw .noOverload
      }
    })

  private static func bits(
    _ name: String, _ combine: @escaping @Sendable (UInt64, UInt64) -> UInt64
  ) -> Function {
    Function(
      name, arity: 2, "int, int -> int; uint, uint -> uint",
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
    _ name: String, _ move: @escaping @Sendable (UInt64, Int64) -> UInt64
  ) -> Function {
    Function(
      name, arity: 2, "int, int -> int; uint, int -> uint",
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
