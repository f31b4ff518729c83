import Foundation

/// A page of the documentation as lines, and the blocks of code in it.
struct DocsPage {
  struct Block {
    var language: String
    /// What the comment in the line above says of it, `<!-- a, b -->`.
    var marks: [String]
    /// The lines between the fences, by their numbers, counted from 0.
    var lines: Range<Int>

    /// The file's name that the comment gives.
    var file: String? {
      marks.first { $0.hasPrefix("file: ") }.map { String($0.dropFirst("file: ".count)) }
    }
  }

  let path: String
  let lines: [String]
  let blocks: [Block]

  static var all: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Tool.root + "/docs")) ?? []
    return ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
  }

  init(_ path: String) throws {
    self.path = path
    let text = try String(contentsOfFile: Tool.root + "/" + path, encoding: .utf8)
    lines = text.components(separatedBy: "\n")
    var blocks: [Block] = []
    var start: Int?
    for (number, line) in lines.enumerated() where line.hasPrefix("```") {
      if let opening = start {
        let above = opening > 0 ? lines[opening - 1] : ""
        let marks =
          above.hasPrefix("<!-- ") && above.hasSuffix(" -->")
          ? above.dropFirst(5).dropLast(4).components(separatedBy: ", ") : []
        blocks.append(
          Block(
            language: String(lines[opening].dropFirst(3)), marks: marks,
            lines: opening + 1..<number))
        start = nil
      } else {
        start = number
      }
    }
    self.blocks = blocks
  }

  func text(of block: Block) -> String {
    lines[block.lines].map { $0 + "\n" }.joined()
  }

  /// The lines outside of blocks.
  var prose: [String] {
    var isCode = false
    return lines.filter { line in
      let isFence = line.hasPrefix("```")
      if isFence { isCode.toggle() }
      return !isCode && !isFence
    }
  }

  /// What stands between backticks in the prose.
  var codeInProse: [String] {
    prose.joined(separator: "\n").components(separatedBy: "`").enumerated()
      .filter { $0.offset % 2 == 1 }.map(\.element)
  }

  /// The anchors of the headings, as GitHub makes them.
  var anchors: Set<String> {
    let headings = prose.filter { $0.hasPrefix("#") }
    return Set(
      headings.map { heading in
        let title = heading.drop { $0 == "#" || $0 == " " }.lowercased()
        return String(
          title.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
            .map { $0 == " " ? "-" : $0 })
      })
  }

  /// The targets of links in the prose.
  var links: [String] {
    prose.joined(separator: "\n").components(separatedBy: "](").dropFirst().compactMap {
      $0.components(separatedBy: ")").first
    }
  }

  /// Writes the page with other lines in place of those of some blocks.
  func write(_ changes: [(block: Block, lines: [String])]) throws {
    var lines = lines
    for change in changes.reversed() {
      lines.replaceSubrange(change.block.lines, with: change.lines)
    }
    let text = lines.joined(separator: "\n")
    try text.write(toFile: Tool.root + "/" + path, atomically: true, encoding: .utf8)
  }
}
