internal import Values

extension Library {
  /// Lists taken as sets, by the names of cel-go's extension: elements are equal by `==`, and how
  /// often one stands in a list does not count.
  static let sets = Library(
    "sets",
    functions: [
      relation(
        "sets.contains",
        """
        whether all elements of the second list are in the first
        sets.contains([1, 2, 3, 4], [2, 3]) => true
        sets.contains([], [1]) => false
        """
      ) { (left, right, budget) throws(Fault) in
        try ValueSet(left, &budget).contains(all: right, &budget)
      },
      relation(
        "sets.equivalent",
        """
        whether each list has all elements of the other
        sets.equivalent([1, 2, 3], [3u, 2.0, 1]) => true
        """
      ) { (left, right, budget) throws(Fault) in
        guard try ValueSet(left, &budget).contains(all: right, &budget) else { return false }
        return try ValueSet(right, &budget).contains(all: left, &budget)
      },
      relation(
        "sets.intersects",
        """
        whether the lists have an element in common
        sets.intersects([1], [1, 2]) => true
        sets.intersects([1], []) => false
        """
      ) { (left, right, budget) throws(Fault) in
        let set = try ValueSet(left, &budget)
        for element in right.elements where try set.contains(element, &budget) { return true }
        return false
      },
    ])

  private static func relation(
    _ name: String, _ documentation: Documentation,
    _ test: @escaping @Sendable (List, List, inout Budget) throws(Fault) -> Bool
  ) -> Function {
    Function(
      name, arity: 2, "list(T), list(T) -> bool", documentation,
      .binary { (left, right, budget) throws(Fault) in
        guard case .list(let a) = left, case .list(let b) = right else { throw .noOverload }
        return .bool(try test(a, b, &budget))
      })
  }
}

extension ValueSet {
  fileprivate func contains(all list: List, _ budget: inout Budget) throws(Fault) -> Bool {
    for element in list.elements where !(try contains(element, &budget)) { return false }
    return true
  }
}
