import CEL
import Scenarios
import Values

/// Derived cells that read themselves, one report for each group of cells that read each other.
struct DerivedCycles {
  /// Errors: every read on the way is sure to happen.
  let sure: [Diagnostic]
  private let derived: [(name: Name, formula: Formula)]
  private let edges: [[Int]]
  private let sureCells: Set<Int>

  init(_ cells: [CellDeclaration]) {
    var derived: [(name: Name, formula: Formula)] = []
    // By the cells' numbers; nil for inputs.
    let numbers = cells.map { cell -> Int? in
      guard case .derived(let formula) = cell.source else { return nil }
      derived.append((cell.name, formula))
      return derived.count - 1
    }
    func target(_ slot: Int) -> Int? {
      guard case .cell(let index) = Slot(number: slot) else { return nil }
      return numbers[index]
    }
    // Where every cell reads only those above it, nothing goes round.
    let isOrdered = derived.enumerated().allSatisfy { number, cell in
      cell.formula.program.slots.allSatisfy { target($0).map { $0 < number } ?? true }
    }
    var sure = [[Int]](repeating: [], count: isOrdered ? 0 : derived.count)
    var all = sure
    for number in sure.indices {
      for access in derived[number].formula.program.accesses {
        guard let target = target(access.slot) else { continue }
        all[number].append(target)
        if access.isUnconditional { sure[number].append(target) }
      }
    }
    let cycles = isOrdered ? [] : ReadingCycles(sure).apart()
    self.sure = cycles.map { cycle in
      DerivedCycles.diagnostic(cycle.map { derived[$0].name }, isSure: true)
    }
    self.derived = derived
    edges = all
    sureCells = Set(cycles.joined())
  }

  /// Warnings: some read on the way may not happen.
  var possible: [Diagnostic] {
    ReadingCycles(edges).apart(from: sureCells).map { cycle in
      DerivedCycles.diagnostic(cycle.map { derived[$0].name }, isSure: false)
    }
  }

  /// So many cells of a cycle are named.
  private static let shown = 10

  private static func diagnostic(_ cycle: [Name], isSure: Bool) -> Diagnostic {
    var names = (cycle + [cycle[0]]).map(\.text)
    if names.count > shown + 2 {
      let left = names.count - shown - 1
      names.replaceSubrange(shown..<names.count - 1, with: ["(\(left) more)"])
    }
    let path = names.joined(separator: " -> ")
    return Diagnostic(
      isSure ? .error : .warning, code: .cycle,
      isSure
        ? "a derived cell reads itself: \(path)"
        : "a derived cell may come to read itself: \(path)",
      at: cycle[0].span,
      related: cycle.dropFirst().prefix(shown).map {
        .init($0.span, "by way of \"\($0.text)\"")
      })
  }
}
