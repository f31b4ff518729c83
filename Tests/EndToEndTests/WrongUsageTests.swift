import Foundation
import Testing

/// What is no call of the tool, and what names nothing, by the table of exit codes.
@Suite struct WrongUsageTests {
  let scratch: Scratch
  var tool: Tool

  init() throws {
    scratch = try Scratch()
    tool = Tool()
    tool.folder = scratch.path
    try scratch.write("one/a.yaml", Samples.passing)
    try scratch.write("two/a.yaml", Samples.passing)
    try scratch.write("two/b.yaml", Samples.passing)
    try scratch.write("none/a.txt", "")
  }

  /// A script in which a variable is empty must not pass.
  @Test(arguments: [
    ([], "error: a command is missing\n"), (["debug"], "error: a command is missing\n"),
    (["help", "chek"], "error: there is no command \"chek\"; did you mean \"check\"?\n"),
    (["help", "run", "x"], "error: there is no command \"x\"\n"),
    (["help", "debug", "x"], "error: there is no command \"x\"\n"),
  ])
  func helpThatNobodyAskedForIsWrongUsage(_ arguments: [String], _ says: String) throws {
    let ending = try tool.run(arguments)
    #expect(ending.code == 2 && ending.out.isEmpty)
    #expect(ending.err.hasPrefix(says), "\(ending)")
  }

  @Test(arguments: [
    ["help"], ["--help"], ["-h"], ["help", "run"], ["help", "debug", "decode"],
    ["debug", "--help"],
    ["help", "help"], ["--version"],
  ])
  func helpThatWasAskedForIsNone(_ arguments: [String]) throws {
    let ending = try tool.run(arguments)
    #expect(ending.code == 0 && ending.err.isEmpty && !ending.out.isEmpty, "\(ending)")
  }

  /// What is wrong with it is among what is said.
  @Test(arguments: [
    ("--timeout=999999999999", "above zero and up to 292 years"),
    ("--timeout=0", "above zero and up to 292 years"),
    ("--memory=1.5GB", "a whole number of at most six digits in kB, MB or GB"),
    ("--memory=9999999GB", "a whole number of at most six digits in kB, MB or GB"),
    ("--memory=9kB", "and 1MB or more"),
  ])
  func aLimitThatIsNoneIsToldWithItsBounds(_ option: String, _ says: String) throws {
    for command in ["run", "explore"] {
      let ending = try tool.run(command, "one/a.yaml", option)
      #expect(ending.code == 2 && ending.err.contains(says), "\(ending)")
    }
    #expect(
      try tool.run("run", "one/a.yaml", "--timeout=9000000000", "--memory=999999GB").code == 0)
  }

  /// A value that begins with a minus is one.
  @Test(arguments: [
    (["run", "--jobs", "-1"], "--jobs takes a number from 1 to 1024"),
    (["explore", "-j", "-1"], "--jobs takes a number from 1 to 1024"),
    (["run", "--repeat", "-1"], "--repeat takes"),
    (["run", "--durations", "-1"], "--durations takes"),
    (["run", "--max-fail", "-1"], "--max-fail takes"),
    (["run", "--timeout", "-5s"], "above zero and up to 292 years"),
    (["explore", "--limit", "-3"], "--limit takes"), (["explore", "--runs", "-3"], "--runs takes"),
  ])
  func aValueBelowZeroIsToldAsOne(_ arguments: [String], _ says: String) throws {
    let ending = try tool.run(arguments + ["one/a.yaml"])
    #expect(ending.code == 2 && ending.err.contains(says), "\(ending)")
  }

  @Test(arguments: [
    ("nowhere.yaml", 5), ("none", 5), ("two", 2), ("one", 0), ("one/a.yaml", 0),
  ])
  func whatTakesOneFileAgreesOnPaths(_ path: String, _ code: Int32) throws {
    #expect(try tool.run("graph", path).code == code)
    if code > 0 {
      #expect(try tool.run("replay", path, "rx1.00000.").code == code)
      #expect(try tool.run("explore", "--graph", path).code == code)
    }
    #expect(try tool.run("graph", "one/a.yaml::x").code == 2)
  }
}
