import Scenarios
import Values

extension Scenario {
  /// The columns of its rows that nothing of it reads; none of a table in a file of its own, which may be there
  /// for others too.
  /// - Parameter first: How many locals its script has before the columns.
  func unreadColumns(behind first: Int) -> [Name] {
    guard let row = rows?.first, row.span.file == 0 else { return [] }
    let read = columnsRead(behind: first, answers: true)
    let filled = TextSet(Fillings.all(in: name.text).map(\.word))
    return row.entries.enumerated().compactMap { number, entry in
      read.contains(number) || filled.contains(entry.key.text) ? nil : entry.key
    }
  }
}
