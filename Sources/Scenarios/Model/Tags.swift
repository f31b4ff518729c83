internal import Values

/// The tags of a scenario: those of its file, which all its scenarios share, and its own.
public struct Tags: Sendable, Sequence, Equatable, ExpressibleByArrayLiteral {
  /// Made once for all that have them.
  private final class Shared: Sendable {
    static let none = Shared([])
    let list: [String]
    let texts: TextSet

    init(_ list: [String]) {
      self.list = list
      texts = TextSet(list)
    }
  }

  private let ofFile: Shared
  private var own = Shared.none

  public init(ofFile tags: [String]) { ofFile = Shared(tags) }

  public init(_ own: [String]) {
    ofFile = .none
    self.own = Shared(own)
  }

  public init(arrayLiteral elements: String...) { self.init(elements) }

  /// Adds tags of the scenario's own.
  public mutating func add(_ tags: [String]) { own = Shared(own.list + tags) }

  /// All of them, the file's first.
  public var all: [String] { own.list.isEmpty ? ofFile.list : ofFile.list + own.list }

  /// Whether it is one of them. Does not hang on how many there are.
  public func contains(_ tag: String) -> Bool {
    own.texts.contains(tag) || ofFile.texts.contains(tag)
  }

  public func makeIterator() -> IndexingIterator<[String]> { all.makeIterator() }

  public static func == (left: Tags, right: Tags) -> Bool { left.all == right.all }
}
