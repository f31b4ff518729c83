/// What a step's log holds about each of the parts that an outcome names: where they are few it is gone through for
/// each, and else once for all of them.
struct ByPart<Part: Hashable, Entry> {
  private static var few: Int { 4 }

  private let entries: ArraySlice<Entry>
  private let part: (Entry) -> Part
  private let groups: [Part: [Entry]]?

  init(_ entries: ArraySlice<Entry>, forSoMany count: Int, _ part: @escaping (Entry) -> Part) {
    self.entries = entries
    self.part = part
    groups = count > ByPart.few ? Dictionary(grouping: entries, by: part) : nil
  }

  /// In the order of the log.
  subscript(wanted: Part) -> [Entry] {
    guard let groups else { return entries.filter { part($0) == wanted } }
    return groups[wanted] ?? []
  }
}
