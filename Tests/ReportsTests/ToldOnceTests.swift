import Testing
import Values

@testable import Reports

@Suite struct ToldOnceTests {
  private func user(_ index: Int, _ name: String, of path: String) -> FileRecord {
    var file = RecordSample.file(
      name, index: index, .invalid,
      [RecordSample.diagnostic(file: path), RecordSample.diagnostic(.error, "own", file: name)])
    file.unshown = 1
    file.brokenUses = [UsedFile(path, unshown: 4)]
    return file
  }

  @Test func whatIsWrongWithAUsedFileIsLeftToTheFirstThatUsesIt() {
    var told = ToldOnce()
    var files = [
      user(0, "a.yaml", of: "m.yaml"), user(1, "b.yaml", of: "./m.yaml"),
      user(2, "c.yaml", of: "lib/../m.yaml"),
    ]
    for index in files.indices { told.filter(&files[index]) }
    #expect(files.map(\.diagnostics.count) == [2, 1, 1])
    #expect(files.map { $0.brokenUses[0].unshown } == [4, 0, 0])
    #expect(files.map(\.unshown) == [1, 1, 1])
    #expect(files.map(\.toldBefore) == [0, 0, 0])
  }

  @Test func aFileThatWasToldOfBeforeCountsWhatWasTold() {
    var told = ToldOnce()
    var first = user(0, "a.yaml", of: "m.yaml")
    told.filter(&first)
    var model = RecordSample.file(
      "m.yaml", index: 1, .invalid, [RecordSample.diagnostic(file: "m.yaml")])
    model.unshown = 4
    told.filter(&model)
    #expect(model.diagnostics.isEmpty)
    #expect(model.toldBefore == 5)
    #expect(model.unshown == 0)
    #expect(TextReport().line(model, [], []) == "invalid  m.yaml  5 errors told above\n")
  }

  @Test func equalMistakesAtOtherPlacesAreTold() {
    var told = ToldOnce()
    var file = RecordSample.file(
      "a.yaml", .invalid, (1...3).map { RecordSample.diagnostic(file: "a.yaml", line: $0) })
    told.filter(&file)
    #expect(file.diagnostics.count == 3)
    var copy = RecordSample.file(
      "copy/a.yaml", .invalid, [RecordSample.diagnostic(file: "copy/a.yaml", line: 1)])
    told.filter(&copy)
    #expect(copy.diagnostics.count == 1)
  }

  @Test(
    arguments: [
      (1, 0, [], "1 error"), (0, 2, [], "2 errors told above"), (0, 0, [], "1 error"),
      (0, 0, ["m.yaml"], "errors in m.yaml"),
      (2, 0, ["m.yaml", "n.yaml"], "2 errors; errors in m.yaml and n.yaml"),
      (0, 1, ["m", "n", "o"], "1 error told above; errors in m and 2 more files"),
    ] as [(Int, Int, [String], String)])
  func errorsAreCountedInAFewWords(_ own: Int, _ before: Int, _ used: [String], _ text: String) {
    let files = used.map { UsedFile($0) }
    #expect(FileRecord.errorCount(own: own, before: before, files) == text)
  }
}
