/// An immutable list of values.
///
/// A list that is made at once stands in one array; one that grows beyond `flat` elements becomes a
/// `Rope`, so that a longer version of it shares what it has in common with the shorter one.
@frozen
public struct List: Sendable {
  @usableFromInline
  class Storage: @unchecked Sendable {
    /// All elements, unless `isRope`.
    @usableFromInline final let elements: [Value]
    @usableFromInline final let measure: Measure
    @usableFromInline final let isRope: Bool

    @usableFromInline
    init(_ elements: [Value], _ measure: Measure, isRope: Bool = false) {
      self.elements = elements
      self.measure = measure
      self.isRope = isRope
    }
  }

  final class RopeStorage: Storage, @unchecked Sendable {
    let rope: Rope

    init(_ rope: Rope, _ measure: Measure) {
      self.rope = rope
      super.init([], measure, isRope: true)
    }
  }

  /// The most elements that are copied rather than shared.
  static let flat = SharedEnd.capacity

  @usableFromInline let storage: Storage

  /// The empty list.
  public static let empty = List(storage: Storage([], Measure(depth: 1)))

  @usableFromInline
  init(storage: Storage) { self.storage = storage }

  /// Linear in the number of elements; throws where the list would exceed `ValueLimits`.
  public init(_ elements: [Value]) throws(ValueFault) {
    var measure = Measure()
    for element in elements { measure.add(element) }
    measure.depth += 1
    storage = Storage(elements, try measure.checked())
  }

  /// The elements of both, which are shared with them where they are many: constant where one of the
  /// lists is short, logarithmic where both are long.
  public func appending(_ other: List) throws(ValueFault) -> List {
    let sum = try Measure(
      depth: max(measure.depth, other.measure.depth),
      elements: measure.elements + other.measure.elements,
      text: measure.text + other.measure.text
    ).checked()
    if count + other.count <= List.flat, !storage.isRope, !other.storage.isRope {
      return List(storage: Storage(storage.elements + other.storage.elements, sum))
    }
    var rope = sharedRope
    rope.append(other.sharedRope)
    return List(storage: RopeStorage(rope, sum))
  }

  /// The list with another element at an index that it has. Logarithmic, but linear in a list that
  /// was made at once.
  public func setting(_ index: Int, to value: Value) throws(ValueFault) -> List {
    var measure = measure
    let old = self[index].measure
    measure.replace(old, by: value.measure)
    if storage.isRope || count > List.flat {
      var rope = sharedRope
      _ = rope.exchange(index, with: value)
      measure.redeepen(from: old, to: value.measure) { rope.depth }
      return List(storage: RopeStorage(rope, try measure.checked()))
    }
    var elements = storage.elements
    elements[index] = value
    measure.redeepen(from: old, to: value.measure) { elements.deepest }
    return List(storage: Storage(elements, try measure.checked()))
  }

  /// How many elements `appending` copies at most; what it does beside is logarithmic.
  public func copied(byAppending other: List) -> Int {
    min(count + other.count, List.flat + min(count, other.count))
  }

  /// How many elements `setting` copies at most.
  public var copiedBySetting: Int { storage.isRope ? min(count, List.flat) : count }

  /// The elements as a rope; not where `storage.isRope` is false.
  var rope: Rope { unsafeDowncast(storage, to: RopeStorage.self).rope }

  private var sharedRope: Rope {
    storage.isRope ? rope : Rope(sharing: storage.elements, depth: measure.depth - 1)
  }

  /// All elements in order. Constant time; the view shares what the list holds.
  @inlinable public var elements: ValueView {
    storage.isRope ? ropeElements : ValueView(storage.elements)
  }

  @usableFromInline var ropeElements: ValueView { ValueView(rope, from: 0, by: 1) }

  /// How many elements there are. Constant time.
  @inlinable public var count: Int { storage.isRope ? ropeCount : storage.elements.count }
  @usableFromInline var ropeCount: Int { rope.count }

  /// How large it is, kept beside it. Constant time.
  @inlinable public var measure: Measure { storage.measure }

  /// The element at an index, from 0, which must be there. Constant time, or logarithmic where the
  /// list has grown.
  @inlinable public subscript(index: Int) -> Value {
    storage.isRope ? ropeElement(index) : storage.elements[index]
  }

  @usableFromInline
  func ropeElement(_ index: Int) -> Value {
    if index < 0 || index >= rope.count { fatalError("no element \(index) of \(rope.count)") }
    return rope[index]
  }
}

extension Value {
  /// A list of the elements; throws where it would exceed `ValueLimits`.
  public static func list(of elements: [Value]) throws(ValueFault) -> Value {
    .list(try List(elements))
  }
}
