import Scenarios
import Values

/// The turns of a run, one below the other, with a column for each part that acts: what it does stands
/// there, and arrows lead to those that it sends messages to. Turns that a run would not have taken are
/// marked by a star, those that have no part in what is violated by a dot. Of more columns than there is room for, and of few, it is a list.
struct ScheduleDiagram {
  private let turns: [Explored.Turn]
  private let width: Int
  private var columns: [String] = []
  /// How wide a column is.
  private var span = 0

  /// Of longer runs the beginning and the end are shown.
  private static let mostTurns = 60
  private static let least = 14
  /// What stands before the first column, at most.
  private static let margin = 10

  init(_ turns: [Explored.Turn], width: Int) {
    self.turns = turns
    self.width = width
    for turn in turns {
      for name in [turn.actor] + turn.sent.map(\.receiver) where !columns.contains(name) {
        columns.append(name)
      }
    }
    let longest = turns.map { SafeText.shown($0.words).count }.max() ?? 0
    // Columns are as wide as what stands in them where there is room, so that nothing is cut.
    let room = (width - ScheduleDiagram.margin) / max(1, columns.count)
    span = min(
      max(longest + 4, ScheduleDiagram.least), max(ScheduleDiagram.least, room))
  }

  var lines: [String] {
    let margin = "\(turns.count)".count + 4
    let isTable = columns.count > 1 && margin + columns.count * span <= width
    let shown = turns.enumerated().map { number, turn in
      let mark = turn.deviations > 0 ? "*" : turn.isPast ? " " : "·"
      let place =
        "\(mark) \(ScheduleDiagram.padded("\(number + 1)", to: margin - 4))  "
      return isTable ? row(turn, behind: place) : item(turn, behind: place)
    }
    let head = isTable ? [header(margin)] : []
    let note =
      turns.contains { !$0.isPast }
      ? ["· not in the causal past of what is violated"] : []
    guard shown.count > ScheduleDiagram.mostTurns else { return head + shown + note }
    let half = ScheduleDiagram.mostTurns / 2
    let rest = (shown.count - 2 * half).counted("turn")
    return head + shown.prefix(half) + ["  … \(rest) not shown: replay tells all"]
      + shown.suffix(half) + note
  }

  private func header(_ margin: Int) -> String {
    var line = [Character](repeating: " ", count: margin + columns.count * span)
    for (number, name) in columns.enumerated() {
      ScheduleDiagram.put(
        ScheduleDiagram.cut(SafeText.shown(name), to: span - 2), at: margin + number * span,
        in: &line)
    }
    return ScheduleDiagram.text(line)
  }

  private func row(_ turn: Explored.Turn, behind place: String) -> String {
    let margin = place.count
    var line = [Character](repeating: " ", count: margin + columns.count * span)
    ScheduleDiagram.put(place, at: 0, in: &line)
    let own = columns.firstIndex(of: turn.actor) ?? 0
    let start = margin + own * span
    let words = ScheduleDiagram.cut(SafeText.shown(turn.words), to: span - 3)
    let receivers = turn.sent.compactMap { columns.firstIndex(of: $0.receiver) }
    if let right = receivers.max(), right > own {
      for place in start..<(margin + right * span - 2) { line[place] = "─" }
      line[margin + right * span - 2] = "▶"
    }
    if let left = receivers.min(), left < own {
      for place in (margin + left * span + 1)..<start { line[place] = "─" }
      line[margin + left * span] = "◀"
      line[start - 1] = " "
    }
    ScheduleDiagram.put(words, at: start, in: &line)
    if start + words.count < line.count { line[start + words.count] = " " }
    let text = ScheduleDiagram.text(line)
    if turn.choices.isEmpty { return text }
    // What was chosen inside the turn has a line of its own, however narrow the column.
    let choices = SafeText.shown(turn.choices.joined(separator: ", "))
    let indent = String(repeating: " ", count: start + 2)
    return "\(text)\n  \(indent)\(Cut.line("[\(choices)]", to: max(20, width - start - 4)))"
  }

  private static func cut(_ text: String, to width: Int) -> String {
    text.count > width ? "\(text.prefix(max(1, width - 1)))…" : text
  }

  private func item(_ turn: Explored.Turn, behind place: String) -> String {
    var text = "\(place)\(SafeText.shown(turn.actor)): \(ScheduleDiagram.words(turn))"
    for sent in turn.sent {
      text += " ──▶ \(SafeText.shown("\(sent.receiver).\(sent.message)"))"
    }
    return Cut.line(text, to: width)
  }

  /// What it is about, with what was chosen inside it.
  private static func words(_ turn: Explored.Turn) -> String {
    let choices = turn.choices.joined(separator: ", ")
    return SafeText.shown(turn.words + (choices.isEmpty ? "" : " [\(choices)]"))
  }

  private static func put(_ text: String, at place: Int, in line: inout [Character]) {
    for (offset, character) in text.enumerated() where place + offset < line.count {
      line[place + offset] = character
    }
  }

  private static func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func text(_ line: [Character]) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return String(line)
  }
}
