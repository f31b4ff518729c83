// The room of windows.
//
// Layout: the address of the first of some elements that stand side by side in an array, a text or the
// program itself, and how many there are. A `Held` is a block of its own with so many elements, which are
// initialised when it is made and destroyed when it goes.
//
// Why it is sound: a window is made for the length of a call by `lend`, which holds what the elements
// stand in, and nobody keeps one beyond that call: lexers, parsers, machines and searches live inside
// it. Or it is made of a `StaticString`, which never goes; or of a `Held`, which whoever looks through the
// window keeps: a program for the length of an evaluation. Nothing in a `Held` is ever written. Indices are checked in every build, since
// they come from the texts of others.

/// Elements of an array or a text, seen where they are: neither copied nor counted.
@safe
struct Window<Element> {
  private let elements: UnsafeBufferPointer<Element>

  fileprivate init(_ elements: UnsafeBufferPointer<Element>) { unsafe self.elements = elements }

  /// Opens a window on an array for the length of a call.
  @inline(__always)
  static func lend<Result>(_ array: [Element], to body: (Window) throws -> Result) rethrows
    -> Result
  {
    try unsafe array.withUnsafeBufferPointer { try unsafe body(Window($0)) }
  }

  /// The part of it between two indices, which begins anew at 0.
  func part(_ range: Range<Int>) -> Window {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "outside of a window")
    return unsafe Window(UnsafeBufferPointer(rebasing: elements[range]))
  }
}

/// The elements of an array in a block of its own, which is seen through a window without counting anything.
@safe
struct Held<Element: Sendable>: ~Copyable, @unchecked Sendable {
  private let elements: UnsafeMutableBufferPointer<Element>

  init(_ array: [Element]) {
    let block = UnsafeMutableBufferPointer<Element>.allocate(capacity: array.count)
    _ = unsafe block.initialize(fromContentsOf: array)
    unsafe elements = block
  }

  deinit {
    unsafe elements.deinitialize()
    unsafe elements.deallocate()
  }

  /// Not to be used when this is gone.
  var window: Window<Element> {
    @inline(__always)
    borrowing get { unsafe Window(UnsafeBufferPointer(elements)) }
  }
}

extension Window: RandomAccessCollection {
  var startIndex: Int { 0 }

  var endIndex: Int {
    @inline(__always)
    get { unsafe elements.count }
  }

  subscript(index: Int) -> Element {
    @inline(__always)
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: endIndex), "outside of a window")
      return unsafe elements[index]
    }
  }

  /// An element seen where it is, so that passing it on counts nothing.
  subscript(lent index: Int) -> Element {
    @inline(__always)
    unsafeAddress {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: endIndex), "outside of a window")
      return unsafe elements.baseAddress.unsafelyUnwrapped + index
    }
  }

  func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try unsafe body(elements)
  }
}

extension Window<UInt8> {
  /// Opens a window on a text's UTF-8 for the length of a call.
  @inline(__always)
  static func lend<Result>(_ text: String, to body: (Window) throws -> Result) rethrows -> Result {
    var text = text
    return try text.withUTF8 { try unsafe body(Window($0)) }
  }

  /// The UTF-8 of a text that stands in the program.
  init(_ text: StaticString) {
    precondition(text.hasPointerRepresentation, "a text of one character by its number")
    unsafe self.init(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
