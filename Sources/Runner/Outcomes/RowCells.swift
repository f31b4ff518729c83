import CEL
import Scenarios
import Values

/// The row at hand as it is written: an expectation that is but the name of a column is filled in and
/// rewritten there.
struct RowCells {
  /// The columns, by their numbers among the locals that the row binds.
  let names: [String]
  let cells: [(index: Int, value: Datum)]
  /// How many locals stand before those of the row.
  let first: Int
  let scenario: SourceSpan
  /// The columns that are read elsewhere than where their values are expected, too.
  let inputs: () -> Set<Int>

  /// What the row has under the name that the data is; nil for any other data.
  func cell(of datum: Datum) -> Datum? {
    guard let column = column(of: datum) else { return nil }
    return cells.first { $0.index == column }?.value
  }

  /// Whether the column whose name the data is is an input, too.
  func isInput(_ datum: Datum) -> Bool { column(of: datum).map(inputs().contains) ?? false }

  private func column(of datum: Datum) -> Int? {
    // A procedure has other locals.
    guard case .formula(let formula) = datum.content, formula.program.slots.count == 1,
      scenario.holds(datum.span), case .local(let number) = Slot(number: formula.program.slots[0])
    else { return nil }
    let column = number - first
    return names.indices.contains(column) && formula.text == names[column] ? column : nil
  }
}
