import Values

/// The difference of two texts as a unified diff, each part of it with the line that it stands
/// below: for a log, the step.
struct UnifiedDifference {
  /// So many equal lines stand around each change.
  private static let context = 3

  private let changes: [LineDifference.Change]
  /// The number of the first line of each in their files, from 1.
  private let start: Int

  init(_ old: [String], _ new: [String], startingAt start: Int) {
    changes = LineDifference.all(old, new)
    self.start = start
  }

  /// Headers such as `@@ -3,7 +3,8 @@ set: {price: 20}`, and lines that begin with a blank, `-` or
  /// `+`. Empty where nothing differs.
  var lines: [String] {
    var lines: [String] = []
    var (oldLine, newLine) = (start, start)
    var heading: String?
    var index = 0
    for range in ranges {
      while index < range.lowerBound { pass(&index, &oldLine, &newLine, &heading) }
      let first = (oldLine, newLine)
      let above = heading
      var body: [String] = []
      while index < range.upperBound {
        body.append(line(changes[index]))
        pass(&index, &oldLine, &newLine, &heading)
      }
      let counts = (oldLine - first.0, newLine - first.1)
      let end = above.map { " \($0)" } ?? ""
      lines.append("@@ -\(first.0),\(counts.0) +\(first.1),\(counts.1) @@\(end)")
      lines += body
    }
    return lines
  }

  /// What is to be shown: the changes with the lines around them, joined where these meet.
  private var ranges: [Range<Int>] {
    var ranges: [Range<Int>] = []
    for (index, change) in changes.enumerated() {
      if case .same = change { continue }
      let range =
        max(
          0, index - UnifiedDifference.context)..<min(
          changes.count, index + UnifiedDifference.context + 1)
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }

  private func pass(
    _ index: inout Int, _ oldLine: inout Int, _ newLine: inout Int, _ heading: inout String?
  ) {
    switch changes[index] {
    case .same(let text):
      oldLine += 1
      newLine += 1
      if !text.hasPrefix(" ") { heading = text }
    case .removed(let text):
      oldLine += 1
      if !text.hasPrefix(" ") { heading = text }
    case .added: newLine += 1
    case .skipped: break
    }
    index += 1
  }

  private func line(_ change: LineDifference.Change) -> String {
    switch change {
    case .same(let text): " \(text)"
    case .removed(let text): "-\(text)"
    case .added(let text): "+\(text)"
    case .skipped(let count): " … \(count)"
    }
  }
}
