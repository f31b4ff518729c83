/// The keys of a cell that is written long.
enum CellKey: String, MapKey {
  case value, formula, nonreactive, reactive, readonly, open, cutoff, observed, unobserved

  static let mapName = MapName.cell
  static let keys = table()

  var declaration: KeyDeclaration {
    switch self {
    case .value:
      KeyDeclaration(
        .value,
        "The value that the cell starts with. A record that has a property `value` or "
          + "`formula` is written so.",
        "account:\n  value: {token: null, id: 7}\n  readonly: [id]")
    case .formula:
      KeyDeclaration(
        .formula,
        "What the cell is derived from, where it has a `cutoff` besides. A cell has `value` or "
          + "`formula`.",
        "parity: {formula: total % 2, cutoff: equal}")
    case .nonreactive:
      KeyDeclaration(
        .names.called("a list of properties"),
        "The properties of a record that are not tracked. A cell has `reactive` or `nonreactive`.",
        unless: "none")
    case .reactive:
      KeyDeclaration(
        .names.called("a list of properties"),
        "The properties of a record that are tracked; no others are.", unless: "all")
    case .readonly:
      KeyDeclaration(
        .names.called("a list of properties"),
        "The properties of a record that cannot be written, and so are not reactive; writing "
          + "one fails the step and names it.",
        unless: "none")
    case .open:
      KeyDeclaration(
        .flag,
        "Whether the record may have other properties than it starts with, at any depth.",
        unless: "`false`")
    case .cutoff:
      KeyDeclaration(
        CellKey.cutoffs,
        "Which changes did not happen: those to an equal value (`equal`), none "
          + "(`never`), all (`always`), or those for which a formula over `old` and `new` is true.",
        unless: "`equal`",
        "cutoff: = math.abs(new - old) < 5")
    case .observed:
      KeyDeclaration(
        Schema.steps(.hook),
        "Steps that are done when the first computation comes to depend on the cell. What of them "
          + "still runs ends when none does any more.",
        "observed: [{every: 1s, do: [{set: {price: = price + 1}}]}]")
    case .unobserved:
      KeyDeclaration(
        Schema.steps(.hook),
        "Steps that are done when no computation depends on the cell any more.",
        "unobserved: [{emit: {log: nobody looks}}]")
    }
  }

  private static var cutoffs: Schema {
    Schema().with(
      "anyOf",
      [
        .choice(["equal", "never", "always"]),
        Schema("string").with(pattern: "^=", "equal, never, always, or a formula"),
      ]
    ).called("`equal`, `never`, `always` or a formula")
  }
}
