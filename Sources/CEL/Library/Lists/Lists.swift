internal import Values

extension Library {
  /// The functions on lists of cel-go's extension of that name, with those of Kubernetes' library
  /// and of kro's. All of them make new lists.
  static let lists = Library(
    "lists", functions: pieces + orders + aggregates + places + edits, macros: Macro.lists)

  /// A method on lists; `arguments` begins with the list.
  static func listMethod(
    _ name: String, arity: Int = 1, _ overloads: Overloads, _ documentation: Documentation,
    _ body: @escaping @Sendable (List, [Value], inout Budget) throws(Fault) -> Value
  ) -> Function {
    Function(
      name, isMethod: true, arity: arity, overloads, documentation,
      .variadic { (arguments, budget) throws(Fault) in
        guard case .list(let list) = arguments[0] else { throw .noOverload }
        return try body(list, arguments, &budget)
      })
  }

  private static let pieces: [Function] = [
    listMethod(
      "slice", arity: 3, "list(T), int, int -> list(T)",
      """
      the elements from the first index up to the second, which is left out
      [1, 2, 3, 4].slice(1, 3) => [2, 3]
      [1, 2, 3, 4].slice(2, 4) => [3, 4]
      """
    ) { (list, arguments, budget) throws(Fault) in
      guard case .int(let first) = arguments[1], case .int(let last) = arguments[2] else {
        throw .noOverload
      }
      guard first >= 0, first <= last, last <= list.count else {
        throw Fault(
          .outOfRange,
          "cannot slice from \(first) to \(last): the list has \(list.sizeText)")
      }
      return try budget.list(Array(list.elements[Int(first)..<Int(last)]))
    },
    listMethod(
      "first", "list(T) -> optional(T)",
      """
      the first element as an optional, none of an empty list
      [1, 2, 3].first().value() => 1
      [].first().orValue('test') => "test"
      """
    ) { (list, _, _) throws(Fault) in .optional(OptionalValue(list.elements.first)) },
    listMethod(
      "last", "list(T) -> optional(T)",
      """
      the last element as an optional, none of an empty list
      [1, 2, 3].last().value() => 3
      [].last().orValue('test') => "test"
      """
    ) { (list, _, _) throws(Fault) in .optional(OptionalValue(list.elements.last)) },
    listMethod(
      "reverse", "list(T) -> list(T)",
      """
      the elements in reverse order
      [5, 3, 1, 2].reverse() => [2, 1, 3, 5]
      """
    ) { (list, _, budget) throws(Fault) in try budget.list(list.elements.reversed()) },
    listMethod(
      "flatten", "list(dyn) -> list(dyn)",
      """
      the elements with those of lists within the list in their places, one level deep
      [1, [2, [3, 4]]].flatten() => [1, 2, [3, 4]]
      [1, 2, [], [], [3, 4]].flatten() => [1, 2, 3, 4]
      """
    ) { (list, _, budget) throws(Fault) in try flattened(list, 1, &budget) },
    listMethod(
      "flatten", arity: 2, "list(dyn), int -> list(dyn)",
      """
      the same, so many levels deep
      [1, [2, [3, [4]]]].flatten(2) => [1, 2, 3, [4]]
      """
    ) { (list, arguments, budget) throws(Fault) in
      guard case .int(let levels) = arguments[1] else { throw .noOverload }
      guard levels >= 0 else { throw Fault(.badArgument, "cannot flatten \(levels) levels") }
      return try flattened(list, levels, &budget)
    },
    listMethod(
      "distinct", "list(T) -> list(T)",
      """
      the first of all elements that are equal by ==, in their order
      [1, 2, 2, 3, 3, 3].distinct() => [1, 2, 3]
      ['b', 'b', 'c', 'a', 'c'].distinct() => ["b", "c", "a"]
      """
    ) { (list, _, budget) throws(Fault) in
      var seen = ValueSet(capacity: list.count)
      var kept: [Value] = []
      for element in list.elements where try seen.insert(element, &budget) { kept.append(element) }
      return try budget.list(kept)
    },
    Function(
      "lists.range", arity: 1, "int -> list(int)",
      """
      the ints from 0 up to a number, which is left out
      lists.range(5) => [0, 1, 2, 3, 4]
      """,
      .unary { (value, budget) throws(Fault) in
        guard case .int(let count) = value else { throw .noOverload }
        if count > ValueLimits.elements { throw Fault(ValueFault.tooManyElements) }
        // What costs too much is not even begun.
        if count > Int64(budget.remaining) { try budget.charge(Int(count)) }
        return try budget.list((0..<max(count, 0)).map { .int($0) })
      }),
  ]

  private static func flattened(
    _ list: List, _ levels: Int64, _ budget: inout Budget
  ) throws(Fault) -> Value {
    var elements: [Value] = []
    try flatten(list, levels, into: &elements, &budget)
    return try budget.list(elements)
  }

  /// As deep as lists can be, which values limit.
  private static func flatten(
    _ list: List, _ levels: Int64, into elements: inout [Value], _ budget: inout Budget
  ) throws(Fault) {
    try budget.charge(list.count)
    for element in list.elements {
      if levels > 0, case .list(let inner) = element {
        try flatten(inner, levels - 1, into: &elements, &budget)
      } else {
        elements.append(element)
      }
    }
  }
}
