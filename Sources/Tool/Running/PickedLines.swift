import Scenarios
import Values

/// What stands at the lines of a file, for those who pick scenarios by them: each list is gone through
/// once, however many lines are asked for.
struct PickedLines {
  private typealias Lines = ClosedRange<Int>

  private let file: ScenarioFile
  private let sources: SourceMap
  private let before: Lines?
  private let procedures: [(number: Int, lines: Lines)]
  /// By the line that they begin in, each with the last in the file that begins there or above.
  private var scenarios: [(line: Int, number: Int)] = []
  /// For each scenario whose rows have been asked for, the first row at each line.
  private var rows: [Int: [Int: Int]] = [:]
  /// For each procedure that has been asked for, the scenarios that perform it.
  private var performers: [Int: [SourceSpan]] = [:]

  init(_ file: ScenarioFile, _ sources: SourceMap) {
    (self.file, self.sources) = (file, sources)
    before = file.before.map { PickedLines.lines(of: $0.span, sources) }
    procedures = file.procedures.enumerated().filter { $0.element.span.file == 0 }.map {
      ($0.offset, PickedLines.lines(of: $0.element.span, sources))
    }
    let starts = file.scenarios.enumerated().map { number, scenario in
      (line: PickedLines.lines(of: scenario.span, sources).lowerBound, number: number)
    }
    var last = 0
    for start in starts.sorted(by: { ($0.line, $0.number) < ($1.line, $1.number) }) {
      last = max(last, start.number)
      scenarios.append((start.line, last))
    }
  }

  private static func lines(of span: SourceSpan, _ sources: SourceMap) -> Lines {
    let source = sources[span]
    let first = source.position(of: Int(span.start)).line
    return first...max(first, source.position(of: max(0, Int(span.end) - 1)).line)
  }

  /// The last scenario that begins at the line or above it, and its row that stands at the line; for
  /// a line of a script that several scenarios do, all of these.
  mutating func scenarios(at line: Int) -> [(SourceSpan, row: Int?)] {
    if let before, before.contains(line) { return file.scenarios.map { ($0.span, nil) } }
    if let procedure = procedures.first(where: { $0.lines.contains(line) }) {
      return performing(procedure.number).map { ($0, nil) }
    }
    guard let number = number(at: line) else { return [] }
    let scenario = file.scenarios[number]
    guard line <= sources[scenario.span].lineCount else { return [] }
    return [(scenario.span, row(at: line, of: number))]
  }

  /// Of the last scenario that begins at the line or above it.
  private func number(at line: Int) -> Int? {
    var (low, high) = (0, scenarios.count)
    while low < high {
      let middle = (low + high) / 2
      if scenarios[middle].line <= line { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? scenarios[low - 1].number : nil
  }

  private mutating func performing(_ procedure: Int) -> [SourceSpan] {
    if let known = performers[procedure] { return known }
    let before = file.before.map { [$0.steps] } ?? []
    let spans = file.scenarios
      .filter { file.performed(by: before + [$0.steps]).contains(procedure) }.map(\.span)
    performers[procedure] = spans
    return spans
  }

  private mutating func row(at line: Int, of number: Int) -> Int? {
    if let known = rows[number] { return known[line] }
    let scenario = file.scenarios[number]
    var first: [Int: Int] = [:]
    for (index, row) in (scenario.rows ?? []).enumerated()
    where row.span.file == scenario.span.file {
      for line in PickedLines.lines(of: row.span, sources) where first[line] == nil {
        first[line] = index
      }
    }
    rows[number] = first
    return first[line]
  }
}
