import Scenarios

/// The files that scenarios of a load have their rows from, by the paths that name them: each is read
/// once, as its rows are.
struct RowFiles {
  typealias ID = YAMLDocument.ID

  /// By the node of the path.
  private var numbers: [ID: Int] = [:]
  private(set) var documents: [YAMLDocument] = []
  private var rows: [Int: [Scenario.Row]] = [:]

  mutating func add(_ document: YAMLDocument) -> Int {
    documents.append(document)
    return documents.count - 1
  }

  mutating func name(_ number: Int, at path: ID) { numbers[path] = number }

  /// Nil where the file could not be had.
  func number(at path: ID) -> Int? { numbers[path] }

  subscript(number: Int) -> [Scenario.Row]? {
    get { rows[number] }
    set { rows[number] = newValue }
  }
}
