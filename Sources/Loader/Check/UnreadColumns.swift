import Scenarios
import Values

extension Scenario {
  /// The columns of its rows that nothing of it reads; none of a table in a file of its own, which may be there
  /// for others too.
  /// - Parameter first: How many locals its script has before the columns.
  func unreadColumns(behind first: Int) -> [Name] {
    guard let row = rows?.first, row.span.file == 0 else { return [] }
    var script: Set<Int> = []
    eachPiece { $0.noteLocals(in: &script) }
    // What plays a method has nothing before the columns.
    var players: Set<Int> = []
    for stand in methods { stand.method.eachPiece { $0.noteLocals(in: &players) } }
    let filled = TextSet(Fillings.all(in: name.text).map(\.word))
    return row.entries.enumerated().compactMap { number, entry in
      let isRead =
        script.contains(first + number) || players.contains(number)
        || filled.contains(entry.key.text)
      return isRead ? nil : entry.key
    }
  }
}

extension Piece {
  /// Notes the locals that it reads, by their numbers.
  fileprivate func noteLocals(in numbers: inout Set<Int>) {
    eachRead { slot, _, _ in
      if let number = slot.localNumber { numbers.insert(number) }
    }
  }
}
