import CEL
import Scenarios
import Values

/// The locals that what is walked through reads, by their numbers.
struct LocalReads {
  private(set) var numbers: Set<Int> = []

  func contains(_ number: Int) -> Bool { numbers.contains(number) }

  mutating func visit(_ piece: Piece) {
    piece.eachFormula { formula in
      for access in formula.program.accesses { note(Slot(number: access.slot)) }
    }
    switch piece {
    case .formula, .datum, .write, .local, .channel: break
    case .read(let path): note(path.slot)
    case .computation(let computation): computation.eachPiece { visit($0) }
    case .steps(let steps):
      for step in steps {
        step.eachPiece { visit($0) }
        for outcome in step.outcomes { outcome.eachPiece { visit($0) } }
      }
    }
  }

  private mutating func note(_ slot: Slot) {
    if let number = slot.localNumber { numbers.insert(number) }
  }
}

extension Scenario {
  /// The columns of its rows that nothing of it reads; none of a table in a file of its own, which may be there for others
  /// too.
  /// - Parameter first: How many locals its script has before the columns.
  func unreadColumns(behind first: Int) -> [Name] {
    guard let row = rows?.first, row.span.file == 0 else { return [] }
    var script = LocalReads()
    eachPiece { script.visit($0) }
    // What plays a method has nothing before the columns.
    var players = LocalReads()
    for stand in methods { stand.method.eachPiece { players.visit($0) } }
    return row.entries.enumerated().compactMap { number, entry in
      let isRead =
        script.contains(first + number) || players.contains(number)
        || name.text.contains("{\(entry.key.text)}")
      return isRead ? nil : entry.key
    }
  }
}
