extension Library {
  /// The libraries of `Environment.standard`, CEL's own first.
  static let all: [Library] = [core]

  static let core = Library(
    "core", functions: [],
    macros: Macro.standard + Macro.pairs + Macro.bindings + Macro.optionals)
}
