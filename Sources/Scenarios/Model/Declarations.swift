import CEL

/// A cell: written from outside, or derived by a formula.
public final class CellDeclaration: Sendable {
  public enum Source: Sendable {
    /// The starting value; formulas in it are evaluated once, at the start, untracked.
    case input(Datum)
    case derived(Formula)

    public var isDerived: Bool {
      switch self {
      case .derived: true
      case .input: false
      }
    }
  }

  public enum Cutoff: Sendable {
    case equal, never, always
    /// Over `old` and `new`, true where the change is cut off.
    case formula(Formula)

    /// Whether it compares with what the cell has been.
    fileprivate var holdsBack: Bool {
      switch self {
      case .equal, .never: false
      case .always, .formula: true
      }
    }
  }

  /// Which properties of a record are reactive.
  public enum Reactivity: Sendable {
    case all
    case only([Name])
    case allBut([Name])
  }

  public let name: Name
  public let source: Source
  public let cutoff: Cutoff
  public let reactivity: Reactivity
  public let readonly: [Name]
  /// Whether it may have other properties than it starts with.
  public let isOpen: Bool
  /// What is done when the first computation depends on it; ends when none does any more.
  public let observed: [Step]
  /// What is done when none does any more.
  public let unobserved: [Step]

  public init(
    name: Name, source: Source, cutoff: Cutoff = .equal, reactivity: Reactivity = .all,
    readonly: [Name] = [], isOpen: Bool = false, observed: [Step] = [], unobserved: [Step] = []
  ) {
    self.observed = observed
    self.unobserved = unobserved
    self.name = name
    self.source = source
    self.cutoff = cutoff
    self.reactivity = reactivity
    self.readonly = readonly
    self.isOpen = isOpen
  }

  /// Whether what a derived cell holds hangs on more than what it is made from now: on what it has
  /// been, or on when it was evaluated.
  public var holdsBack: Bool {
    if case .derived(let formula) = source, formula.program.readsUntracked { return true }
    return cutoff.holdsBack
  }

  /// The formula that cuts off, where there is one.
  public var cutoffFormula: Formula? {
    if case .formula(let formula) = cutoff { formula } else { nil }
  }
}
