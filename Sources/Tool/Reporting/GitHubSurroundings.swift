import Loader
import Reports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What GitHub's runner tells the programs that it starts.
enum GitHubSurroundings {
  /// Whether the tool runs in a workflow.
  static var areThere: Bool { Console.environment(.gitHubActions) == "true" }

  /// The file that takes the step's summary.
  static var summary: String? { Console.environment(.gitHubStepSummary) }

  /// The working folder as seen from the root of the repository, empty where they are the same or
  /// have nothing to do with each other.
  static var folder: String {
    guard let root = Console.environment(.gitHubWorkspace).flatMap(real),
      let here = real("."), here.hasPrefix(root + "/")
    else { return "" }
    return String(here.dropFirst(root.count + 1))
  }

  /// How much of a summary the file still takes.
  static func room(in path: String) -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { return GitHubSummary.mostBytes }
    return max(0, GitHubSummary.mostBytes - Int(clamping: status.st_size))
  }

  private static func real(_ path: String) -> String? {
    FilePath(path).real.map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}
