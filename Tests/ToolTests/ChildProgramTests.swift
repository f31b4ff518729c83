import Testing

@testable import Tool

@Suite struct ChildProgramTests {
  /// What is there and cannot be started is not missing.
  @Test func onlyWhatIsNotThereIsMissing() throws {
    let scratch = try Scratch()
    try scratch.write("plain", "no program")
    let missing = ChildProgram.run([scratch.path + "/gone"])
    #expect(missing.code == 127 && missing.problem == nil)
    let refused = ChildProgram.run([scratch.path + "/plain"])
    #expect(refused.problem == "Permission denied")
    #expect(ChildProgram.run(["sh", "-c", "exit 3"]).code == 3)
  }
}
