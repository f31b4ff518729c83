import Scenarios
import Values

extension TextReport {
  /// At most so many lines of a failure are shown.
  static let mostLines = 200

  /// A scenario's failures, each followed by an empty line.
  func failures(_ scenario: ScenarioResult, in sources: SourceMap) -> String {
    let blocks = blocks(scenario, in: sources)
    var text = blocks.map { "\($0)\n" }.joined()
    let rest = scenario.failures.count - blocks.count
    if rest > 0 { text += "\(unshown(rest, of: scenario.name, scenario.numberedRow))\n" }
    if let found = scenario.explored?.found {
      text += self.found(ExploredRecord.Found(found, in: sources))
    }
    return text
  }

  /// The first of a scenario's failures, as lines that each have an end. What led there is told
  /// once, behind the last failure of a step.
  func blocks(_ scenario: ScenarioResult, in sources: SourceMap) -> [String] {
    let shown = scenario.failures.prefix(ScenarioRecord.mostFailures)
    return shown.enumerated().map { index, failure in
      let next = scenario.failures.dropFirst(index + 1).first
      let tellsTrail = next.map { $0.step == nil || $0.step != failure.step } ?? true
      var lines = [
        headline(failure, in: sources), "  in: \(title(scenario, of: failure, in: sources))",
      ]
      lines += body(failure, of: scenario, in: sources, withTrail: tellsTrail)
      return Cut.lines(lines, to: TextReport.mostLines).joined(separator: "\n") + "\n"
    }
  }

  /// How many failures of a scenario are left out, with a line end.
  func unshown(_ count: Int, of name: String, _ row: Int?) -> String {
    "  … \(count.counted("more failure")) of \(title(name, row)) not shown\n"
  }

  /// The name; of a row with the line that the row begins in, and of a failure in another file with
  /// the place of the scenario.
  private func title(
    _ scenario: ScenarioResult, of failure: Failure, in sources: SourceMap
  ) -> String {
    let title = title(scenario.name, scenario.numberedRow)
    let isElsewhere = failure.span.file != scenario.span.file
    guard let begin = scenario.rowSpan ?? (isElsewhere ? scenario.span : nil) else { return title }
    let source = sources[begin]
    let place = source.position(of: Int(begin.start))
    let isOwn = begin.file == scenario.span.file && !isElsewhere
    return "\(title)  (\(isOwn ? "line " : "\(source.name):")\(place.line))"
  }

  func title(_ name: String, _ row: Int?) -> String {
    let name = Cut.line(name, to: width)
    return row.map { "\(name) [row \($0)]" } ?? name
  }

  private func headline(_ failure: Failure, in sources: SourceMap) -> String {
    let file = sources[failure.span]
    let (line, column) = file.position(of: Int(failure.span.start))
    let place = palette.strong("\(file.name):\(line):\(column):")
    let message = palette.strong(Cut.line(failure.message, to: 400))
    let code = palette.faint("  [\(failure.code.rawValue)]")
    return "\(place) \(palette.failed("error:")) \(message)\(code)"
  }

  private func body(
    _ failure: Failure, of scenario: ScenarioResult, in sources: SourceMap, withTrail: Bool
  ) -> [String] {
    let (source, margin) = excerpt(failure, in: sources)
    let indent = String(repeating: " ", count: margin + 1)
    var lines = source
    lines += differences(failure.details, saidBy: failure.message).map { indent + $0 }
    lines += parts(failure.parts).map { indent + $0 }
    lines += places(failure.places, in: sources).map { indent + $0 }
    let help = failure.help + command(failure, of: scenario, in: sources)
    lines += help.map { indent + palette.hint("= help: ") + Cut.line($0, to: 400) }
    if withTrail {
      lines += trail(failure, in: sources).map { indent + $0 }
    }
    return lines
  }
}

extension TextReport {
  /// What to type so that a `_` is filled in.
  private func command(
    _ failure: Failure, of scenario: ScenarioResult, in sources: SourceMap
  ) -> [String] {
    // Of other files than the one that runs nothing is written.
    guard failure.isFixable, failure.fixes.contains(where: \.isPlaceholder),
      failure.fixes.allSatisfy({ $0.span.file == 0 })
    else { return [] }
    let file = sources[failure.span]
    let place = "\(file.name):\(file.position(of: Int(failure.span.start)).line)"
    // Of what comes of it the other times nothing is known yet.
    let condition =
      TextReport.mayComeAgain(failure, of: scenario) ? ", if one value is right every time" : ""
    return ["or have it written\(condition): \(updateCommand) \(ShellWord.typed(place))"]
  }

  /// Whether the `_` may be looked at more than once: by other rows, in other rounds, or in steps that are done from
  /// several places.
  private static func mayComeAgain(_ failure: Failure, of scenario: ScenarioResult) -> Bool {
    let isOfRow = failure.fixes.allSatisfy { scenario.rowSpan?.holds($0.span) ?? false }
    if isOfRow { return false }
    return scenario.row != nil || !failure.places.isEmpty
      || failure.details.contains { Text.same($0.label, Failure.Detail.round) }
      || !scenario.span.holds(failure.span)
  }

  /// At most so many lines of a step are shown.
  private static let mostSource = 12

  /// Each other place: its words, where it is, and what stands there.
  private func places(_ places: [Failure.Place], in sources: SourceMap) -> [String] {
    places.map { place in
      let file = sources[place.span]
      let (line, column) = file.position(of: Int(place.span.start))
      let text = StepText.line(place.span, in: sources) ?? ""
      return
        "= \(SafeText.shown(place.label)): \(file.name):\(line):\(column): \(Cut.line(text, to: 60))"
    }
  }

  /// The step with the place underlined, and the width of the line numbers. A place outside of the
  /// step, such as a property of the file, stands before or behind it.
  private func excerpt(_ failure: Failure, in sources: SourceMap) -> ([String], margin: Int) {
    let file = sources[failure.span]
    let marks = Int(failure.span.start)..<Int(failure.span.end)
    let marked = file.position(of: marks.lowerBound).line
    var numbers = [marked]
    if let step = failure.step, step.file == failure.span.file {
      let first = file.position(of: Int(step.start)).line
      let last = file.position(of: max(Int(step.start), Int(step.end) - 1)).line
      numbers = TextReport.shown(first...max(first, last), around: marked)
    }
    let excerpt = Excerpt(of: file, upTo: numbers.max() ?? marked)
    var lines: [String] = []
    var before = numbers[0] - 1
    for number in numbers {
      if number > before + 1 { lines.append(String(repeating: " ", count: excerpt.margin) + " …") }
      before = number
      let text = excerpt.line(number, marking: number == marked ? marks : nil)
      for (index, line) in text.split(separator: "\n").enumerated() {
        lines.append(index == 0 ? String(line) : underline(line))
      }
    }
    return (lines, excerpt.margin)
  }

  /// The lines of the step and the marked one; of a long step the first and those around the mark.
  private static func shown(_ step: ClosedRange<Int>, around marked: Int) -> [Int] {
    if step.contains(marked) {
      guard step.count > mostSource else { return Array(step) }
      let near = max(step.lowerBound, marked - 6)...min(step.upperBound, marked + 2)
      return (near.contains(step.lowerBound) ? [] : [step.lowerBound]) + Array(near)
    }
    let lines = Array(step.prefix(mostSource))
    return marked < step.lowerBound ? [marked] + lines : lines + [marked]
  }

  private func underline(_ line: Substring) -> String {
    guard palette.isOn, let caret = line.firstIndex(of: "^") else { return String(line) }
    return line[..<caret] + palette.mark(String(line[caret...]))
  }
}

extension TextReport {
  /// A diagnostic in the colours of the report.
  func painted(_ diagnostic: Diagnostic, in sources: SourceMap) -> String {
    painted(diagnostic.text(in: sources), code: diagnostic.code.rawValue)
  }

  /// The text of a diagnostic or a failure in the colours of the report.
  func painted(_ text: String, code: String?) -> String {
    guard palette.isOn else { return text }
    let mark = code.map { "  [\($0)]" } ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { painted(line: $0, code: mark) }.joined(separator: "\n")
  }

  private func painted(line: Substring, code: String) -> String {
    let bytes = Array(line.utf8)
    if bytes.first == UInt8(ascii: " ") {
      let content = bytes.drop { $0 == UInt8(ascii: " ") }
      if content.starts(with: "|".utf8) { return underline(line) }
      if content.starts(with: "= help:".utf8) { return palette.hint(String(line)) }
      return String(line)
    }
    for (word, paint) in [
      (" error: ", palette.failed), (" warning: ", palette.skipped), (" note: ", palette.hint),
    ] {
      if let found = TextReport.find(word, in: bytes) {
        let place = String(decoding: bytes[..<found], as: UTF8.self)
        let label = String(word.dropFirst().dropLast())
        let isHead = bytes.suffix(code.utf8.count).elementsEqual(code.utf8)
        let message = bytes[(found + word.utf8.count)...].dropLast(isHead ? code.utf8.count : 0)
        let rest = palette.strong(String(decoding: message, as: UTF8.self))
        return "\(palette.strong(place)) \(paint(label)) \(rest)"
          + (isHead ? palette.faint(code) : "")
      }
    }
    return String(line)
  }

  private static func find(_ word: String, in bytes: [UInt8]) -> Int? {
    let word = Array(word.utf8)
    guard bytes.count >= word.count else { return nil }
    return (0...bytes.count - word.count).first { bytes[$0..<$0 + word.count].elementsEqual(word) }
  }
}
