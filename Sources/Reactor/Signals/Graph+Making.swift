public import Values

// Cells.
extension Graph {
  /// A cell that counts the changes its cutoff lets through.
  @inlinable
  public func cell<Value>(
    _ value: Value, label: String? = nil, cutoff: Cutoff<Value>
  ) -> Cell<Value> {
    var flags: NodeFlags = .cell
    if cutoff.kind == .equal {
      if Value.self == Int.self { flags = [.cell, .int] }
      if Value.self == Double.self { flags = [.cell, .double] }
      if Value.self == Bool.self { flags = [.cell, .bool] }
    }
    let id = kernel.makeNode(flags, label: label)
    kernel.put(value, in: id)
    if flags == .cell, cutoff.kind != .never {
      let test = cutoff.test
      kernel.setRule(id) { old, new in
        test(old.value(as: Value.self), new.value(as: Value.self))
      }
    }
    return Cell(kernel: kernel, id: id)
  }

  /// A cell that drops writes of an equal value.
  @inlinable
  public func cell<Value: Equatable>(_ value: Value, label: String? = nil) -> Cell<Value> {
    if Payload.isUnboxed(Value.self) {
      var flags: NodeFlags = [.cell, .int]
      if Value.self == Double.self { flags = [.cell, .double] }
      if Value.self == Bool.self { flags = [.cell, .bool] }
      let id = kernel.makeNode(flags, label: label)
      kernel.put(value, in: id)
      return Cell(kernel: kernel, id: id)
    }
    return cell(value, label: label, cutoff: .equal)
  }

  /// A cell that drops writes of an identical value.
  public func cell(_ value: Value, label: String? = nil) -> Cell<Value> {
    cell(value, label: label, cutoff: .equal)
  }

  /// Something that computations can depend on and that has no value.
  public func dependency(label: String? = nil) -> Dependency {
    Dependency(kernel: kernel, id: kernel.makeNode(.cell, label: label))
  }
}

// Derived cells.
extension Graph {
  /// A cell whose value a body gives, evaluated when first read. Its cutoff compares with the value
  /// kept; after an error every value is a change.
  @inlinable
  public func derived<Value>(
    label: String? = nil, cutoff: Cutoff<Value>, _ body: @escaping () throws -> Value
  ) -> Derived<Value> {
    let id = kernel.makeDerived([], label: label)
    kernel.setRule(id) { kernel, id in kernel.store(try body(), in: id, cutoff) }
    return Derived(kernel: kernel, id: id)
  }

  /// The same of a value of the dynamic kind, with one of the ranks that were reserved.
  package func derived(
    label: String? = nil, rank: UInt32, cutoff: Cutoff<Value>, _ body: @escaping () throws -> Value
  ) -> Derived<Value> {
    let derived =
      cutoff.kind == .equal
      ? derived(label: label, body) : derived(label: label, cutoff: cutoff, body)
    kernel.rank(derived.id, at: rank)
    return derived
  }

  /// Sets so many ranks aside, for derived cells that are made when they are needed and settled in an
  /// order that is known now. The first of them; cells made later rank above all.
  package func reserveRanks(_ count: Int) -> UInt32 { kernel.reserveRanks(count) }

  /// A derived cell whose readers see no change where the value is equal.
  @inlinable
  public func derived<Value: Equatable>(
    label: String? = nil, _ body: @escaping () throws -> Value
  ) -> Derived<Value> {
    derived(label: label, cutoff: .equal, body)
  }

  /// A derived cell whose readers see no change where the value is identical.
  public func derived(
    label: String? = nil, _ body: @escaping () throws -> Value
  ) -> Derived<Value> {
    let id = kernel.makeDerived([], label: label)
    kernel.setRule(id) { kernel, id in kernel.storeIdentical(try body(), in: id) }
    return Derived(kernel: kernel, id: id)
  }

  /// A derived cell of an Int, which is compared and kept in place: the fastest kind.
  @inlinable
  public func derived(label: String? = nil, _ body: @escaping () throws -> Int) -> Derived<Int> {
    let id = kernel.makeDerived(.int, label: label)
    kernel.setRule(id, int: body)
    return Derived(kernel: kernel, id: id)
  }

  /// A derived cell of a Bool, which is compared and kept in place.
  @inlinable
  public func derived(label: String? = nil, _ body: @escaping () throws -> Bool) -> Derived<Bool> {
    let id = kernel.makeDerived(.bool, label: label)
    kernel.setRule(id, bool: body)
    return Derived(kernel: kernel, id: id)
  }
}

// Computations.
extension Graph {
  /// Runs a body at once and again, in a flush, whenever something it has read in its last run has
  /// changed. A child of the computation whose reads are tracked now, if any: stopped when that is
  /// invalidated or stopped. One that the body of a derived cell makes, or that of `observe`, which tracks nothing, is
  /// nobody's child, and another one comes with each evaluation: whoever makes it there stops it.
  ///
  /// A first run that throws stops the computation, and the error comes out here. Later errors go
  /// to `onError`, or to the graph's; the computation lives on, with what it read before the throw.
  @discardableResult
  public func computation(
    label: String? = nil,
    onError: ((_ error: any Error, _ computation: Computation) -> Void)? = nil,
    _ body: @escaping (Computation) throws -> Void
  ) throws -> Computation {
    try kernel.makeComputation(label: label, about: nil, onError: onError, body)
  }

  /// The same of a computation that is made for something, which lives as long as the computation.
  package func computation(
    label: String, about detail: AnyObject?,
    onError: @escaping (_ error: any Error, _ computation: Computation) -> Void,
    _ body: @escaping (Computation) throws -> Void
  ) throws -> Computation {
    try kernel.makeComputation(label: label, about: detail, onError: onError, body)
  }
}
