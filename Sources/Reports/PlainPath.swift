/// Paths as programs of others know files.
enum PlainPath {
  /// The path without `.` and, where that can be told, without `..`: GitHub knows files by their
  /// plain paths alone.
  static func of(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      if part == "." { continue }
      if part == "..", let last = parts.last, last != "..", !last.isEmpty {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}
