import Foundation
import TestSupport
import Testing

/// The project's own files, as text.
struct SourceTree {
  struct File: CustomTestStringConvertible {
    /// From the project's folder: `Sources/CEL/Syntax/Lexer.swift`.
    let path: String
    let text: String

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    var testDescription: String { path }

    /// The target that the file belongs to.
    var module: String { String(path.split(separator: "/")[1]) }
  }

  static let root = Project.root

  static let sources = swift(in: "Sources")
  static let tests = swift(in: "Tests")

  static func swift(in folder: String) -> [File] {
    paths(in: folder).filter { $0.hasSuffix(".swift") }.map { path in
      let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8)
      return File(path: path, text: text ?? "")
    }
  }

  /// All files below a folder, from the project's folder, sorted.
  static func paths(in folder: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    let paths = (found?.allObjects as? [String]) ?? []
    return paths.filter { path in
      var isFolder: ObjCBool = false
      let full = root.appending(path: folder).appending(path: path).path
      return FileManager.default.fileExists(atPath: full, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.map { "\(folder)/\($0)" }.sorted()
  }

  static func text(of path: String) -> String? {
    try? String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
