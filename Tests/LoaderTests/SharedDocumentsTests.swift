import Foundation
import Scenarios
import Testing
import Values

@testable import Loader

/// What many files use is read once, and what is written meanwhile is seen.
@Suite struct SharedDocumentsTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "shared-documents-\(UUID().uuidString)")

  private func write(_ name: String, _ text: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  private func load(_ name: String, _ shared: SharedDocuments?) -> LoadResult {
    ScenarioLoader.load(FilePath(folder.appending(path: name).path), sharing: shared)
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  @Test func aUsedFileIsParsedOnceForAllItsUsers() throws {
    defer { remove() }
    try write("model.yaml", "use: [base.yaml]\ncells: {a: 1, b: = a + base}\n")
    try write("base.yaml", "cells: {base: 1}\n")
    let shared = SharedDocuments()
    for number in 0..<20 {
      try write("f\(number).yaml", "use: [model.yaml]\nsteps: [{expect: {b: 2}}]\n")
      let (together, alone) = (load("f\(number).yaml", shared), load("f\(number).yaml", nil))
      #expect(together.verdict == .loaded)
      #expect(together.sources.files.map(\.name) == alone.sources.files.map(\.name))
    }
    #expect(shared.parsed == 2)
  }

  @Test func newBytesAreRead() throws {
    defer { remove() }
    try write("model.yaml", "cells: {a: 1}\n")
    try write("f.yaml", "use: [model.yaml]\nsteps: [{expect: {a: 1}}]\n")
    let shared = SharedDocuments()
    #expect(load("f.yaml", shared).file?.model.cells.map(\.name.text) == ["a"])
    // In place: the same device and number.
    let handle = try FileHandle(forWritingTo: folder.appending(path: "model.yaml"))
    try handle.write(contentsOf: Data("cells: {a: 1, b: 2}\n".utf8))
    try handle.close()
    #expect(load("f.yaml", shared).file?.model.cells.map(\.name.text) == ["a", "b"])
    #expect(shared.parsed == 2)
  }

  @Test func everyUserIsToldTheSameAtItsOwnPlace() throws {
    defer { remove() }
    try write("model.yaml", "cells: {a: 1, b: = a + nothing, c: 1 +}\n")
    try write("broken.yaml", "cells: {a: 1, a: 2}\n")
    try write("f.yaml", "use: [model.yaml, broken.yaml]\nsteps: [{expect: {a: 1}}]\n")
    try write("g.yaml", "use: [broken.yaml, model.yaml]\nsteps: [{expect: {a: 1}}]\n")
    let shared = SharedDocuments()
    for name in ["f.yaml", "g.yaml", "f.yaml", "g.yaml"] {
      let (together, alone) = (load(name, shared), load(name, nil))
      #expect(together.total == alone.total && together.total > 0)
      #expect(
        together.diagnostics.map { $0.text(in: together.sources) }
          == alone.diagnostics.map { $0.text(in: alone.sources) })
    }
  }
}
