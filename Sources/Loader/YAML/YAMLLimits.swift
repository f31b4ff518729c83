/// The most that a file may hold, counted as if every alias were written out.
enum YAMLLimits {
  /// Bytes of the file.
  static let file = 1 << 20
  /// Levels of lists and maps.
  static let depth = 64
  /// Scalars, lists and maps together.
  static let nodes = 100_000
  /// Bytes of all scalars together.
  static let text = 8 << 20
  /// Bytes of one scalar.
  static let scalar = 256 << 10
}
