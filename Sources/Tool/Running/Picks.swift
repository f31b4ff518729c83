import Loader
import Runner
import Scenarios
import Values

/// What the command line picks from one file: nothing in particular where it was only found.
struct FilePicks {
  /// Whether some path asks for all of it.
  var isWhole = false
  /// The paths that lead to it, with their numbers on the command line.
  var selectors: [(number: Int, selector: Selector)] = []

  /// Whether any of its scenarios are named.
  var nameScenarios: Bool { selectors.contains { $0.selector.pick != .everything } }
}

/// A path of the command line that names a file, and nothing in it.
struct AbsentPick: Sendable {
  /// Of the path, in their order on the command line.
  var number: Int
  /// `shop.yaml has no scenario "gone"`.
  var message: String
}

/// Which scenarios of one file the command line's selectors pick, and which selectors pick none.
struct Picks {
  /// A row, or every row where it is nil, of whatever bears the name or stands at the place.
  private struct Wish {
    var selector: Int
    var row: Int?
  }

  private let isWhole: Bool
  private var chosen: Set<Int> = []
  /// In the order of the command line.
  private(set) var absent: [AbsentPick] = []

  init(
    _ picks: FilePicks, _ file: ScenarioFile, _ sources: SourceMap,
    _ candidates: [ScenarioRunner.Candidate]
  ) {
    isWhole = picks.isWhole || !picks.nameScenarios
    guard picks.nameScenarios else { return }
    var names: [[UInt8]: [Wish]] = [:]
    var places: [SourceSpan: [Wish]] = [:]
    for (index, (_, selector)) in picks.selectors.enumerated() {
      switch selector.pick {
      case .everything: break
      case .line(let line):
        for (span, row) in Picks.places(at: line, file, sources) {
          places[span, default: []].append(Wish(selector: index, row: row))
        }
      case .name(let name, let row):
        names[Array(name.utf8), default: []].append(Wish(selector: index, row: row))
        guard let row else { continue }
        // The brackets may be part of the name.
        names[Array("\(name)[\(row)]".utf8), default: []].append(Wish(selector: index))
      }
    }
    var met: Set<Int> = []
    for candidate in candidates {
      var wishes = places[candidate.scenario.span] ?? []
      for name in Picks.names(of: candidate) { wishes += names[Array(name.utf8)] ?? [] }
      for wish in wishes where wish.row == nil || wish.row == candidate.row {
        chosen.insert(candidate.index)
        met.insert(wish.selector)
      }
    }
    for (index, (number, selector)) in picks.selectors.enumerated()
    where selector.pick != .everything && !met.contains(index) {
      let message = Picks.absence(of: selector, candidates)
      absent.append(AbsentPick(number: number, message: message))
    }
  }

  func include(_ candidate: ScenarioRunner.Candidate) -> Bool {
    isWhole || chosen.contains(candidate.index)
  }

  /// Why the selector picks none of them.
  private static func absence(
    of selector: Selector, _ candidates: [ScenarioRunner.Candidate]
  ) -> String {
    let path = selector.path.shown
    switch selector.pick {
    case .everything: return "\(path) has no scenario"
    case .line(let line): return "no scenario of \(path) stands at line \(line)"
    case .name(let name, let row):
      let named = candidates.filter { bears($0, name) }
      if let row, !named.isEmpty {
        let rows = named.compactMap(\.row)
        guard let last = rows.max() else { return "\"\(SafeText.shown(name))\" has no rows" }
        let isWhole = rows.count == last + 1
        let all = isWhole ? "its rows count from 0 to \(last)" : "its last is \(last)"
        return "\"\(SafeText.shown(name))\" has no row \(row): \(all)"
      }
      let shown = SafeText.shown(row.map { "\(name)[\($0)]" } ?? name)
      let names = candidates.flatMap { [$0.name, $0.scenario.name.text] }
      let near = Suggestion.nearest(to: name, among: names)
      return "\(path) has no scenario \"\(shown)\""
        + (near.map { "; did you mean \"\(SafeText.shown($0))\"?" } ?? "")
    }
  }

  private static func bears(_ candidate: ScenarioRunner.Candidate, _ name: String) -> Bool {
    names(of: candidate).contains { Text.same($0, name) }
  }

  /// By which a scenario can be asked for: as filled in, as written, and as it is shown.
  private static func names(of candidate: ScenarioRunner.Candidate) -> [String] {
    let names = [candidate.name, candidate.scenario.name.text]
    return names + names.map { SafeText.shown($0) }.filter { !names.contains($0) }
  }

  /// The last scenario that begins at the line or above it, and its row that stands at the line; for
  /// a line of a script that several scenarios do, all of these.
  private static func places(
    at line: Int, _ file: ScenarioFile, _ sources: SourceMap
  ) -> [(SourceSpan, row: Int?)] {
    func lines(_ span: SourceSpan) -> ClosedRange<Int> {
      let source = sources[span]
      let first = source.position(of: Int(span.start)).line
      return first...max(first, source.position(of: max(0, Int(span.end) - 1)).line)
    }
    if let before = file.before, lines(before.span).contains(line) {
      return file.scenarios.map { ($0.span, nil) }
    }
    let procedure = file.procedures.firstIndex {
      $0.span.file == 0 && lines($0.span).contains(line)
    }
    if let procedure {
      let before = file.before.map { [$0.steps] } ?? []
      return file.scenarios.filter { file.performed(by: before + [$0.steps]).contains(procedure) }
        .map { ($0.span, nil) }
    }
    guard let scenario = file.scenarios.last(where: { lines($0.span).lowerBound <= line }),
      line <= sources[scenario.span].lineCount
    else { return [] }
    return [
      (
        scenario.span,
        scenario.rows?.firstIndex { row in
          row.span.file == scenario.span.file && lines(row.span).contains(line)
        }
      )
    ]
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
