import CEL
import Scenarios

/// What names stand for at one place of a file, for the formulas there.
struct NameScope: Scope {
  let locals: Locals
  let symbols: Symbols
  let sight: Sight

  /// What of the model can be read.
  enum Sight {
    /// Nothing.
    case none
    /// Cells and states, and what other parts have emitted by `NAME.emitted`.
    case values
    /// In scripts, expectations and properties: computations, services and actors too.
    case outcomes
  }

  func slot(for name: String) -> Int? {
    NameScope.slot(of: name, locals, symbols, sight)?.number
  }

  func untracked(_ slot: Int) -> Int { Slot.untracked(slot) }

  /// The locals come first, the innermost of them, then the parts of the model.
  static func slot(
    of name: String, _ locals: borrowing Locals, _ symbols: Symbols, _ sight: Sight
  ) -> Slot? {
    if let slot = locals.slot(name) { return slot }
    if case .none = sight { return nil }
    if let symbol = symbols[name], symbol.kind.isValued || sight == .outcomes { return symbol.slot }
    if case .values = sight, let slot = emission(name, locals, symbols) { return slot }
    return name == "now" ? .now : nil
  }

  /// What `NAME.emitted` stands for, where the name alone means nothing.
  private static func emission(
    _ name: String, _ locals: borrowing Locals, _ symbols: Symbols
  ) -> Slot? {
    guard name.hasSuffix(emitted) else { return nil }
    let part = String(name.dropLast(emitted.count))
    guard locals.slot(part) == nil, let symbol = symbols[part], !symbol.kind.isValued else {
      return nil
    }
    return symbols.parts.number(of: symbol.slot).map { .emitted($0) }
  }

  private static let emitted = ".emitted"
}

extension Symbols.Kind {
  /// Whether parts of that kind have a value everywhere.
  var isValued: Bool {
    switch self {
    case .input, .derived, .reactor, .store: true
    case .computation, .child, .actor, .service: false
    }
  }
}
