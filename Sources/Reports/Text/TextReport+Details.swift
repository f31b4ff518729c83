import Scenarios
import Values

extension TextReport {
  /// `= expected: 1` and `=   actual: 2`, set under each other; a pair that is too wide for that
  /// is broken into lines and compared. A pair that the message gives whole is not said again.
  func differences(_ details: [Failure.Detail], saidBy message: String = "") -> [String] {
    var wide: [String] = []
    var rows: [Failure.Detail] = []
    var index = 0
    while index < details.count {
      let detail = details[index]
      index += 1
      if detail.label == Failure.Detail.difference {
        wide += unified(detail.text)
        continue
      }
      guard index < details.count, detail.label == "expected", details[index].label == "actual"
      else {
        rows.append(detail)
        continue
      }
      let next = details[index]
      index += 1
      if isWide(detail.text) || isWide(next.text) {
        wide += difference(detail.text, next.text)
      } else if !message.hasSuffix("expected \(detail.text), got \(next.text)") {
        rows += [detail, next]
      }
    }
    let widest = rows.map { $0.label.unicodeScalars.count }.max() ?? 0
    return wide + rows.map { row($0, widest) }
  }

  /// A unified diff, what is kept in the colour of what was expected.
  private func unified(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let shown = "    \(Cut.line(String(line), to: 2 * width))"
      switch line.utf8.first {
      case UInt8(ascii: "-"): return palette.passed(shown)
      case UInt8(ascii: "+"): return palette.failed(shown)
      case UInt8(ascii: "@"): return palette.faint(shown)
      default: return shown
      }
    }
  }

  private func isWide(_ text: String) -> Bool {
    text.unicodeScalars.count > width - 28 || text.utf8.contains(UInt8(ascii: "\n"))
      || (text.hasPrefix("\"") && ValueLayout.holdsLineEnd(text))
  }

  private func row(_ detail: Failure.Detail, _ widest: Int) -> String {
    let space = String(repeating: " ", count: widest - detail.label.unicodeScalars.count)
    let text = Cut.line(detail.text, to: 4 * width)
    let painted =
      switch detail.label {
      case "expected": palette.passed(text)
      case "actual": palette.failed(text)
      default: text
      }
    return "= \(space)\(SafeText.shown(detail.label)): \(painted)"
  }

  private func difference(_ expected: String, _ actual: String) -> [String] {
    let room = width - 16
    let isInLines = expected.utf8.contains(0x0a) || actual.utf8.contains(0x0a)
    func lines(_ text: String) -> [String] {
      isInLines
        ? text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        : ValueLayout.lines(text, width: room)
    }
    let changes = LineDifference.between(lines(expected), lines(actual))
    // Of long values only the beginnings are kept, in which they need not differ.
    guard changes.contains(where: \.isDifference) else {
      return ["= expected and actual differ behind what is kept of them"]
    }
    var text = ["= expected (\(palette.passed("-"))), actual (\(palette.failed("+"))):"]
    for change in changes {
      switch change {
      case .same(let line): text.append("    \(Cut.line(line, to: 2 * width))")
      case .removed(let line): text.append(palette.passed("  - \(Cut.line(line, to: 2 * width))"))
      case .added(let line): text.append(palette.failed("  + \(Cut.line(line, to: 2 * width))"))
      case .skipped(let count):
        text.append(palette.faint("    … \(count.counted("equal line"))"))
      }
    }
    return Cut.lines(text, to: 60)
  }

  /// The value of every part of a formula, as a table.
  func parts(_ parts: [Failure.Part]) -> [String] {
    guard !parts.isEmpty else { return [] }
    let shown = parts.prefix(30).map { (Cut.line($0.text, to: 60), $0.value) }
    let widest = min(40, shown.map(\.0.unicodeScalars.count).max() ?? 0)
    var lines = ["= where:"]
    for (text, value) in shown {
      let space = String(repeating: " ", count: max(0, widest - text.unicodeScalars.count))
      lines.append("    \(text)\(space) = \(Cut.line(value, to: max(40, width - widest - 16)))")
    }
    if parts.count > shown.count { lines.append("    … \(parts.count - shown.count) more parts") }
    return lines
  }
}
