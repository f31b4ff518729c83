public import Values

/// A derived cell whose body is called, for a body that stores its value itself.
///
/// Such a body may have a short form. Once a run of it has called `Derived.isSteady(reading:)`, it is called for
/// that where what it reads is up to date, for as long as it would read the same: `takeShort` says so. In its
/// short form it reads nothing but what stands there (`Derived.scalarStanding`), and gives what it would give
/// otherwise, or refuses, and has done nothing then.
@frozen
@usableFromInline
package struct DerivedRun {
  @usableFromInline let kernel: Kernel
  @usableFromInline let id: UInt32

  @inlinable
  init(kernel: Kernel, id: UInt32) {
    self.kernel = kernel
    self.id = id
  }

  /// Whether the short form is wanted. To be asked once, before anything else.
  @inlinable
  @inline(__always)
  package func takeShort() -> Bool {
    guard kernel.state.pointee.short == .asked else { return false }
    kernel.state.pointee.short = .unasked
    return true
  }

  /// The short form cannot be given now.
  @inlinable
  package func refuse() -> Bool {
    kernel.state.pointee.short = .refused
    return false
  }

  /// Stores a scalar in a cell that has a value, and says whether that is a change.
  @inlinable
  @inline(__always)
  package func store(_ scalar: ScalarValue) -> Bool {
    Payload.replaceScalar(kernel.node(id).pointee.payload, by: scalar)
  }

  /// The same of any value.
  package func store(_ value: Value) -> Bool { kernel.storeIdentical(value, in: id) }
}
