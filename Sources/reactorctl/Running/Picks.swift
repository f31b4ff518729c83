import Loader
import Runner
import Scenarios
import Values

/// Which scenarios of one file the command line's selectors pick.
struct Picks {
  private enum Choice {
    /// The position of a scenario in the file, and of a row in it.
    case place(SourceSpan, row: Int?)
    case name(String, row: Int?)
  }

  private let isEverything: Bool
  private let choices: [Choice]

  /// An empty list picks everything.
  init(_ selectors: [Selector], _ file: ScenarioFile, _ sources: SourceMap) {
    isEverything = selectors.isEmpty
    choices = selectors.compactMap { selector in
      switch selector.pick {
      case .everything: nil
      case .line(let line): Picks.choice(at: line, file, sources)
      case .name(let name, let row): .name(name, row: row)
      }
    }
  }

  func include(_ candidate: ScenarioRunner.Candidate) -> Bool {
    isEverything
      || choices.contains { choice in
        switch choice {
        case .place(let span, let row):
          candidate.scenario.span == span && (row == nil || row == candidate.row)
        case .name(let name, let row):
          (row == nil || row == candidate.row) && Picks.bears(candidate, name)
            || Picks.bears(candidate, row.map { "\(name)[\($0)]" } ?? name)
        }
      }
  }

  private static func bears(_ candidate: ScenarioRunner.Candidate, _ name: String) -> Bool {
    Text.same(candidate.name, name) || Text.same(candidate.scenario.name.text, name)
  }

  /// The last scenario that begins at the line or above it, and its row that stands at the line.
  private static func choice(
    at line: Int, _ file: ScenarioFile, _ sources: SourceMap
  ) -> Choice? {
    func lines(_ span: SourceSpan) -> ClosedRange<Int> {
      let source = sources[span]
      let first = source.position(of: Int(span.start)).line
      return first...max(first, source.position(of: max(0, Int(span.end) - 1)).line)
    }
    guard let scenario = file.scenarios.last(where: { lines($0.span).lowerBound <= line }),
      line <= sources[scenario.span].lineCount
    else { return nil }
    let row = scenario.rows?.firstIndex { lines($0.span).contains(line) }
    return .place(scenario.span, row: row)
  }
}

extension String {
  /// Whether the other text's bytes stand in this one: never by canonical equivalence.
  func holds(_ other: String) -> Bool {
    let bytes = Array(utf8)
    let part = Array(other.utf8)
    guard bytes.count >= part.count else { return false }
    return (0...bytes.count - part.count).contains {
      bytes[$0..<$0 + part.count].elementsEqual(part)
    }
  }
}
