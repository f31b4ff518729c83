// What names its inputs when it is made.
extension Graph {
  /// A derived cell made of the values of others: it depends on these and on nothing that its body reads
  /// besides. An error of one of them is its own. Its readers see no change where the value is equal.
  ///
  /// Prefer it where the inputs are always the same: nothing is tracked, and a flush that comes again goes
  /// straight from one to the next.
  @inlinable
  public func map<each Input: Readable, Value: Equatable>(
    _ input: repeat each Input, label: String? = nil,
    _ body: @escaping (repeat (each Input).Value) throws -> Value
  ) -> Derived<Value> {
    let id = kernel.makeMapped(references(repeat each input), [], label: label)
    kernel.setRule(id) { run in
      run.kernel.store(try body(repeat (each input).standing), in: run.id, .equal)
    }
    return Derived(kernel: kernel, id: id)
  }

  /// The same of an Int.
  @inlinable
  public func map<each Input: Readable>(
    _ input: repeat each Input, label: String? = nil,
    _ body: @escaping (repeat (each Input).Value) throws -> Int
  ) -> Derived<Int> {
    let id = kernel.makeMapped(references(repeat each input), .int, label: label)
    kernel.setRule(id, int: { try body(repeat (each input).standing) })
    return Derived(kernel: kernel, id: id)
  }

  /// The same of an Int made of an Int: the body is called with what stands in the input.
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

  /// A computation that runs at once and again, in a flush, whenever one of the inputs has changed, with
  /// their values. It depends on these and on nothing that its body reads besides; where one of them is an
  /// error the body is not called, and the error goes where those of the body go. In all else it is as any
  /// other computation.
  @inlinable
  @discardableResult
  public func observe<each Input: Readable>(
    _ input: repeat each Input, label: String? = nil,
    onError: ((_ error: any Error, _ computation: Computation) -> Void)? = nil,
    _ body: @escaping (repeat (each Input).Value) throws -> Void
  ) throws -> Computation {
    try kernel.makeMappedComputation(
      references(repeat each input), label: label, onError: onError,
      running: { try body(repeat (each input).standing) })
  }

  /// The same with one input of an Int.
  @inlinable
  @discardableResult
  public func observe(
    _ input: some Readable<Int>, label: String? = nil,
    onError: ((_ error: any Error, _ computation: Computation) -> Void)? = nil,
    _ body: @escaping (Int) throws -> Void
  ) throws -> Computation {
    try kernel.makeMappedComputation(own(input), label: label, onError: onError, taking: body)
  }

  /// The node that is meant, which must be one of this graph.
  @inlinable
  func own(_ input: some Readable) -> UInt32 {
    let reference = input.reference
    precondition(reference.kernel.state == kernel.state, "an input of another graph")
    return reference.id
  }

  @inlinable
  func references<each Input: Readable>(_ input: repeat each Input) -> [UInt32] {
    var references: [UInt32] = []
    repeat references.append(own(each input))
    return references
  }
}

extension Readable {
  /// What stands in its node, which must be up to date and no error.
  @inlinable
  @inline(__always)
  var standing: Value { reference.kernel.value(of: reference.id, as: Value.self) }
}
