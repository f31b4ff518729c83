/// What becomes of a log that no golden has, or another one.
enum GoldenMode: Sendable {
  /// Nothing is written: both are failures.
  case compare
  /// What is missing is written, and told of to whoever looks on; what differs is a failure.
  case writeMissing
  /// `--update`: both are written, and what belongs to no scenario any more is removed.
  case update
  /// `--update=review`: what is missing is written, and of what differs somebody is asked.
  case review(Review)

  /// Without `--update` nothing is written behind anybody's back.
  static var standard: GoldenMode {
    Console.hasWatchers && !EnvironmentVariable.tellsOfCI ? .writeMissing : .compare
  }

  var writesMissing: Bool {
    if case .compare = self { false } else { true }
  }

  var isUpdate: Bool {
    if case .update = self { true } else { false }
  }

  /// Whether the log takes the place of the one that is kept; `difference` shows both.
  func accepts(_ difference: @autoclosure () -> String) -> Bool {
    switch self {
    case .compare, .writeMissing: false
    case .update: true
    case .review(let review): review.accepts(difference())
    }
  }
}
