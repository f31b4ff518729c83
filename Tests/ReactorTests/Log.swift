/// What happened, in order.
final class Log {
  var entries: [String] = []

  func callAsFunction(_ entry: String) { entries.append(entry) }

  /// What happened since the last time.
  func take() -> [String] {
    defer { entries = [] }
    return entries
  }
}

struct Oops: Error, Equatable { let text: String }
