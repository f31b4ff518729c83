/// What this version is called, and when it was made.
enum Release {
  static let version = "0.1.0"
  static let date = "November 21, 2026"
}
