internal import Values

extension Library {
  /// Optional values, as cel-go's extension of that name has them.
  static let optionals = Library(
    "optionals",
    functions: [
      Function(
        "optional.of", arity: 1, "T -> optional(T)",
        """
        an optional that holds a value
        optional.of(1) => optional.of(1)
        """,
        .unary { (value, budget) throws(Fault) in try budget.optional(value) }),
      Function(
        "optional.none", arity: 0, "-> optional(T)",
        """
        an optional that holds none
        optional.none().hasValue() => false
        """,
        .variadic { (_, _) throws(Fault) in .optional(OptionalValue(nil)) }),
      Function(
        "optional.ofNonZeroValue", arity: 1, "T -> optional(T)",
        """
        an optional that holds a value, none where it is 0, empty, false or null
        optional.ofNonZeroValue('') => optional.none()
        """,
        .unary { (value, budget) throws(Fault) in
          value.isZero ? .optional(OptionalValue(nil)) : try budget.optional(value)
        }),
      Function(
        "hasValue", isMethod: true, arity: 1, "optional(T) -> bool",
        """
        whether the optional holds a value
        {'a': 1}.?b.hasValue() => false
        """,
        .unary { (target, _) throws(Fault) in .bool(try wrapped(target) != nil) }),
      Function(
        "value", isMethod: true, arity: 1, "optional(T) -> T",
        """
        the value that the optional holds; an error where it holds none
        optional.of(1).value() => 1
        """,
        .unary { (target, _) throws(Fault) in
          guard let wrapped = try wrapped(target) else {
            throw Fault(
              .badArgument, "optional.none() has no value", help: "write orValue(…) instead")
          }
          return wrapped
        }),
      Function(
        "or", isMethod: true, arity: 2, "optional(T), optional(T) -> optional(T)",
        """
        the optional, or another where it holds none; that one is evaluated only then
        {'a': 1}.?b.or(optional.of(2)) => optional.of(2)
        """,
        .fallback(
          decide: { (target, _) throws(Fault) in try wrapped(target).map { _ in target } },
          otherwise: { (_, other, _) throws(Fault) in
            guard case .optional = other else { throw .noOverload }
            return other
          })),
      Function(
        "orValue", isMethod: true, arity: 2, "optional(T), T -> T",
        """
        the value that the optional holds, or another, which is evaluated only then
        {'a': 1}.?b.orValue(0) => 0
        """,
        .fallback(
          decide: { (target, _) throws(Fault) in try wrapped(target) },
          otherwise: { (_, other, _) throws(Fault) in other })),
    ],
    macros: Macro.optionals)

  private static func wrapped(_ value: Value) throws(Fault) -> Value? {
    guard case .optional(let optional) = value else { throw .noOverload }
    return optional.wrapped
  }
}

extension Value {
  /// The value that CEL's types start with: zero, empty, false, null. No optional is one.
  var isZero: Bool {
    switch self {
    case .null: true
    case .bool(let bool): !bool
    case .int(let int): int == 0
    case .uint(let uint): uint == 0
    case .double(let double): double == 0
    case .string(let string): string.utf8.isEmpty
    case .bytes(let bytes): bytes.octets.isEmpty
    case .list(let list): list.count == 0
    case .map(let map): map.count == 0
    case .timestamp(let timestamp): timestamp.seconds == 0 && timestamp.nanoseconds == 0
    case .duration(let duration): duration.nanoseconds == 0
    case .type, .opaque, .optional: false
    }
  }
}
