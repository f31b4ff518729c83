/// Text in mdoc, the language of manual pages, which both groff and mandoc read. A line that begins
/// with a dot is a request; everything of ours is escaped, so that none is made by accident.
struct ManualSource {
  private(set) var text = ""

  /// A request with arguments that may hold requests of their own.
  mutating func request(_ line: String) { text += ".\(line)\n" }

  /// Words that flow into lines; a line that begins with blanks is shown as it is.
  mutating func paragraphs(_ source: String) {
    var isLiteral = false
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let isIndented = line.hasPrefix("  ")
      if isIndented != isLiteral {
        request(isIndented ? "Bd -literal -offset indent -compact" : "Ed")
        isLiteral = isIndented
      }
      if line.isEmpty {
        request("Pp")
      } else {
        words(String(isIndented ? line.dropFirst(2) : line))
      }
    }
    if isLiteral { request("Ed") }
  }

  /// A line of words, each sentence on a line of its own, as mdoc wants it.
  mutating func words(_ line: String) {
    var rest = line[...]
    while let dot = rest.firstRange(of: ". ") {
      put(rest[..<dot.lowerBound] + ".")
      rest = rest[dot.upperBound...]
    }
    put(rest)
  }

  private mutating func put(_ line: Substring) { text += ManualSource.escaped(String(line)) + "\n" }

  /// Text that stands for itself, also at the start of a line.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "~": escaped += "\\(ti"
      case "^": escaped += "\\(ha"
      case "`": escaped += "\\(ga"
      case "…": escaped += "..."
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    let first = escaped.unicodeScalars.first
    return first == "." || first == "'" ? "\\&" + escaped : escaped
  }

  /// An argument of a request: one word, no request itself, no quote that ends early.
  static func argument(_ text: String) -> String {
    let escaped = escaped(text).split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\\(dq")
    return "\"\\&\(escaped.hasPrefix("\\&") ? String(escaped.dropFirst(2)) : escaped)\""
  }
}
