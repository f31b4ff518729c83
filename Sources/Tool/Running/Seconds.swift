import Reports

/// A time for people: `0.034 s`.
enum Seconds {
  static func text(_ seconds: Double) -> String {
    "\(Microseconds.thousandths(seconds)) s"
  }
}
