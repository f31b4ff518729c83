import Testing

/// What the libraries promise to Swift programs is said in words, where it is declared.
@Suite struct DocumentationTests {
  /// What is documented where the protocol asks for it, or by its name alone.
  private static let inherited = [
    "description:", "debugDescription:", "func ==", "func <", "func hash(into",
  ]

  @Test(arguments: SourceTree.sources.filter { PageTests.modules.contains($0.module) })
  func everyPublicSymbolBearsAComment(_ file: SourceTree.File) {
    for line in DocumentationTests.undocumented(file) {
      Issue.record("\(file.path):\(line + 1)")
    }
  }

  /// A page shows each symbol by itself, where nobody sees what is the same.
  @Test(arguments: SourceTree.sources.filter { PageTests.modules.contains($0.module) })
  func noPublicSymbolIsExplainedByTheOneAboveIt(_ file: SourceTree.File) {
    let lines = file.lines
    for (index, line) in lines.enumerated() {
      guard line.drop(while: \.isWhitespace).hasPrefix("/// The same") else { continue }
      let declaration = lines[index...].first {
        let text = $0.drop(while: \.isWhitespace)
        return !text.hasPrefix("///") && !text.hasPrefix("@")
      }
      let isPublic = declaration.map {
        DocumentationTests.isPublic($0.drop(while: \.isWhitespace))
      }
      #expect(isPublic != true, "\(file.path):\(index + 1)")
    }
  }

  /// The lines, from 0, of public declarations that no `///` stands above.
  private static func undocumented(_ file: SourceTree.File) -> [Int] {
    let lines = file.lines
    var scopes: [(indent: Int, kind: Scope)] = []
    var found: [Int] = []
    for (index, line) in lines.enumerated() {
      let indent = line.prefix { $0 == " " }.count
      let text = line.dropFirst(indent)
      if text.isEmpty { continue }
      while let scope = scopes.last, indent <= scope.indent { scopes.removeLast() }
      let isMember = scopes.last.map { indent == $0.indent + 2 } ?? false
      let kind = scopes.last?.kind
      let needsOne =
        isPublic(text) || (isMember && kind == .publicEnum && text.hasPrefix("case "))
        || (isMember && kind == .publicProtocol && isRequirement(text))
      // A default of a requirement says what the requirement says.
      if needsOne, kind != .defaults, !inherited.contains(where: { text.contains($0) }),
        !isDocumented(lines, index)
      {
        found.append(index)
      }
      if text.hasSuffix("{") { scopes.append((indent, scope(text, file))) }
    }
    return found
  }

  private enum Scope { case publicEnum, publicProtocol, defaults, other }

  private static func scope(_ text: Substring, _ file: SourceTree.File) -> Scope {
    if text.hasPrefix("extension ") {
      let name = text.dropFirst(10).prefix { $0.isLetter || $0.isNumber }
      return file.text.contains("public protocol \(name) ")
        || file.text.contains("public protocol \(name):") ? .defaults : .other
    }
    guard isPublic(text) else { return .other }
    // Each code has an explanation, which `explain` tells and the tests run.
    if text.contains("enum ProblemCode") { return .other }
    if text.contains("enum ") { return .publicEnum }
    return text.contains("protocol ") ? .publicProtocol : .other
  }

  private static func isPublic(_ text: Substring) -> Bool {
    let words = text.split(separator: " ").drop { $0.hasPrefix("@") }
    guard let first = words.first, first == "public" || first == "open" else { return false }
    guard words.dropFirst().first?.first?.isLetter == true else { return false }
    return !words.contains("import") && !words.contains("extension")
  }

  private static func isRequirement(_ text: Substring) -> Bool {
    ["func ", "var ", "init", "static ", "mutating ", "associatedtype ", "subscript"]
      .contains { text.hasPrefix($0) }
  }

  private static func isDocumented(_ lines: [Substring], _ index: Int) -> Bool {
    let above = lines[..<index].last { line in
      let text = line.drop { $0 == " " }
      return !text.hasPrefix("@") || text.contains(" public ")
    }
    return above?.drop { $0 == " " }.hasPrefix("///") ?? false
  }
}
