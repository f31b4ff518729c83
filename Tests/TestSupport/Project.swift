public import Foundation

/// The project's own files, which tests read.
public enum Project {
  /// The project's folder.
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A path below the project's folder, as a whole.
  public static func path(_ path: String) -> String { root.appending(path: path).path }

  public static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The files below a folder whose names end so, from the project's folder, sorted. Those of rows are
  /// no scenarios, and left out.
  public static func files(in folder: String, endingWith end: String) -> [String] {
    let walk = FileManager.default.enumerator(atPath: path(folder))
    return (walk?.allObjects as? [String] ?? []).filter {
      $0.hasSuffix(end) && !$0.hasSuffix(".rows.yaml")
    }.sorted()
      .map { "\(folder)/\($0)" }
  }

  /// What fuzzers start from, and what they have found: the files of a folder of `Tests/Corpora`, by
  /// name.
  public static func corpus(_ name: String) throws -> [[UInt8]] {
    let folder = root.appending(path: "Tests/Corpora/\(name)")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { !$0.hasPrefix(".") }
      .map { try [UInt8](Data(contentsOf: folder.appending(path: $0))) }
  }
}
