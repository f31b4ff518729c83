internal import Values

/// What formulas can use, for people to read: the signs of the language, then the macros and
/// functions of every library.
public struct Manual: Sendable {
  /// One function for so many arguments, one macro or one sign.
  public struct Entry: Sendable {
    /// `language` for signs.
    public let library: String
    /// What it is called.
    public let name: String
    /// Each way to write it, with the type of what it gives.
    public let usages: [String]
    /// What it does, in one line.
    public let meaning: String
    /// Formulas without names, with what they give.
    public let examples: [Documentation.Example]

    init(_ library: String, _ name: String, _ usages: [String], _ documentation: Documentation) {
      self.library = library
      self.name = name
      self.usages = usages
      meaning = documentation.meaning
      examples = documentation.examples
    }
  }

  /// Libraries in the order of the environment, macros before functions.
  public let entries: [Entry]

  /// The manual of all signs, macros and functions that formulas of an environment can use.
  public init(_ environment: Environment) {
    var entries = Sign.all.map { Entry("language", $0.name, $0.usages, $0.documentation) }
    for library in environment.libraries {
      entries += library.macros.map {
        Entry(library.name, $0.name, [$0.usage], $0.documentation)
      }
      entries += library.functions.map {
        Entry(library.name, $0.name, $0.usages, $0.documentation)
      }
    }
    self.entries = entries
  }

  /// Those that bear the name, whole or behind its library's dot: `range` finds `lists.range`.
  public func entries(named name: String) -> [Entry] {
    if name.isEmpty { return [] }
    return entries.filter { Text.same($0.name, name) || TextSearch.ends($0.name, with: "." + name) }
  }

  /// All that a library has; of signs, `language`.
  public func entries(of library: String) -> [Entry] {
    entries.filter { Text.same($0.library, library) }
  }

  /// What to do about a name that nothing bears: what stands for it where another language has it,
  /// or the name that was likely meant.
  public func advice(for name: String) -> String? {
    Checker.foreignNames[name] ?? nearest(to: name).map { "did you mean \($0)?" }
      ?? Checker.meaning(nearForeign: name)
  }

  /// The name that someone most likely meant who wrote another one.
  public func nearest(to name: String) -> String? {
    let names = entries.map(\.name)
    return Suggestion.nearest(to: name, among: names)
      ?? Suggestion.nearest(
        to: name, among: names.compactMap { $0.split(separator: ".").last.map(String.init) })
  }
}

extension Function {
  /// Each overload as a call of it is written: `string.charAt(int) -> string`.
  var usages: [String] {
    overloads.text.split(separator: ";").map { overload in
      let words = overload.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
      guard let arrow = TextSearch.find("->", in: words) else { return name }
      let parameters = Function.parameters(words.utf8.prefix(arrow))
      return "\(text(parameters)) \(TextEdit.slice(words, arrow, words.utf8.count))"
    }
  }

  /// What commas separate that stand in no parentheses.
  private static func parameters(_ text: Substring.UTF8View) -> [String] {
    var parameters: [String] = []
    var parameter = ""
    var depth = 0
    for character in String(Substring(text)) {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0, character == "," {
        parameters.append(parameter)
        parameter = ""
      } else {
        parameter.append(character)
      }
    }
    return (parameters + [parameter]).map { TextEdit.trimmed($0) }.filter { !$0.isEmpty }
  }
}
