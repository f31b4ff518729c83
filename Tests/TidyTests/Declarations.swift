/// Declarations found in Swift text by the looks of its lines, which `swift format` keeps uniform.
enum Declarations {
  struct Function {
    let name: String
    let firstLine: Int
    let lineCount: Int
  }

  private static let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor"]
  private static let modifiers: Set<Substring> = [
    "public", "private", "fileprivate", "internal", "package", "final", "indirect", "open",
    "static", "mutating", "borrowing", "consuming", "override", "nonisolated", "@inlinable",
    "@frozen", "@usableFromInline", "@discardableResult", "@main", "@Suite", "@Test", "package",
  ]

  /// The names of the types that the file declares.
  static func types(in file: SourceTree.File) -> [String] {
    file.lines.compactMap { name(in: $0, after: kinds) }
  }

  /// The names of the functions that the file declares, and how long they are.
  static func functions(in file: SourceTree.File) -> [Function] {
    let lines = file.lines
    return lines.indices.compactMap { index in
      guard let name = name(in: lines[index], after: ["func", "init", "subscript"]) else {
        return nil
      }
      let indent = lines[index].prefix { $0 == " " }
      let end = lines[index...].firstIndex { $0 == indent + "}" || $0.hasSuffix(" }") } ?? index
      return Function(name: name, firstLine: index + 1, lineCount: end - index + 1)
    }
  }

  private static func name(in line: Substring, after keywords: Set<Substring>) -> String? {
    var words = line.split(separator: " ")[...]
    while let word = words.first, modifiers.contains(word) || word.hasPrefix("@") {
      words.removeFirst()
    }
    guard let keyword = words.first?.prefix(while: \.isLetter), keywords.contains(keyword) else {
      return nil
    }
    if keyword == "init" || keyword == "subscript" { return String(keyword) }
    guard let name = words.dropFirst().first else { return nil }
    return String(name.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }
}
