internal import Values

extension Library {
  /// How a formula reads its host's values, where the host tells one way from another.
  static let reading = Library(
    "reading",
    functions: [
      Function(
        Planner.untracked, arity: 1, "T -> T",
        """
        the value, read without depending on it: that it changes evaluates nothing anew
        untracked([1, 2].size()) => 2
        """, .unary({ value, _ in value }))
    ])
}
