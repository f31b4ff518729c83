import Foundation
import Testing

/// Every command that writes, with each of its system calls failing once: it ends with 4, or as it
/// ends without the fault; and every file is what it was or what it was to become.
///
/// `FAULTS=all swift test --filter FaultTests` tries each call with each kind of error; otherwise the
/// kinds take turns.
@Suite struct FaultTests {
  struct Command: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let commands = [
    ["run", "--update", "shop.yaml"],
    ["run", "shop.yaml", "--report", "junit=out/j.xml", "--report", "jsonl=out/r.jsonl"],
    ["run", "shop.yaml", "--report", "tap=out/t.tap"],
    ["init", "fresh/first.yaml"],
    ["merge", "parts/1.jsonl", "--report", "junit=out/m.xml"],
    ["check", ".", "--report", "sarif=out/c.sarif"],
  ].map { Command(arguments: $0) }

  /// Nothing is left, the device answers no more, it is forbidden, a signal came.
  static let errors: [Int32] = [ENOSPC, EIO, EACCES, EINTR]

  /// The files of the project before the command.
  static let project: [String: String] = [
    "shop.yaml": """
    use: [model.yaml]
    scenarios:
      - name: the total follows
        golden: true
        steps:
          - set: {price: 20}
            expect: {total: 41}
      - name: filled in
        steps:
          - set: {price: 30}
            expect: {total: _}
      - name: another golden
        golden: true
        steps:
          - set: {price: 5}

    """,
    "model.yaml": "cells: {price: 10, total: = price * 2}\n",
    "shop.golden": """
    # golden 1: what the scenarios did that say "golden: true"; "reactorctl run --update" writes it anew

    == another golden
    start

    """,
    "parts/1.jsonl": "",
    ".git/HEAD": "ref: refs/heads/main\n",
  ]

  @Test(arguments: commands)
  func eachFaultLeavesOldOrNewAndIsTold(_ command: Command) throws {
    guard let library = try FaultLibrary.built() else { return }
    let before = try prepared(command)
    let whole = try run(command, before, [:], library)
    try #require(whole.count > 10, "\(whole)")
    let kinds = ProcessInfo.processInfo.environment["FAULTS"] == "all" ? Self.errors.count : 1
    for number in 1...whole.count {
      for turn in 0..<kinds {
        let error = Self.errors[(number + turn) % Self.errors.count]
        let fault = ["FAULT_AT": "\(number)", "FAULT_ERRNO": "\(error)"]
        let run = try run(command, before, fault, library)
        let place = "\(command.testDescription): call \(number), error \(error)"
        check(run, whole, before, place)
      }
    }
  }

  private func check(_ run: Run, _ whole: Run, _ before: [String: [UInt8]], _ place: String) {
    if run.code == whole.code {
      let (files, expected) = (run.settled, whole.settled)
      for name in Set(files.keys).union(expected.keys) {
        #expect(files[name] == expected[name], "\(place) ends with \(run.code): \(name) differs")
      }
    } else {
      #expect(run.code == 4, "\(place) ends with \(run.code)\n\(run.said)")
      #expect(!run.said.isEmpty, "\(place) ends with 4 and says nothing")
    }
    for (name, bytes) in run.files where !name.hasSuffix(".tmp") {
      let isOld = before[name] == bytes
      // A report that tells of the fault is a whole report all the same.
      let isNew =
        whole.files[name] == bytes || name.hasPrefix("out/") || Self.isWholeGolden(name, bytes)
      #expect(isOld || isNew, "\(place): \(name) is \(String(decoding: bytes, as: UTF8.self))")
    }
    for name in before.keys { #expect(run.files[name] != nil, "\(place): \(name) is gone") }
    for name in run.files.keys where name.hasSuffix(".xml") {
      let text = String(decoding: run.files[name] ?? [], as: UTF8.self)
      #expect(text.hasSuffix("</testsuites>\n"), "\(place): \(name) is cut short")
    }
  }

  /// Whether it is a golden in which all sections are whole, though only some of the scenarios may
  /// have come to theirs.
  static func isWholeGolden(_ name: String, _ bytes: [UInt8]) -> Bool {
    name.hasSuffix(".golden") && bytes.starts(with: "# golden 1".utf8) && bytes.last == 0x0a
  }

  // MARK: Running

  private struct Run {
    var code: Int32
    /// Both outputs.
    var said: String
    var files: [String: [UInt8]]

    /// The files but for times, and for what a failed removal leaves to the next update.
    var settled: [String: [UInt8]] {
      files.filter { !$0.key.hasPrefix("out/") && !$0.key.hasSuffix(".tmp") }
    }

    /// The calls that were made.
    var count: Int
  }

  /// The files before the command, with what it needs of another.
  private func prepared(_ command: Command) throws -> [String: [UInt8]] {
    var files = Self.project.mapValues { Array($0.utf8) }
    guard command.arguments[0] == "merge" else { return files }
    let scratch = try Scratch()
    for (name, bytes) in files { try scratch.write(name, bytes: bytes) }
    _ = try tool(scratch).run("run", "shop.yaml", "--no-times", "--report", "jsonl=parts/1.jsonl")
    files["parts/1.jsonl"] = try scratch.files()["parts/1.jsonl"]
    return files
  }

  private func tool(_ scratch: Scratch) -> Tool {
    var tool = Tool()
    tool.folder = scratch.path
    tool.environment["CI"] = "true"
    tool.environment["LANG"] = "C"
    return tool
  }

  private func run(
    _ command: Command, _ files: [String: [UInt8]], _ fault: [String: String], _ library: String
  ) throws -> Run {
    let scratch = try Scratch()
    for (name, bytes) in files { try scratch.write("p/" + name, bytes: bytes) }
    var tool = tool(scratch)
    tool.folder = scratch.path + "/p"
    tool.environment["LD_PRELOAD"] = library
    tool.environment["FAULT_COUNT"] = scratch.path + "/count"
    tool.environment.merge(fault) { $1 }
    // Preloaded into the tool alone, and not into the shell that starts it.
    let ending = try tool.run(command.arguments)
    let text = (try? String(contentsOfFile: scratch.path + "/count", encoding: .utf8)) ?? "0"
    let count = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    return Run(code: ending.code, said: ending.text, files: try scratch.files("p"), count: count)
  }
}

/// The library that lets calls fail, built once for all tests.
enum FaultLibrary {
  private static let library: Result<String?, any Error> = Result { try build() }

  /// Nil, and said so, where it cannot be built or preloaded.
  static func built() throws -> String? {
    let path = try library.get()
    if path == nil { print("SKIPPED: no fault library: this needs Linux and a C compiler") }
    return path
  }

  private static func build() throws -> String? {
    #if os(Linux)
      let path = FileManager.default.temporaryDirectory.path + "/reactorctl-faults-\(getpid()).so"
      let source = Tool.root + "/Tests/EndToEndTests/Faults/faults.c"
      for compiler in ["cc", "clang", "gcc"] {
        let build = "\(compiler) -shared -fPIC -O1 -o '\(path)' '\(source)' -ldl"
        var tool = Tool()
        tool.environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
        if try tool.shell(build).code == 0 { return path }
      }
    #endif
    return nil
  }
}

extension Scratch {
  /// Every file below a folder, by its path from there.
  func files(_ folder: String = ".") throws -> [String: [UInt8]] {
    let root = path + "/" + folder
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
      var isFolder: ObjCBool = false
      let file = root + "/" + name
      guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder),
        !isFolder.boolValue
      else { continue }
      files[name] = Array(try Data(contentsOf: URL(filePath: file)))
    }
    return files
  }
}
