import Values

/// The names of the model: cells and computations share one space, over all files of a load.
struct Symbols {
  enum Kind {
    case input, derived
    case computation
    /// A computation that an `autorun` makes.
    case child
    /// A part that only later versions run; whatever speaks of it is let pass.
    case later
  }

  struct Symbol {
    var kind: Kind
    var span: SourceSpan
  }

  private var byName: [String: Symbol] = [:]
  /// In the order of definition.
  private(set) var names: [String] = []

  subscript(name: String) -> Symbol? { byName[name] }

  /// Adds a name; gives the earlier definition where there is one that it clashes with. Autoruns of
  /// one name do not clash with each other.
  mutating func define(_ name: String, _ kind: Kind, at span: SourceSpan) -> Symbol? {
    if let earlier = byName[name] {
      return earlier.kind == .child && kind == .child ? nil : earlier
    }
    byName[name] = Symbol(kind: kind, span: span)
    names.append(name)
    return nil
  }

  /// The names of those kinds, for suggestions.
  func names(of kinds: [Kind]) -> [String] {
    names.filter { kinds.contains(byName[$0]!.kind) }
  }
}
