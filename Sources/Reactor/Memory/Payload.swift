// The room of values in words.
//
// Layout: the payload of a node is one word. It is the bits of an Int, a Double or a Bool; or, where
// the node's flags say `boxed`, the address of a `Box` that the node has retained by hand; or 0. A
// message whose bits fit is the word of its envelope.
//
// Why it is sound: a node is made with one type of values, which its `Cell` or `Derived` bears, and a
// payload is read as the type that it was written as. Types are compared before bits are taken for
// another type's. A box is released by `Kernel.destroy` alone, which clears the payload first. Objects do not move,
// and what is the first property of one stands behind its header, for as long as it lives: `PlaceTests` hold that of
// those whose value is read and written there, and that the bits of an int come first in a value that is one. Nobody
// observes these properties, or checks accesses to them.

public import Values

/// What the payload of a node says.
@usableFromInline
enum Payload {
  /// Whether values of a type stand in the payload itself.
  @inlinable
  @inline(__always)
  static func isUnboxed<Value>(_: Value.Type) -> Bool {
    Value.self == Int.self || Value.self == Double.self || Value.self == Bool.self
  }

  /// The value that a payload was made of, which must have been of this type.
  @inlinable
  @inline(__always)
  static func value<Value>(_ payload: UInt64, as _: Value.Type) -> Value {
    if Value.self == Int.self {
      return unsafe unsafeBitCast(Int(truncatingIfNeeded: payload), to: Value.self)
    }
    if Value.self == Double.self {
      return unsafe unsafeBitCast(Double(bitPattern: payload), to: Value.self)
    }
    if Value.self == Bool.self { return unsafe unsafeBitCast(payload != 0, to: Value.self) }
    return unsafe box(payload, Value.self)._withUnsafeGuaranteedRef { $0.value }
  }

  /// The payload of a value that needs no box.
  @inlinable
  @inline(__always)
  static func bits<Value>(_ value: Value) -> UInt64 {
    assert(isUnboxed(Value.self), "\(Value.self) has no bits for a payload")
    if Value.self == Int.self {
      return UInt64(bitPattern: Int64(unsafe unsafeBitCast(value, to: Int.self)))
    }
    if Value.self == Double.self { return double(value).bitPattern }
    return unsafe unsafeBitCast(value, to: Bool.self) ? 1 : 0
  }

  /// A value of a type that is known to be Double.
  @inlinable
  @inline(__always)
  static func double<Value>(_ value: Value) -> Double {
    require(Value.self == Double.self, "\(Value.self) is not Double")
    return unsafe unsafeBitCast(value, to: Double.self)
  }

  /// The payload of a value in a new box, which the caller owns and must `release`.
  @inlinable
  @inline(__always)
  static func boxed<Value>(_ value: Value) -> UInt64 {
    let object = unsafe Unmanaged.passRetained(Box(value)).toOpaque()
    return UInt64(UInt(bitPattern: object))
  }

  /// Puts another value into a payload's box. The old one goes only then, for that may run code that reads or writes
  /// there.
  @inlinable
  @inline(__always)
  static func replace<Value>(_ payload: UInt64, with value: Value) {
    unsafe box(payload, Value.self)._withUnsafeGuaranteedRef { box in
      let old = box.value
      box.value = value
      withExtendedLifetime(old) {}
    }
  }

  /// Puts a scalar where a value stands, and says whether that is another one.
  @inlinable
  @inline(__always)
  static func replace(_ value: inout Values.Value, by scalar: ScalarValue) -> Bool {
    if let old = ScalarValue(value), old.isIdentical(to: scalar) { return false }
    value = Values.Value(scalar)
    return true
  }

  /// Puts a value where another one stands, and says whether that is a change. What is identical in a changed record stays
  /// as it was.
  static func replace(at place: Address<Values.Value>, by value: Values.Value) -> Bool {
    if place.pointee.isIdentical(to: value) { return false }
    if case .map = value, let settled = value.settled(over: place.pointee) {
      place.pointee = settled
    } else {
      place.pointee = value
    }
    return true
  }

  /// The same of one that stands elsewhere.
  @inline(__always)
  static func replace(at place: Address<Values.Value>, byThatAt other: Address<Values.Value>)
    -> Bool
  {
    if case .int(let int) = other.pointee { return replaceInt(at: place, by: int) }
    if let scalar = ScalarValue(other.pointee) { return replace(&place.pointee, by: scalar) }
    return replace(at: place, by: other.pointee)
  }

  /// Where the value of the dynamic kind stands that is the first property of an object, for as long as that lives.
  static func place(in object: AnyObject) -> Address<Values.Value> {
    unsafe Address(
      _getUnsafePointerToStoredProperties(object).assumingMemoryBound(to: Values.Value.self))
  }

  /// Puts a scalar where another one stands: there is nothing in a scalar to be given up.
  @inline(__always)
  static func putScalar(_ scalar: ScalarValue, at place: Address<Values.Value>) {
    unsafe place.pointer.initialize(to: Values.Value(scalar))
  }

  /// Puts an int where a value stands, and says whether that is another one.
  @inline(__always)
  static func replaceInt(at place: Address<Values.Value>, by int: Int64) -> Bool {
    guard case .int(let old) = place.pointee else {
      place.pointee = .int(int)
      return true
    }
    if old == int { return false }
    // There is nothing in an int to be given up, and that it is one stands there already.
    unsafe UnsafeMutableRawPointer(place.pointer).storeBytes(of: int, as: Int64.self)
    return true
  }

  /// The scalar in a box of a value of the dynamic kind, if it is one.
  @inlinable
  @inline(__always)
  static func scalar(_ payload: UInt64) -> ScalarValue? {
    unsafe box(payload, Values.Value.self)._withUnsafeGuaranteedRef { ScalarValue($0.value) }
  }

  /// Gives up a payload's box.
  static func release(_ payload: UInt64) {
    if let object = unsafe UnsafeRawPointer(bitPattern: UInt(payload)) {
      unsafe Unmanaged<AnyObject>.fromOpaque(object).release()
    }
  }

  /// Whether a payload has a box of values of a type. Boxes have no subclasses: comparing saves a cast at run time.
  static func isBox<Value>(_ payload: UInt64, of _: Value.Type) -> Bool {
    guard let object = unsafe UnsafeRawPointer(bitPattern: UInt(payload)) else { return false }
    return unsafe Unmanaged<AnyObject>.fromOpaque(object)._withUnsafeGuaranteedRef {
      type(of: $0) == Box<Value>.self
    }
  }

  /// A payload's box, of whatever type.
  static func anyBox(_ payload: UInt64) -> AnyObject? {
    guard let object = unsafe UnsafeRawPointer(bitPattern: UInt(payload)) else { return nil }
    return unsafe Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
  }

  @inlinable
  @inline(__always)
  static func box<Value>(_ payload: UInt64, _: Value.Type) -> Unmanaged<Box<Value>> {
    guard let object = unsafe UnsafeRawPointer(bitPattern: UInt(payload)) else {
      misuse("read of a value whose graph has been closed")
    }
    return unsafe Unmanaged<Box<Value>>.fromOpaque(object)
  }
}

/// A value that does not fit a payload.
@usableFromInline
final class Box<Value> {
  /// Read and written whole, so that accesses never overlap. The first property: `Payload.place` says where it is.
  @exclusivity(unchecked)
  @usableFromInline var uncheckedValue: Value

  @inlinable
  var value: Value {
    @inline(__always)
    get { unsafe uncheckedValue }
    @inline(__always)
    set { unsafe uncheckedValue = newValue }
  }

  @inlinable
  init(_ value: Value) { unsafe uncheckedValue = value }
}

/// A value lent for the length of a call to one who knows its type.
@safe
@usableFromInline
struct LentValue {
  @usableFromInline let place: UnsafeRawPointer

  @inlinable
  @inline(__always)
  init(_ place: UnsafeRawPointer) { unsafe self.place = place }

  @inlinable
  @inline(__always)
  static func lend<Value, Result>(_ value: Value, to body: (LentValue) -> Result) -> Result {
    unsafe withUnsafePointer(to: value) { unsafe body(LentValue($0)) }
  }

  /// The value, of the type that it was lent as.
  @inlinable
  @inline(__always)
  func value<Value>(as _: Value.Type) -> Value {
    unsafe place.assumingMemoryBound(to: Value.self).pointee
  }
}

/// Messages as words.
@usableFromInline
enum MessageBits {
  /// Whether messages of a type are nothing but bits that fit a word.
  @inlinable
  @inline(__always)
  static func fit<M>(_: M.Type) -> Bool { _isPOD(M.self) && MemoryLayout<M>.size <= 8 }

  /// The word of a message whose type fits.
  @inlinable
  @inline(__always)
  static func word<M>(_ message: M) -> UInt64 {
    assert(fit(M.self), "\(M.self) does not fit a word")
    if MemoryLayout<M>.size == 8 { return unsafe unsafeBitCast(message, to: UInt64.self) }
    var word: UInt64 = 0
    unsafe withUnsafeMutableBytes(of: &word) { unsafe $0.storeBytes(of: message, as: M.self) }
    return word
  }

  /// The message that a word was made of, which must have been of this type.
  @inlinable
  @inline(__always)
  static func message<M>(_ word: UInt64, as _: M.Type) -> M {
    assert(fit(M.self), "\(M.self) does not fit a word")
    if MemoryLayout<M>.size == 8 { return unsafe unsafeBitCast(word, to: M.self) }
    return unsafe withUnsafeBytes(of: word) { unsafe $0.loadUnaligned(as: M.self) }
  }
}
