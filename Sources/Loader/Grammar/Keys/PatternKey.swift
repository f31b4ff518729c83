/// The key of an error that is expected by a pattern.
enum PatternKey: String, MapKey {
  case matches

  static let mapName = MapName.pattern
  static let keys = table()
  static let needed: [PatternKey] = [.matches]

  var declaration: KeyDeclaration {
    switch self {
    case .matches:
      KeyDeclaration(
        .filledText, "A regular expression, by the syntax of RE2.", "fails: {matches: 'out of .*'}")
    }
  }
}
