extension Library {
  /// The libraries of `Environment.standard`, CEL's own first.
  static let all: [Library] = [
    core, bindings, pairs, optionals, encoders, strings, math, network, lists, sets, maps, regex,
    random, reading, nearness,
  ]

  /// CEL's standard library.
  public static let core = Library(
    "core", functions: coreText + coreConversions + coreTime, macros: Macro.standard)

  /// `cel.bind`.
  static let bindings = Library("bindings", functions: [], macros: Macro.bindings)

  /// The macros with two variables.
  static let pairs = Library("two-variable comprehensions", functions: [], macros: Macro.pairs)
}
