import Testing

/// A switch over an enum of the project names all of its cases, so that a new one leads through the
/// compiler to all that there is to say of it.
@Suite struct SwitchTests {
  /// Rooms where a `default:` means all that there ever may be besides, with how many there are.
  static let rooms: [(room: String, count: Int, why: String)] = [
    ("Sources/CEL/Library", 23, "a function refuses the values that it does not take"),
    ("Sources/CEL/Running", 15, "an operator refuses the values that it does not take"),
    ("Sources/CEL/Checking", 7, "what is deduced or proposed is so of some parts alone"),
    ("Sources/CEL/Planning", 1, "most nodes stand for themselves"),
    ("Sources/CEL/Syntax", 9, "a text goes on with some tokens, and is refused with others"),
    ("Sources/Values/Source", 1, "the standard library's categories of characters may grow"),
  ]

  @Test func aSwitchOverCasesHasNoDefault() {
    var counts: [String: Int] = [:]
    for file in SourceTree.sources {
      for line in SwitchTests.defaults(in: file) {
        if let room = SwitchTests.rooms.first(where: { file.path.hasPrefix($0.room + "/") }) {
          counts[room.room, default: 0] += 1
        } else {
          Issue.record("\(file.path):\(line) name the other cases")
        }
      }
    }
    for (room, count, why) in SwitchTests.rooms {
      #expect(counts[room, default: 0] == count, "\(room): \(why)")
    }
  }

  @Test func defaultsAreFoundByTheCasesBesideThem() {
    let text = """
      func f() {
        switch x {
        case .a:
          switch y {
          case 1: break
          default: break
          }
        case .b where y > 1,
          .c:
          break
        // All others.
        default: break
        }
        switch z {
        case .a, .b: break
        case let other: use(other)
        }
        switch (x, y) {
        case (.a, 1): break
        default: break
        }
      }
      """
    #expect(SwitchTests.defaults(in: SourceTree.File(path: "f.swift", text: text)) == [12])
  }

  /// The lines of each `default:` whose other cases all begin with a dot, as those of enums do. What
  /// belongs together has one indentation, which `swift format` keeps.
  private static func defaults(in file: SourceTree.File) -> [Int] {
    let lines = file.lines
    return lines.indices.compactMap { index in
      let indent = lines[index].prefix { $0 == " " }
      guard lines[index].dropFirst(indent.count).hasPrefix("default:") else { return nil }
      var patterns: [Substring] = []
      for line in lines[..<index].reversed() {
        let rest = line.dropFirst(indent.count)
        guard line.hasPrefix(indent) || line.isEmpty else { break }
        if rest.hasPrefix("case ") { patterns.append(rest.dropFirst(5)) }
        if rest.contains("switch "), !rest.hasPrefix(" ") { break }
      }
      return patterns.allSatisfy { $0.hasPrefix(".") || $0.hasPrefix("_ ") } ? index + 1 : nil
    }
  }
}
