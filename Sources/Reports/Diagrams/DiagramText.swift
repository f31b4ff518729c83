/// Texts as the languages of programs that draw want them.
enum DiagramText {
  /// For Mermaid: every character that means something to it, Markdown or HTML as an entity.
  static func mermaid(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "A"..."Z", "a"..."z", "0"..."9", " ", "_", "-", ".", ",", ":", "=", "+", "/", "(", ")":
        escaped.unicodeScalars.append(character)
      default:
        if character.isASCII {
          escaped += "#\(character.value);"
        } else {
          escaped.unicodeScalars.append(character)
        }
      }
    }
    return escaped
  }

  /// For DOT: a quoted text of one line or several. Graphviz reads entities in labels, so `&` is one.
  static func graphviz(_ lines: [String]) -> String {
    let escaped = lines.map { line in
      var text = ""
      for character in line.unicodeScalars {
        switch character {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case "&": text += "&amp;"
        default: text.unicodeScalars.append(character)
        }
      }
      return text
    }
    return "\"\(escaped.joined(separator: "\\n"))\""
  }

  /// GitHub draws no larger Mermaid than this.
  static func isTooLargeForGitHub(_ mermaid: String, edges: Int) -> Bool {
    edges > 500 || mermaid.unicodeScalars.count > 50_000
  }
}
