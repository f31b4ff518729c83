extension Int {
  /// So many of something: `1 file`, `2 files`.
  package func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
