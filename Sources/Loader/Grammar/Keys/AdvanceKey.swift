/// How far the virtual time moves that is to come to something.
enum AdvanceKey: String, MapKey {
  case until, within

  static let mapName = MapName.advance
  static let keys = table()
  static let needed: [AdvanceKey] = [.until, .within]

  var declaration: KeyDeclaration {
    switch self {
    case .until:
      KeyDeclaration(
        .formula, "Time stops at the first timer behind which this is true, or at once.",
        "until: size(queue) == 0")
    case .within:
      KeyDeclaration(
        .duration, "The step fails where it is not true by then.", "within: 10s")
    }
  }
}
