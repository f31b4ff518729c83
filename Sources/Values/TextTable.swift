/// A text as a key, by its code points (`Text`). Swift's own `String` is none: as a key it holds "é" in one and in two
/// code points equal, and so mixes up what a formula and a file tell apart.
@usableFromInline
package struct TextKey: Hashable, Sendable {
  @usableFromInline let text: String

  @inlinable
  init(_ text: String) { self.text = text }

  @inlinable
  package static func == (left: TextKey, right: TextKey) -> Bool {
    Text.same(left.text, right.text)
  }

  @inlinable
  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// Values by texts; what `[String: Content]` is, but for which texts are the same.
package struct TextTable<Content>: Sequence, ExpressibleByDictionaryLiteral {
  @usableFromInline var table: [TextKey: Content]

  @inlinable
  package init() { table = [:] }

  @inlinable
  package init(dictionaryLiteral elements: (String, Content)...) {
    self.init(elements) { _, last in last }
  }

  /// Where a text comes again, `combine` says what stands there then.
  @inlinable
  package init(
    _ elements: some Sequence<(String, Content)>,
    uniquingKeysWith combine: (Content, Content) -> Content
  ) {
    table = Dictionary(elements.lazy.map { (TextKey($0), $1) }, uniquingKeysWith: combine)
  }

  @inlinable
  package subscript(text: String) -> Content? {
    get { table[TextKey(text)] }
    _modify { yield &table[TextKey(text)] }
  }

  @inlinable
  package subscript(text: String, default value: @autoclosure () -> Content) -> Content {
    get { table[TextKey(text)] ?? value() }
    _modify { yield &table[TextKey(text), default: value()] }
  }

  @inlinable package var count: Int { table.count }
  @inlinable package var isEmpty: Bool { table.isEmpty }

  @inlinable
  package mutating func reserveCapacity(_ count: Int) { table.reserveCapacity(count) }

  /// In no order.
  @inlinable package var keys: some Sequence<String> { table.keys.lazy.map(\.text) }

  @inlinable
  package func makeIterator() -> some IteratorProtocol<(key: String, value: Content)> {
    table.lazy.map { (key: $0.text, value: $1) }.makeIterator()
  }

  /// In no order.
  @inlinable package var values: some Collection<Content> { table.values }

  /// - Returns: What stood there before.
  @inlinable
  @discardableResult
  package mutating func updateValue(_ value: Content, forKey text: String) -> Content? {
    table.updateValue(value, forKey: TextKey(text))
  }

  @inlinable
  @discardableResult
  package mutating func removeValue(forKey text: String) -> Content? {
    table.removeValue(forKey: TextKey(text))
  }
}

extension TextTable: Sendable where Content: Sendable {}
extension TextTable: Equatable where Content: Equatable {}

/// A set of texts; what `Set<String>` is, but for which texts are the same.
package struct TextSet: Hashable, Sendable, Sequence, ExpressibleByArrayLiteral {
  @usableFromInline var texts: Set<TextKey>

  @inlinable
  package init() { texts = [] }

  @inlinable
  package init(_ elements: some Sequence<String>) { texts = Set(elements.lazy.map { TextKey($0) }) }

  @inlinable
  package init(arrayLiteral elements: String...) { self.init(elements) }

  @inlinable package var count: Int { texts.count }
  @inlinable package var isEmpty: Bool { texts.isEmpty }

  @inlinable
  package func contains(_ text: String) -> Bool { texts.contains(TextKey(text)) }

  /// - Returns: Whether it was not there.
  @inlinable
  @discardableResult
  package mutating func insert(_ text: String) -> Bool { texts.insert(TextKey(text)).inserted }

  @inlinable
  @discardableResult
  package mutating func remove(_ text: String) -> Bool { texts.remove(TextKey(text)) != nil }

  @inlinable
  package mutating func formUnion(_ others: some Sequence<String>) {
    for text in others { insert(text) }
  }

  @inlinable
  package func union(_ others: some Sequence<String>) -> TextSet {
    var all = self
    all.formUnion(others)
    return all
  }

  @inlinable
  package func subtracting(_ others: TextSet) -> TextSet {
    var rest = self
    rest.texts.subtract(others.texts)
    return rest
  }

  @inlinable
  package func intersection(_ others: TextSet) -> TextSet {
    var both = self
    both.texts.formIntersection(others.texts)
    return both
  }

  /// In no order.
  @inlinable
  package func makeIterator() -> some IteratorProtocol<String> {
    texts.lazy.map(\.text).makeIterator()
  }
}
