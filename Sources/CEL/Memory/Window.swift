// The room of windows.
//
// Layout: the address of the first of some elements that stand side by side in an array, a text or the
// program itself, and how many there are.
//
// Why it is sound: a window is made for the length of a call by `lend`, which holds what the elements
// stand in, and nobody keeps one beyond that call: lexers, parsers, machines and searches live inside
// it. Or it is made of a `StaticString`, which never goes. Indices are checked in every build, since
// they come from the texts of others.

/// Elements of an array or a text, seen where they are: neither copied nor counted.
@safe
struct Window<Element> {
  private let elements: UnsafeBufferPointer<Element>

  private init(_ elements: UnsafeBufferPointer<Element>) { unsafe self.elements = elements }

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
