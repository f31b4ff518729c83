/// A text as a key, by its code points (`Text`). Swift's own `String` is none: as a key it holds "é" in one and in two
/// code points equal, and so mixes up what a formula and a file tell apart.
@frozen
public struct TextKey: Hashable, Sendable {
  /// The text itself.
  public let text: String

  /// The key of a text.
  @inlinable
  public init(_ text: String) { self.text = text }

  @inlinable
  public static func == (left: TextKey, right: TextKey) -> Bool {
    Text.same(left.text, right.text)
  }

  @inlinable
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// Values by texts; what `[String: Value]` is, but for which texts are the same.
///
/// It is open to see for who uses it, so that it is made for each kind of value: else a table would cost several times
/// what a dictionary does.
@frozen
public struct TextTable<Content>: Sequence, ExpressibleByDictionaryLiteral {
  @usableFromInline var table: [TextKey: Content]

  /// An empty one.
  @inlinable
  public init() { table = [:] }

  /// Of a text that comes again the last value counts.
  @inlinable
  public init(dictionaryLiteral elements: (String, Content)...) {
    self.init(elements) { _, last in last }
  }

  /// Where a text comes again, `combine` says what stands there then.
  @inlinable
  public init(
    _ elements: some Sequence<(String, Content)>,
    uniquingKeysWith combine: (Content, Content) -> Content
  ) {
    table = [:]
    for (text, content) in elements {
      let key = TextKey(text)
      if let before = table[key] {
        table[key] = combine(before, content)
      } else {
        table[key] = content
      }
    }
  }

  /// What stands there; nil where nothing does.
  @inlinable
  public subscript(text: String) -> Content? {
    get { table[TextKey(text)] }
    _modify { yield &table[TextKey(text)] }
  }

  /// What stands there, or else the default, which a change begins with.
  @inlinable
  public subscript(text: String, default content: @autoclosure () -> Content) -> Content {
    get { table[TextKey(text)] ?? content() }
    _modify { yield &table[TextKey(text), default: content()] }
  }

  /// How many texts there are.
  @inlinable public var count: Int { table.count }

  /// Whether there is none.
  @inlinable public var isEmpty: Bool { table.isEmpty }

  /// Makes room for so many texts.
  @inlinable
  public mutating func reserveCapacity(_ count: Int) { table.reserveCapacity(count) }

  /// The texts, in no order.
  @inlinable public var keys: [String] { table.keys.map(\.text) }

  /// The values, in no order.
  @inlinable public var values: Dictionary<TextKey, Content>.Values { table.values }

  /// - Returns: What stood there before.
  @inlinable
  @discardableResult
  public mutating func updateValue(_ content: Content, forKey text: String) -> Content? {
    table.updateValue(content, forKey: TextKey(text))
  }

  /// - Returns: What stood there before.
  @inlinable
  @discardableResult
  public mutating func removeValue(forKey text: String) -> Content? {
    table.removeValue(forKey: TextKey(text))
  }

  /// Goes through a table, in no order.
  @frozen
  public struct Iterator: IteratorProtocol {
    @usableFromInline var base: Dictionary<TextKey, Content>.Iterator

    @inlinable
    init(_ base: Dictionary<TextKey, Content>.Iterator) { self.base = base }

    /// The next one; nil behind the last.
    @inlinable
    public mutating func next() -> (key: String, value: Content)? {
      base.next().map { (key: $0.key.text, value: $0.value) }
    }
  }

  /// Begins to go through it.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(table.makeIterator()) }
}

extension TextTable: Sendable where Content: Sendable {}
extension TextTable: Equatable where Content: Equatable {}

/// A set of texts; what `Set<String>` is, but for which texts are the same.
@frozen
public struct TextSet: Hashable, Sendable, Sequence, ExpressibleByArrayLiteral {
  @usableFromInline var texts: Set<TextKey>

  /// An empty one.
  @inlinable
  public init() { texts = [] }

  /// Each text once.
  @inlinable
  public init(_ elements: some Sequence<String>) {
    texts = []
    for text in elements { texts.insert(TextKey(text)) }
  }

  /// Each text once.
  @inlinable
  public init(arrayLiteral elements: String...) { self.init(elements) }

  /// How many texts there are.
  @inlinable public var count: Int { texts.count }

  /// Whether there is none.
  @inlinable public var isEmpty: Bool { texts.isEmpty }

  /// Whether the text is in it.
  @inlinable
  public func contains(_ text: String) -> Bool { texts.contains(TextKey(text)) }

  /// - Returns: Whether it was not there.
  @inlinable
  @discardableResult
  public mutating func insert(_ text: String) -> Bool { texts.insert(TextKey(text)).inserted }

  /// Takes a text out, if it is in it.
  package mutating func remove(_ text: String) { texts.remove(TextKey(text)) }

  /// Takes others in.
  @inlinable
  public mutating func formUnion(_ others: some Sequence<String>) {
    for text in others { insert(text) }
  }

  /// This set without others.
  @inlinable
  public func subtracting(_ others: TextSet) -> TextSet {
    var rest = self
    rest.texts.subtract(others.texts)
    return rest
  }

  /// Goes through a set, in no order.
  @frozen
  public struct Iterator: IteratorProtocol {
    @usableFromInline var base: Set<TextKey>.Iterator

    @inlinable
    init(_ base: Set<TextKey>.Iterator) { self.base = base }

    /// The next one; nil behind the last.
    @inlinable
    public mutating func next() -> String? { base.next()?.text }
  }

  /// Begins to go through it.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(texts.makeIterator()) }
}
