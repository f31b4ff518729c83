import Foundation
import Scenarios
import Testing
import Values

@testable import Loader

/// Rows from files: what a cell is, where it stands, and what is refused.
@Suite struct RowFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "row-files-\(UUID().uuidString)")

  private func load(
    rows: [UInt8], as name: String = "rows.csv", scenarios: Int = 1
  ) throws -> LoadResult {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(rows).write(to: folder.appending(path: name))
    let scenario = "  - each: {file: \(name)}\n    steps: []\n"
    let text = "scenarios:\n" + String(repeating: scenario, count: scenarios)
    try Data(text.utf8).write(to: folder.appending(path: "f.yaml"))
    return ScenarioLoader.load(FilePath(folder.appending(path: "f.yaml").path))
  }

  private func load(_ rows: String, scenarios: Int = 1) throws -> LoadResult {
    try load(rows: Array(rows.utf8), scenarios: scenarios)
  }

  /// The literals of all cells as formulas write them, row by row.
  private func cells(_ rows: String) throws -> [[String]] {
    let loaded = try load(rows)
    let file = try #require(loaded.file, "\(loaded.diagnostics.map(\.message))")
    return try #require(file.scenarios.first?.rows).map { row in
      row.entries.map { $0.value.literal?.description ?? "no literal" }
    }
  }

  @Test func aCellIsAsAScalarOfYAML() throws {
    #expect(
      try cells("a,b,c\n5,true,x y\n\"5\",\"true\",\"\"\n ,~, 2.5 \n") == [
        ["5", "true", "\"x y\""], ["\"5\"", "\"true\"", "\"\""], ["null", "null", "2.5"],
      ])
    #expect(
      try cells("a\r\n\"x\r\ny\"\r\n\r\n\"\"\"\"\r\n\"a,\"\"b\"\"\"") == [
        [#""x\ny""#], [#""\"""#], [#""a,\"b\"""#],
      ])
    #expect(try cells("\u{FEFF}\"a\" ,b\t\n1 ,2") == [["1", "2"]])
    #expect(try cells("a\n# 1\n%x\n---") == [["\"# 1\""], ["\"%x\""], ["\"---\""]])
  }

  @Test func everyByteOfACellHasItsPlace() throws {
    let table = "a,b\n1,\"= \"\"é\"\" +\r\n nothing\"\n"
    let loaded = try load(table)
    let span = try #require(loaded.diagnostics.first { $0.code == .unknownName }?.span)
    let source = loaded.sources[span]
    #expect(source.name.hasSuffix("rows.csv"))
    let bytes = source.bytes[Int(span.start)..<Int(span.end)]
    #expect(String(decoding: bytes, as: UTF8.self) == "nothing")
    #expect(source.position(of: Int(span.start)).line == 3)
  }

  @Test func aFileOfRowsIsReadOnceAndCountsForEachScenario() throws {
    let loaded = try load("a\n1\n2\n", scenarios: 3)
    #expect(loaded.file?.scenarios.map { $0.rows?.count } == [2, 2, 2])
    #expect(loaded.sources.files.count == 2 && loaded.identities.count == 2)
    let many = "a\n" + String(repeating: "1\n", count: 30_000)
    #expect(try load(many, scenarios: 2).verdict == .loaded)
    let tooMany = try load(many, scenarios: 3)
    #expect(tooMany.diagnostics.map(\.code) == [.tooLarge])
    #expect(tooMany.diagnostics.first?.span.file == 0)
    #expect(
      try load(String(repeating: "a\n", count: 40_000)).diagnostics.map(\.code) == [.tooLarge])
    #expect(
      try load("a\n\"" + String(repeating: "x", count: 300 << 10) + "\"").diagnostics.map(\.code)
        == [.tooLarge])
    #expect(try load(String(repeating: "a", count: 2 << 20)).diagnostics.map(\.code) == [.badUse])
  }

  /// Whatever is cut off or put in, nothing crashes, and what is refused says why.
  @Test func anyBytesAreReadOrRefused() throws {
    let table = Array("a,\"b\"\r\n1,\"x \"\"y\"\"\r\nz\"\r\n= 1 + 2, _ \r\n".utf8)
    let odd: [UInt8] = [0x22, 0x2c, 0x0a, 0x0d, 0x20, 0x3d, 0, 0xe9, 0x5f]
    for index in 0...table.count {
      for byte in odd {
        let changed = Array(table[..<index]) + [byte] + Array(table[index...])
        for bytes in [changed, Array(changed[...index])] {
          let loaded = try load(rows: bytes)
          #expect((loaded.file == nil) == !loaded.diagnostics.isEmpty)
          for problem in loaded.diagnostics {
            #expect(problem.span.end <= loaded.sources[problem.span].bytes.count + 1)
          }
        }
      }
    }
  }

  @Test func aFolderIsNotSearchedForRows() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["a.yaml", "a.rows.yaml", "b.rows.yml", "rows.yaml", ".rows.yaml"] {
      try Data("- 1\n".utf8).write(to: folder.appending(path: name))
    }
    let found = ScenarioLoader.discover([FilePath(folder.path)])
    #expect(
      found.files.map { String(decoding: $0.name, as: UTF8.self) } == ["a.yaml", "rows.yaml"])
    let named = FilePath(folder.appending(path: "a.rows.yaml").path)
    #expect(ScenarioLoader.discover([named]).files == [named])
  }
}
