/// An immutable list of values.
@frozen
public struct List: Sendable {
  @usableFromInline
  final class Storage: Sendable {
    @usableFromInline let elements: [Value]
    @usableFromInline let measure: Measure

    @usableFromInline
    init(_ elements: [Value], _ measure: Measure) {
      self.elements = elements
      self.measure = measure
    }
  }

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

  /// The elements of both. Costs what copying them does; the measures are not counted anew.
  public func appending(_ other: List) throws(ValueFault) -> List {
    let sum = Measure(
      depth: max(measure.depth, other.measure.depth),
      elements: measure.elements + other.measure.elements,
      text: measure.text + other.measure.text)
    return List(storage: Storage(elements + other.elements, try sum.checked()))
  }

  @inlinable public var elements: [Value] { storage.elements }
  @inlinable public var count: Int { storage.elements.count }
  @inlinable public var measure: Measure { storage.measure }
  @inlinable public subscript(index: Int) -> Value { storage.elements[index] }
}

extension Value {
  /// A list of the elements; throws where it would exceed `ValueLimits`.
  public static func list(of elements: [Value]) throws(ValueFault) -> Value {
    .list(try List(elements))
  }
}
