// Derived cells whose dependencies are named when they are made.
extension Graph {
  /// A derived cell made of the values of others: it depends on these and on nothing that its body reads
  /// besides. An error of one of them is its own. Its readers see no change where the value is equal.
  ///
  /// Prefer it where the inputs are always the same: nothing is tracked, and of Ints made of one or two
  /// Ints the flush calls the body with their values, which is the fastest kind of all.
  @inlinable
  public func map<each Input: Readable, Value: Equatable>(
    _ input: repeat each Input, label: String? = nil,
    _ body: @escaping (repeat (each Input).Value) throws -> Value
  ) -> Derived<Value> {
    let kernel = kernel
    return derived(label: label, cutoff: .equal) {
      let values = (repeat try (each input).read())
      return try kernel.untracked { try body(repeat each values) }
    }
  }

  /// The same of an Int made of an Int.
  @inlinable
  public func map(
    _ input: some Readable<Int>, label: String? = nil, _ body: @escaping (Int) throws -> Int
  ) -> Derived<Int> {
    Derived(kernel: kernel, id: kernel.makeMapped(own(input), label: label, body))
  }

  /// The same of an Int made of two.
  @inlinable
  public func map(
    _ first: some Readable<Int>, _ second: some Readable<Int>, label: String? = nil,
    _ body: @escaping (Int, Int) throws -> Int
  ) -> Derived<Int> {
    Derived(kernel: kernel, id: kernel.makeMapped(own(first), own(second), label: label, body))
  }

  /// The node that is meant, which must be one of this graph.
  @inlinable
  func own(_ input: some Readable) -> UInt32 {
    let reference = input.reference
    precondition(reference.kernel.state == kernel.state, "an input of another graph")
    return reference.id
  }
}
