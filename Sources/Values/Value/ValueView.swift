/// The elements of a list, or the keys or values of a map, in order: a view of what it holds.
///
/// Going through it costs the same for each element. An element by its index is a look into an array
/// where the list or map was made at once, and logarithmic where it has grown.
@frozen
public struct ValueView: RandomAccessCollection, Sendable {
  @usableFromInline let flat: [Value]
  @usableFromInline let rope: Rope?
  @usableFromInline let origin: Int
  @usableFromInline let step: Int

  /// A view of an array, which is not copied.
  @inlinable
  public init(_ values: [Value]) {
    flat = values
    rope = nil
    origin = 0
    step = 1
  }

  /// Each `step`th value of a rope, beginning at `origin`.
  @usableFromInline
  init(_ rope: Rope, from origin: Int, by step: Int) {
    flat = []
    self.rope = rope
    self.origin = origin
    self.step = step
  }

  /// Always 0.
  @inlinable public var startIndex: Int { 0 }
  /// How many elements there are.
  @inlinable public var endIndex: Int { rope == nil ? flat.count : ropeCount }
  /// The element at an index, which must be there.
  @inlinable public subscript(index: Int) -> Value { rope == nil ? flat[index] : element(index) }
  /// Goes through all elements, each at the same cost.
  @inlinable public func makeIterator() -> Iterator { Iterator(self) }

  @usableFromInline var ropeCount: Int { (rope?.count ?? 0) / step }

  @usableFromInline
  func element(_ index: Int) -> Value {
    guard let rope, index >= 0, index < ropeCount else {
      fatalError("no element \(index) of \(count)")
    }
    return rope[origin + index * step]
  }

  /// All of them in an array, which is no copy where the list or map was made at once.
  @inlinable public var array: [Value] { rope == nil ? flat : Array(self) }

  /// An array in which the element stands, among others, at `offset`; the next ones follow with
  /// `step` between them.
  @usableFromInline
  func piece(at index: Int) -> (values: [Value], offset: Int) {
    guard let rope else { return (flat, index) }
    let place = origin + index * step
    let (values, start) = rope.piece(at: place)
    return (values, place - start)
  }

  /// Reads elements by their indexes, which costs an array's access as long as the next index is near
  /// the last one.
  @frozen
  public struct Reader: Sendable {
    @usableFromInline let view: ValueView
    @usableFromInline var values: [Value]
    /// Of the element with index 0, were it in `values`.
    @usableFromInline var offset: Int

    /// A reader that begins at the first element.
    @inlinable
    public init(_ view: ValueView) {
      self.view = view
      values = view.flat
      offset = 0
    }

    /// The element at an index, which must be there.
    @inlinable
    public mutating func value(at index: Int) -> Value {
      var place = offset + index * view.step
      if place < 0 || place >= values.count {
        turn(to: index)
        place = offset + index * view.step
      }
      return values[place]
    }

    @usableFromInline
    mutating func turn(to index: Int) {
      let (values, place) = view.piece(at: index)
      self.values = values
      offset = place - index * view.step
    }
  }

  /// Goes through the elements, array by array.
  @frozen
  public struct Iterator: IteratorProtocol, Sendable {
    @usableFromInline let view: ValueView
    @usableFromInline var values: [Value]
    @usableFromInline var offset: Int
    /// The index of the element that comes next.
    @usableFromInline var index: Int

    @inlinable
    init(_ view: ValueView) {
      self.view = view
      values = view.flat
      offset = 0
      index = 0
    }

    /// The next element, or nil behind the last.
    @inlinable
    public mutating func next() -> Value? {
      if offset >= values.count, !advance() { return nil }
      defer {
        offset += view.step
        index += 1
      }
      return values[offset]
    }

    /// Turns to the array in which the next element stands; false behind the last.
    @usableFromInline
    mutating func advance() -> Bool {
      guard view.rope != nil, index < view.endIndex else { return false }
      (values, offset) = view.piece(at: index)
      return true
    }
  }
}
