/// The most that a file may hold, counted as if every alias were written out; and the most that it
/// may hold together with the files that it uses.
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

  /// Bytes of all files of a load.
  static let files = 16 << 20
  /// Scalars, lists and maps of all files of a load.
  static let allNodes = 200_000
  /// Bytes of all scalars of all files of a load: a formula may take 30 times its text.
  static let allText = 8 << 20
}
