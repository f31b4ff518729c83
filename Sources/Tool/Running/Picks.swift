import Loader
import Reports
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
  private(set) var nameScenarios = false

  mutating func add(_ selector: Selector, _ number: Int) {
    if selector.pick == .everything { isWhole = true } else { nameScenarios = true }
    selectors.append((number, selector))
  }
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
  /// The selectors that ask for whatever bears a name or stands at a place: for all rows of it, or
  /// for one.
  private struct Selectors {
    private var all: [Int] = []
    private var asksForAll = false
    private var rows: [Int: [Int]] = [:]

    mutating func add(_ selector: Int, row: Int?) {
      if let row {
        rows[row, default: []].append(selector)
      } else {
        all.append(selector)
        asksForAll = true
      }
    }

    /// Whether any of them asks for the row, or for what has none. Those who do are met by it; those
    /// who ask for all are told of once.
    mutating func ask(for row: Int?, meeting met: inout Set<Int>) -> Bool {
      met.formUnion(all)
      all = []
      guard let row, let some = rows[row] else { return asksForAll }
      met.formUnion(some)
      return true
    }
  }

  /// Behind so many selectors that pick nothing no names like theirs are looked for.
  private static let mostSuggestions = 20

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
    var names: [[UInt8]: Selectors] = [:]
    var ids: [[UInt8]: Selectors] = [:]
    var places: [SourceSpan: Selectors] = [:]
    var lines = PickedLines(file, sources)
    let printed = candidates.map(Picks.ids)
    let all = Set(printed.joined())
    for (index, (_, selector)) in picks.selectors.enumerated() {
      switch selector.pick {
      case .everything: break
      case .line(let line):
        for (span, row) in lines.scenarios(at: line) {
          places[span, default: Selectors()].add(index, row: row)
        }
      case .name(let name, let row):
        let whole = Array((row.map { "\(name)[\($0)]" } ?? name).utf8)
        // What is printed of one scenario means that one, whatever else has the name.
        if all.contains(whole) {
          ids[whole, default: Selectors()].add(index, row: nil)
          continue
        }
        names[Array(name.utf8), default: Selectors()].add(index, row: row)
        // The brackets may be part of the name.
        if row != nil { names[whole, default: Selectors()].add(index, row: nil) }
      }
    }
    var met: Set<Int> = []
    for (candidate, own) in zip(candidates, printed) {
      var isChosen =
        places[candidate.scenario.span]?.ask(for: candidate.row, meeting: &met) ?? false
      for id in own {
        let isNamed = ids[id]?.ask(for: nil, meeting: &met) ?? false
        isChosen = isChosen || isNamed
      }
      for name in Picks.names(of: candidate) {
        let isNamed = names[Array(name.utf8)]?.ask(for: candidate.row, meeting: &met) ?? false
        isChosen = isChosen || isNamed
      }
      if isChosen { chosen.insert(candidate.index) }
    }
    findAbsent(picks, candidates, met)
  }

  /// Notes the selectors that no candidate has met.
  private mutating func findAbsent(
    _ picks: FilePicks, _ candidates: [ScenarioRunner.Candidate], _ met: Set<Int>
  ) {
    let missing = picks.selectors.enumerated().filter { index, picked in
      picked.selector.pick != .everything && !met.contains(index)
    }
    if missing.isEmpty { return }
    var rows: [[UInt8]: Rows] = [:]
    for candidate in candidates {
      for name in Set(Picks.names(of: candidate).map({ Array($0.utf8) })) {
        rows[name, default: Rows()].add(candidate.row)
      }
    }
    for (count, (_, (number, selector))) in missing.enumerated() {
      let names =
        count < Picks.mostSuggestions
        ? candidates.flatMap { [$0.name, $0.scenario.name.text] } : []
      let message = Picks.absence(of: selector, rows, like: names)
      absent.append(AbsentPick(number: number, message: message))
    }
  }

  func include(_ candidate: ScenarioRunner.Candidate) -> Bool {
    isWhole || chosen.contains(candidate.index)
  }

  /// The rows that bear a name.
  private struct Rows {
    var count = 0
    var last: Int?

    mutating func add(_ row: Int?) {
      guard let row else { return }
      count += 1
      last = max(last ?? row, row)
    }
  }

  /// Why the selector picks nothing of what bears these names, with the rows of each.
  private static func absence(
    of selector: Selector, _ rows: [[UInt8]: Rows], like names: [String]
  ) -> String {
    let path = selector.path.shown
    switch selector.pick {
    case .everything: return "\(path) has no scenario"
    case .line(let line): return "no scenario of \(path) stands at line \(line)"
    case .name(let name, let row):
      if let row, let rows = rows[Array(name.utf8)] {
        guard let last = rows.last else { return "\"\(SafeText.shown(name))\" has no rows" }
        let isWhole = rows.count == last + 1
        let all = isWhole ? "its rows count from 0 to \(last)" : "its last is \(last)"
        return "\"\(SafeText.shown(name))\" has no row \(row): \(all)"
      }
      let shown = SafeText.shown(row.map { "\(name)[\($0)]" } ?? name)
      let near = Suggestion.nearest(to: name, among: names)
      return "\(path) has no scenario \"\(shown)\""
        + (near.map { "; did you mean \"\(SafeText.shown($0))\"?" } ?? "")
    }
  }

  /// What stands behind the file in the id of a scenario: as it is told in reports, and as it is shown
  /// and printed.
  private static func ids(of candidate: ScenarioRunner.Candidate) -> Set<[UInt8]> {
    let id = candidate.numberedRow.map { "\(candidate.name)[\($0)]" } ?? candidate.name
    let shown = SafeText.shown(id)
    return Set([id, shown, LogSafe.guarded(shown)].map { Array($0.utf8) })
  }

  /// By which a scenario can be asked for: as filled in, as written, and as it is shown and printed,
  /// where a bracket that begins the number of a row may be escaped as well.
  private static func names(of candidate: ScenarioRunner.Candidate) -> [String] {
    var names = [candidate.name, candidate.scenario.name.text]
    for name in names {
      let shown = SafeText.shown(name)
      if !names.contains(shown) { names.append(shown) }
      let row = candidate.numberedRow.map { "\(shown)[\($0)]" }
      for unguarded in [shown, row ?? shown] {
        let printed = LogSafe.guarded(unguarded)
        if printed != unguarded, !names.contains(printed) { names.append(printed) }
      }
    }
    return names
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
