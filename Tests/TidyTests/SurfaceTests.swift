import Foundation
import Testing

/// What the libraries promise to Swift programs changes only on purpose.
/// `UPDATE_SURFACE=1 swift test --filter SurfaceTests` writes the record anew.
@Suite struct SurfaceTests {
  @Test(arguments: ["CEL", "Reactor"])
  func thePublicSurfaceIsAsRecorded(_ module: String) throws {
    let files = SourceTree.sources.filter { $0.module == module }
    let surface = files.flatMap(Surface.declarations).sorted().joined(separator: "\n") + "\n"
    let path = "Tests/TidyTests/Surface/\(module).txt"
    if ProcessInfo.processInfo.environment["UPDATE_SURFACE"] != nil {
      let url = SourceTree.root.appending(path: path)
      try surface.write(to: url, atomically: true, encoding: .utf8)
    }
    let recorded = SourceTree.text(of: path) ?? ""
    let added = Set(surface.split(separator: "\n")).subtracting(recorded.split(separator: "\n"))
    let removed = Set(recorded.split(separator: "\n")).subtracting(surface.split(separator: "\n"))
    #expect(added.sorted() == [])
    #expect(removed.sorted() == [])
  }
}

/// The public declarations of Swift text, each in one line behind the type that it stands in.
enum Surface {
  static func declarations(in file: SourceTree.File) -> [String] {
    var declarations: [String] = []
    var scopes: [(indent: Int, name: String, isPublicEnum: Bool)] = []
    let lines = file.lines
    var index = 0
    while index < lines.count {
      let line = lines[index]
      let indent = line.prefix { $0 == " " }.count
      let text = line.drop { $0 == " " }
      while let scope = scopes.last, indent <= scope.indent, !text.isEmpty { scopes.removeLast() }
      let name = scopes.map(\.name).joined(separator: ".")
      let isCase = scopes.last?.isPublicEnum == true && text.hasPrefix("case ")
      if isPublic(text) || (isCase && indent == (scopes.last?.indent ?? 0) + 2) {
        let (signature, last) = signature(lines, from: index)
        declarations.append(name.isEmpty ? signature : "\(name): \(signature)")
        index = last
      }
      if let scope = scope(text) {
        scopes.append((indent, scope, isPublic(text) && text.contains("enum ")))
      }
      index += 1
    }
    return declarations
  }

  private static func isPublic(_ text: Substring) -> Bool {
    text.split(separator: " ").first { !$0.hasPrefix("@") } == "public" && !text.contains("import ")
  }

  /// The name of the type that the line opens or extends.
  private static func scope(_ text: Substring) -> String? {
    guard text.hasSuffix("{") else { return nil }
    let words = text.split(separator: " ")
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "extension"]
    guard let kind = words.firstIndex(where: { kinds.contains($0) }), kind + 1 < words.count,
      words[..<kind].allSatisfy({ !$0.contains("(") || $0.hasPrefix("@") })
    else { return nil }
    return String(words[kind + 1].prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" })
  }

  /// The declaration up to its body, in one line, and the position of its last line.
  private static func signature(_ lines: [Substring], from first: Int) -> (String, Int) {
    var text = ""
    var depth = 0
    for index in first..<lines.count {
      let line = lines[index].drop { $0 == " " }
      text += (text.isEmpty ? "" : " ") + line
      depth += line.count { $0 == "(" || $0 == "[" } - line.count { $0 == ")" || $0 == "]" }
      let next = index + 1 < lines.count ? lines[index + 1].drop { $0 == " " } : ""
      let goesOn = next.hasPrefix("{") || next.hasPrefix("where ") || next.hasPrefix("-> ")
      if depth <= 0, !goesOn { return (cut(text), index) }
    }
    return (cut(text), lines.count - 1)
  }

  /// Without the body; what can be got and set stays.
  private static func cut(_ text: String) -> String {
    guard let brace = text.range(of: " {") else { return text }
    return String(text[..<brace.lowerBound])
  }
}
