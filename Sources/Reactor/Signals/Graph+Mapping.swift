// What names its inputs when it is made.
extension Graph {
  /// A derived cell made of the value of another: it depends on that and on nothing that its body reads
  /// besides. An error of it is its own. Its readers see no change where the value is equal.
  ///
  /// Prefer it where the inputs are always the same: nothing is tracked, and a flush that comes again goes
  /// straight from one to the next.
  @inlinable
  public func map<A, Value: Equatable>(
    _ a: some Readable<A>, label: String? = nil,
    _ body: @escaping (A) throws -> Value
  ) -> Derived<Value> {
    mapped([own(a)], label) { try body(a.standing) }
  }

  /// A derived cell made of the values of two others, as `map` of one makes it. An error of one of them is its own.
  @inlinable
  public func map<A, B, Value: Equatable>(
    _ a: some Readable<A>, _ b: some Readable<B>, label: String? = nil,
    _ body: @escaping (A, B) throws -> Value
  ) -> Derived<Value> {
    mapped([own(a), own(b)], label) { try body(a.standing, b.standing) }
  }

  /// A derived cell made of the values of three others, as `map` of one makes it. An error of one of them is its
  /// own.
  @inlinable
  public func map<A, B, C, Value: Equatable>(
    _ a: some Readable<A>, _ b: some Readable<B>, _ c: some Readable<C>, label: String? = nil,
    _ body: @escaping (A, B, C) throws -> Value
  ) -> Derived<Value> {
    mapped([own(a), own(b), own(c)], label) { try body(a.standing, b.standing, c.standing) }
  }

  /// A derived cell made of the values of four others, as `map` of one makes it. An error of one of them is its
  /// own.
  @inlinable
  public func map<A, B, C, D, Value: Equatable>(
    _ a: some Readable<A>, _ b: some Readable<B>, _ c: some Readable<C>, _ d: some Readable<D>,
    label: String? = nil,
    _ body: @escaping (A, B, C, D) throws -> Value
  ) -> Derived<Value> {
    mapped([own(a), own(b), own(c), own(d)], label) {
      try body(a.standing, b.standing, c.standing, d.standing)
    }
  }

  /// A derived cell made of the values of five others, as `map` of one makes it. An error of one of them is its
  /// own.
  @inlinable
  public func map<A, B, C, D, E, Value: Equatable>(
    _ a: some Readable<A>, _ b: some Readable<B>, _ c: some Readable<C>, _ d: some Readable<D>,
    _ e: some Readable<E>, label: String? = nil,
    _ body: @escaping (A, B, C, D, E) throws -> Value
  ) -> Derived<Value> {
    mapped([own(a), own(b), own(c), own(d), own(e)], label) {
      try body(a.standing, b.standing, c.standing, d.standing, e.standing)
    }
  }

  /// A derived cell made of the values of any number of others, as `map` of one makes it. An error of one of them
  /// is its own.
  @inlinable
  public func map<each Input: Readable, Value: Equatable>(
    _ input: repeat each Input, label: String? = nil,
    _ body: @escaping (repeat (each Input).Value) throws -> Value
  ) -> Derived<Value> {
    mapped(references(repeat each input), label) { try body(repeat (each input).standing) }
  }

  /// A derived Int made of another Int, as `map` makes it: the body is called with what stands in the input.
  @inlinable
  public func map(
    _ input: some Readable<Int>, label: String? = nil, _ body: @escaping (Int) throws -> Int
  ) -> Derived<Int> {
    Derived(kernel: kernel, id: kernel.makeMapped(own(input), label: label, body))
  }

  /// A derived Int made of two others, as `map` makes it.
  @inlinable
  public func map(
    _ first: some Readable<Int>, _ second: some Readable<Int>, label: String? = nil,
    _ body: @escaping (Int, Int) throws -> Int
  ) -> Derived<Int> {
    Derived(kernel: kernel, id: kernel.makeMapped(own(first), own(second), label: label, body))
  }

  /// A computation that runs at once and again, in a flush, whenever the input has changed, with its
  /// value. It depends on that and on nothing that its body reads besides; where it is an
  /// error the body is not called, and the error goes where those of the body go. In all else it is as any
  /// other computation.
  @inlinable
  @discardableResult
  public func observe<A>(
    _ a: some Readable<A>, label: String? = nil,
    onError: ((_ error: any Error, _ computation: Computation) -> Void)? = nil,
    _ body: @escaping (A) throws -> Void
  ) throws -> Computation {
    try kernel.makeMappedComputation(
      [own(a)], label: label, onError: onError, running: { try body(a.standing) })
  }

  /// A computation that runs with the values of two inputs, as `observe` of one does. Where one of them is an error
  /// the body is not called.
  @inlinable
  @discardableResult
  public func observe<A, B>(
    _ a: some Readable<A>, _ b: some Readable<B>, label: String? = nil,
    onError: ((_ error: any Error, _ computation: Computation) -> Void)? = nil,
    _ body: @escaping (A, B) throws -> Void
  ) throws -> Computation {
    try kernel.makeMappedComputation(
      [own(a), own(b)], label: label, onError: onError,
      running: { try body(a.standing, b.standing) })
  }

  /// A computation that runs with the values of three inputs, as `observe` of one does. Where one of them is an
  /// error the body is not called.
  @inlinable
  @discardableResult
  public func observe<A, B, C>(
    _ a: some Readable<A>, _ b: some Readable<B>, _ c: some Readable<C>, label: String? = nil,
    onError: ((_ error: any Error, _ computation: Computation) -> Void)? = nil,
    _ body: @escaping (A, B, C) throws -> Void
  ) throws -> Computation {
    try kernel.makeMappedComputation(
      [own(a), own(b), own(c)], label: label, onError: onError,
      running: { try body(a.standing, b.standing, c.standing) })
  }

  /// A computation that runs with the values of any number of inputs, as `observe` of one does. Where one of them
  /// is an error the body is not called.
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

  /// A computation that runs with an Int, as `observe` of any input does.
  @inlinable
  @discardableResult
  public func observe(
    _ input: some Readable<Int>, label: String? = nil,
    onError: ((_ error: any Error, _ computation: Computation) -> Void)? = nil,
    _ body: @escaping (Int) throws -> Void
  ) throws -> Computation {
    try kernel.makeMappedComputation(own(input), label: label, onError: onError, taking: body)
  }

  /// A mapped derived node; an Int needs no closure that stores it.
  @inlinable
  @inline(__always)
  func mapped<Value: Equatable>(
    _ inputs: [UInt32], _ label: String?, _ body: @escaping () throws -> Value
  ) -> Derived<Value> {
    let isInt = Value.self == Int.self
    let id = kernel.makeMapped(inputs, isInt ? .int : [], label: label)
    if isInt {
      kernel.setRule(id, int: { try body() as! Int })
    } else {
      kernel.setRule(id) { kernel, id in kernel.store(try body(), in: id, .equal) }
    }
    return Derived(kernel: kernel, id: id)
  }

  /// The node that is meant, which must be one of this graph.
  @inlinable
  func own(_ input: some Readable) -> UInt32 {
    let reference = input.reference
    require(reference.kernel.state == kernel.state, "an input of another graph")
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
