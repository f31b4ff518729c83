public import Values

/// A name and what is below it, with what the name stands for: `person.name`, `board[row].color`.
public struct Path: Sendable {
  /// What stands behind a dot, or between brackets.
  public enum Element: Sendable {
    case property(String)
    /// What the formula gives: the index of an element, from 0, or a key.
    case computed(Formula)
  }

  /// The model's name; where an actor is meant by another, what is written for it.
  public let root: String
  /// The properties, outermost first, as far as no formula stands before them.
  public let properties: [String]
  public var span: SourceSpan
  /// What it begins in: what its root stands for, or the state of the part in whose body it stands.
  public let slot: Slot
  /// The properties below the slot, as far as no formula stands before them: in the own state of a
  /// part these are all of its names.
  public let selection: [String]
  /// What few paths have, in a place of its own, so that the others are copied at no cost of it.
  private let rare: Rare?

  private final class Rare: Sendable {
    let tail: [Element]
    /// As it is written.
    let tailText: String
    let actor: Recipient?

    init(_ tail: [Element], _ tailText: String, _ actor: Recipient?) {
      self.tail = tail
      self.tailText = tailText
      self.actor = actor
    }
  }

  /// The first formula and all behind it; empty for most paths.
  public var tail: [Element] { rare?.tail ?? [] }

  /// The actor whose state it begins in, where its root is no name of the model and none that `as`
  /// has bound.
  public var actor: Recipient? { rare?.actor }

  public init(
    root: String, properties: [String] = [], span: SourceSpan, slot: Slot, actor: Recipient? = nil,
    tail: [Element] = [], written tailText: String = ""
  ) {
    self.root = root
    self.properties = properties
    self.span = span
    self.slot = slot
    rare = tail.isEmpty && actor == nil ? nil : Rare(tail, tailText, actor)
    selection = properties
  }

  /// A path below the state of the part in whose body it stands, from one that was read as if it
  /// began in the model.
  public init(own path: Path) {
    root = path.root
    properties = path.properties
    span = path.span
    slot = .own
    rare = path.rare
    selection = [path.root] + path.properties
  }

  /// As written: `person.name`.
  public var text: String { ([root] + properties).joined(separator: ".") + (rare?.tailText ?? "") }

  /// Whether nothing of it is known only when it is read.
  public var isStatic: Bool { rare == nil }

  /// The formulas in it, in order.
  public func eachFormula(_ visit: (Formula) -> Void) {
    for element in tail {
      if case .computed(let formula) = element { visit(formula) }
    }
    if case .computed(let formula)? = actor { visit(formula) }
  }
}
