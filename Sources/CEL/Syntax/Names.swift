/// The words that CEL keeps for itself, for whoever gives names to things.
public enum Names {
  /// Words that can be no name in a formula: the literals, `in`, and what CEL reserves.
  public static let reserved = [
    "false", "in", "null", "true", "as", "break", "const", "continue", "else", "for", "function",
    "if", "import", "let", "loop", "package", "namespace", "return", "var", "void", "while",
  ]

  /// The types that a formula can name; a declared name of the same spelling hides them.
  public static let types = [
    "bool", "bytes", "double", "int", "list", "map", "null_type", "optional_type", "string", "type",
    "uint", "google.protobuf.Duration", "google.protobuf.Timestamp", "net.IP", "net.CIDR",
  ]

  /// What other languages call macros.
  static let foreignMacros = [
    "any", "count", "detect", "every", "find", "findFirst", "findIndex", "firstWhere", "flatMap",
    "fold", "forEach", "groupBy", "mapIndexed", "none", "orderBy", "partition", "select", "some",
    "where",
  ]

  /// How many of the words, from the first on, name a type together; nil where they name none.
  static func typeLength(_ words: [String]) -> Int? {
    let length =
      switch words[0] {
      case "google": 3
      case "net": 2
      default: 1
      }
    let name = length == 1 ? words[0] : words.prefix(length).joined(separator: ".")
    return types.contains(name) ? length : nil
  }

  /// Whether the language keeps a word for itself, so that no name can be it.
  public static func isReserved(_ word: String) -> Bool {
    switch word.utf8.count {
    case 2...9: reservedSet.contains(word)
    default: false
    }
  }

  /// Whether the text can stand in a formula as a name: letters, digits and `_`, no digit first,
  /// and not reserved.
  public static func isName(_ word: String) -> Bool {
    guard let first = word.utf8.first, ASCII.isNameStart(first) else { return false }
    return word.utf8.allSatisfy { ASCII.isNamePart($0) } && !isReserved(word)
  }

  /// What someone who writes an undeclared name in the manner of another language means by it.
  public static func meaning(ofForeign word: String) -> String? {
    switch word {
    case "True", "TRUE": "true"
    case "False", "FALSE": "false"
    case "None", "nil", "NULL", "Null", "undefined": "null"
    case "and", "AND": "&&"
    case "or", "OR": "||"
    case "not", "NOT": "!"
    default: nil
    }
  }

  private static let reservedSet = Set(reserved)
}
