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

  /// What the row has under the name that the data is; nil for any other data.
  func cell(of datum: Datum) -> Datum? {
    guard case .formula(let formula) = datum.content, formula.program.slots.count == 1,
      isOwn(datum.span), case .local(let number) = Slot(number: formula.program.slots[0])
    else { return nil }
    let index = number - first
    guard names.indices.contains(index), formula.text == names[index] else { return nil }
    return cells.first { $0.index == index }?.value
  }

  /// Whether it stands in the scenario itself: a procedure has other locals.
  private func isOwn(_ span: SourceSpan) -> Bool {
    span.file == scenario.file && scenario.start <= span.start && span.end <= scenario.end
  }
}
