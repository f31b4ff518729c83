internal import Values

extension Library {
  static let orders: [Function] = [
    listMethod(
      "sort", "list(T) -> list(T)",
      """
      the elements in ascending order; all must be of one type that has an order
      [3, 2, 1].sort() => [1, 2, 3]
      ['b', 'c', 'a'].sort() => ["a", "b", "c"]
      """
    ) { (list, _, budget) throws(Fault) in
      let positions = try Ordering.ascending(list.elements.array, &budget)
      return try budget.list(positions.map { list[$0] })
    },
    listMethod(
      "isSorted", "list(T) -> bool",
      """
      whether no element is less than the one before it
      [1, 2, 2, 3].isSorted() => true
      [2.0, 1.0].isSorted() => false
      """
    ) { (list, _, budget) throws(Fault) in
      for index in list.elements.indices.dropFirst() {
        if try Ordering.compare(list[index - 1], list[index], &budget) == .greater {
          return .bool(false)
        }
      }
      return .bool(true)
    },
  ]

  static let aggregates: [Function] = [
    listMethod(
      "sum",
      """
      list(int) -> int; list(uint) -> dyn; list(double) -> dyn; list(duration) -> dyn;
      list(dyn) -> dyn
      """,
      """
      all elements added up, numbers of one type or durations; 0 of an empty list
      [1, 3].sum() => 4
      [duration('1m'), duration('1s')].sum() => duration("61s")
      """, sum),
    listMethod(
      "min", "list(T) -> T",
      """
      the least element, the first of several
      [3, 1, 2].min() => 1
      """
    ) { (list, _, budget) throws(Fault) in try extreme(list, .less, "min", &budget) },
    listMethod(
      "max", "list(T) -> T",
      """
      the greatest element, the first of several
      ['b', 'c', 'a'].max() => "c"
      """
    ) { (list, _, budget) throws(Fault) in try extreme(list, .greater, "max", &budget) },
  ]

  @Sendable
  private static func sum(
    _ list: List, _ arguments: [Value], _ budget: inout Budget
  ) throws(Fault) -> Value {
    guard var sum = list.elements.first else { return .int(0) }
    try budget.charge(list.count)
    switch sum {
    case .int, .uint, .double, .duration: break
    default: throw Fault(.noSuchOverload, "sum adds numbers or durations, not \(sum.withArticle)")
    }
    for element in list.elements.dropFirst() {
      guard ValueType(element) == ValueType(sum) else {
        throw Fault.noOverload(.plus, sum, element)
      }
      sum = try Arithmetic.apply(.plus, sum, element, &budget)
    }
    return sum
  }

  private static func extreme(
    _ list: List, _ better: NumberOrder, _ name: String, _ budget: inout Budget
  ) throws(Fault) -> Value {
    guard var best = list.elements.first else {
      throw Fault(.badArgument, "\(name) of an empty list")
    }
    for element in list.elements where try Ordering.compare(element, best, &budget) == better {
      best = element
    }
    return best
  }
}
