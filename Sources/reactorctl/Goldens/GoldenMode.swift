/// What becomes of a log that no golden has, or another one.
enum GoldenMode: Sendable {
  /// Nothing is written: both are failures. Where the environment sets CI.
  case compare
  /// What is missing is written, as Jest does; what differs is a failure.
  case writeMissing
  /// `--update`: both are written, and what belongs to no scenario any more is removed.
  case update

  static var standard: GoldenMode { Console.environment("CI") == nil ? .writeMissing : .compare }
}
