public import Values

/// A name and what is below it, with what the name stands for: `person.name`, `board[row].color`.
public struct Path: Sendable {
  /// What stands behind a dot, or between brackets.
  public enum Element: Sendable {
    case property(String)
    /// What the formula gives: the index of an element, from 0, or a key.
    case computed(Formula)
  }

  public var span: SourceSpan
  /// All else, in a place of its own: a copy of a path costs no more than that of a number.
  private let content: Content

  private final class Content: Sendable {
    let root: String
    let properties: [String]
    let slot: Slot
    let selection: [String]
    let tail: [Element]
    /// As it is written.
    let tailText: String
    let actor: Recipient?

    init(
      root: String, properties: [String], slot: Slot, selection: [String], tail: [Element],
      _ tailText: String, _ actor: Recipient?
    ) {
      self.root = root
      self.properties = properties
      self.slot = slot
      self.selection = selection
      self.tail = tail
      self.tailText = tailText
      self.actor = actor
    }
  }

  /// The model's name; where an actor is meant by another, what is written for it.
  public var root: String { content.root }

  /// The properties, outermost first, as far as no formula stands before them.
  public var properties: [String] { content.properties }

  /// What it begins in: what its root stands for, or the state of the part in whose body it stands.
  public var slot: Slot { content.slot }

  /// The properties below the slot, as far as no formula stands before them: in the own state of a
  /// part these are all of its names.
  public var selection: [String] { content.selection }

  /// Whether it is what the slot stands for, as far as no formula stands in it.
  public var isWhole: Bool { content.selection.isEmpty }

  /// The first formula and all behind it; empty for most paths.
  public var tail: [Element] { content.tail }

  /// The actor whose state it begins in, where its root is no name of the model and none that `as`
  /// has bound.
  public var actor: Recipient? { content.actor }

  public init(
    root: String, properties: [String] = [], span: SourceSpan, slot: Slot, actor: Recipient? = nil,
    tail: [Element] = [], written tailText: String = ""
  ) {
    self.span = span
    content = Content(
      root: root, properties: properties, slot: slot, selection: properties, tail: tail, tailText,
      actor)
  }

  /// A path below the state of the part in whose body it stands, from one that was read as if it
  /// began in the model.
  public init(own path: Path) {
    span = path.span
    content = Content(
      root: path.root, properties: path.properties, slot: .own,
      selection: [path.root] + path.properties, tail: path.tail, path.content.tailText, path.actor)
  }

  /// As written: `person.name`.
  public var text: String { ([root] + properties).joined(separator: ".") + content.tailText }

  /// Whether nothing of it is known only when it is read.
  public var isStatic: Bool { content.tail.isEmpty && content.actor == nil }

  /// The formulas in it, in order.
  public func eachFormula(_ visit: (Formula) -> Void) {
    for element in tail {
      if case .computed(let formula) = element { visit(formula) }
    }
    if case .computed(let formula)? = actor { visit(formula) }
  }
}
