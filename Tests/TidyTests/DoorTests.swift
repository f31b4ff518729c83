import Testing

/// What parses arguments ends at the door of the tool: behind it there are plain values.
@Suite struct DoorTests {
  private static let tool = SourceTree.sources.filter { $0.module == "Tool" }
  private static let door = tool.filter { isDoor($0) }
  /// What the parser of arguments fills in.
  private static let parsed = Set(
    door.flatMap(Declarations.types).filter {
      $0.hasSuffix("Command") || $0.hasSuffix("Options") || $0 == "ReactorCtl"
    })

  private static func isDoor(_ file: SourceTree.File) -> Bool {
    file.path.hasPrefix("Sources/Tool/Commands/")
  }

  @Test func theDoorIsFound() {
    #expect(DoorTests.parsed.isSuperset(of: ["RunCommand", "SessionOptions", "ReactorCtl"]))
  }

  @Test(arguments: tool.filter { !isDoor($0) })
  func nothingBehindTheDoorKnowsOfArguments(_ file: SourceTree.File) {
    #expect(!FloorTests.imports(file).contains("ArgumentParser"), "\(file.path)")
    for line in file.lines where !line.contains("//") {
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      let known = words.first { DoorTests.parsed.contains(String($0)) }
      #expect(known == nil, "\(file.path) names \(known ?? "")")
    }
  }
}
