import Foundation
import Loader

/// A folder of its own for one test, removed with all in it.
final class Scratch {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "reactorctl-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> FilePath { FilePath(path + "/" + name) }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: path + "/" + name))
  }

  func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  /// Runs a line of shell in the folder, and gives its exit code.
  func shell(_ line: String) -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = URL(filePath: path)
    process.standardError = nil
    do { try process.run() } catch { return -1 }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Nil where there is no such file.
  func read(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path + "/" + name).map(Array.init)
  }

  func text(_ name: String) -> String? { read(name).map { String(decoding: $0, as: UTF8.self) } }

  /// The names of all that lies in the folder, hidden files too.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
