import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The tool among pipes, signals, full disks and odd files.
@Suite struct SystemTests {
  let scratch: Scratch
  let tool: Tool

  init() throws {
    scratch = try Scratch()
    try scratch.write("passing.yaml", Samples.passing)
    try scratch.write("failing.yaml", Samples.failing)
    var tool = Tool()
    tool.folder = scratch.path
    self.tool = tool
  }

  @Test func aClosedPipeEndsWith141AndWithoutAWord() throws {
    try scratch.write(
      "many.yaml",
      "cells: {a: 1}\nscenarios:\n"
        + (0..<3000).map { "  - name: scenario \($0)\n    steps: [{expect: {a: 1}}]\n" }.joined())
    let ending = try tool.shell(
      "\"$tool\" run -v many.yaml | head -n 1 >/dev/null; echo ${PIPESTATUS[0]}")
    #expect(ending.out == "141\n")
    #expect(ending.err == "")
  }

  @Test func aFullDiskIsFourAndSaysSo() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    for command in [
      "run passing.yaml", "run failing.yaml", "eval 1", "--help", "check passing.yaml",
    ] {
      let ending = try tool.shell("\"$tool\" \(command) >/dev/full")
      #expect(ending.code == 4, "\(command)")
      #expect(ending.err.contains("No space left on device"), "\(command): \(ending.err)")
    }
    #expect(try tool.shell("\"$tool\" run nowhere 2>/dev/full").code == 4)
  }

  /// What nobody takes is not told with success; what nobody gives is no trouble.
  @Test func aClosedOutputIsAFailureToWrite() throws {
    for command in ["run passing.yaml", "run failing.yaml", "run passing.yaml --report tap=-"] {
      let ending = try tool.shell("\"$tool\" \(command) >&-")
      #expect(ending.code == 4, "\(command)")
      #expect(ending.err.contains("cannot write the output"), "\(command): \(ending.err)")
    }
    #expect(try tool.shell("\"$tool\" run passing.yaml <&- 2>&-").code == 0)
    #expect(try tool.shell("\"$tool\" run nowhere.yaml 2>&-").code == 5)
    #expect(try tool.shell("\"$tool\" eval --batch - <&-").code == 0)
  }

  @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143)), (SIGHUP, Int32(129))])
  func aSignalEndsTheRunWithItsCode(_ signal: Int32, _ code: Int32) throws {
    let ending = try tool.start([Tool.path, "eval", "--batch", "/dev/zero"]) { child in
      Tool.waitUntilListening(child)
      kill(child, signal)
    }
    #expect(ending.code == code, "\(ending)")
  }

  @Test func anInterruptedRunReportsWhatItHas() throws {
    var text = "cells: {a: 0}\nscenarios:\n"
    for number in 0..<400 {
      text += "  - name: n\(number)\n    steps: [{repeat: 500, do: [{set: {a: = a + 1}}]}]\n"
    }
    try scratch.write("long.yaml", text)
    let ending = try tool.start([Tool.path, "run", "long.yaml"]) { child in
      Tool.waitUntilListening(child)
      kill(child, SIGINT)
    }
    // A quick machine may be done before the signal comes.
    #expect(ending.code == 130 || ending.code == 0, "\(ending)")
    if ending.code == 130 { #expect(ending.out.contains("Interrupted")) }
  }

  @Test func aLongScenarioIsLeftAtItsNextTurn() throws {
    var text = "cells: {a: 0}\nscenarios:\n  - name: long\n    steps:\n"
    for _ in 0..<3000 {
      text += "      - {repeat: 300, do: [{repeat: 300, do: [{set: {a: = a + 1}}]}]}\n"
    }
    try scratch.write("long.yaml", text)
    let ending = try tool.start([Tool.path, "run", "long.yaml", "--report", "jsonl=-"]) { child in
      Tool.waitUntilListening(child)
      kill(child, SIGINT)
    }
    #expect(ending.code == 130)
    #expect(ending.out.contains("\"interrupted\":true"), "\(ending.out.suffix(300))")
    #expect(!ending.out.contains("\"event\":\"scenario\""))
  }

  @Test func aSecondInterruptEndsAtOnce() throws {
    let ending = try tool.start([Tool.path, "eval", "--batch", "/dev/zero"]) { child in
      Tool.waitUntilListening(child)
      kill(child, SIGINT)
      usleep(550_000)
      kill(child, SIGINT)
    }
    #expect(ending.code == 130)
    // The first alone would have left it a second.
    #expect(ending.seconds < 0.9)
  }

  @Test func oddFileNamesAreRunAndShownEscaped() throws {
    for name in [
      "-x.yaml", "a\u{1B}[31m.yaml", "::error::.yaml", "new\nline.yaml", "a b.yaml", "a:3",
    ] {
      try scratch.write("odd/\(name)", Samples.failing)
    }
    let ending = try tool.run("run", "odd", "odd/a:3")
    #expect(ending.code == 1)
    #expect(ending.out.contains("6 files, 12 scenarios: 12 failed"))
    #expect(!ending.text.contains("\u{1B}"))
    var inside = tool
    inside.folder = scratch.path + "/odd"
    let dash = try inside.run("run", "--", "-x.yaml", "::error::.yaml")
    #expect(dash.code == 1)
    #expect(!dash.out.split(separator: "\n").contains { $0.hasPrefix("::") })
  }

  @Test func namesThatAreNotUTF8AreFoundAndRun() throws {
    let ending = try tool.shell(
      """
      mkdir bytes && cp passing.yaml $'bytes/\\xff.yaml' && "$tool" run bytes && \
      "$tool" run $'bytes/\\xff.yaml'
      """)
    #expect(ending.code == 0, "\(ending.text)")
  }

  @Test func whatFailedInThemRunsAgain() throws {
    let ending = try tool.shell(
      """
      mkdir bytes && cp failing.yaml $'bytes/\\xff.yaml' && cp failing.yaml bytes/b.yaml || exit 70
      export REACTORCTL_CACHE=$PWD/cache
      "$tool" run -q bytes; cp passing.yaml bytes/b.yaml; "$tool" run -q --failed bytes
      """)
    #expect(ending.code == 1, "\(ending.text)")
  }

  @Test func linksInCirclesAreNotFollowed() throws {
    let ending = try tool.shell(
      "mkdir -p loop/a && ln -s .. loop/a/up && cp passing.yaml loop/a && \"$tool\" run loop")
    #expect(ending.code == 0)
    #expect(ending.out.hasSuffix("1 file, 2 scenarios: 2 passed\n"))
  }

  @Test func foreignTextGivesNoCommandToACIRunner() throws {
    try scratch.write(
      "commands.yaml",
      """
      cells: {a: "::error::x\\n::stop-commands::y ##[group]z"}
      scenarios:
        - name: "::error::name ##[error]x"
          steps:
            - expect: {a: "##[x]\\n::y"}
      """)
    let ending = try tool.run("run", "commands.yaml")
    #expect(ending.code == 1)
    for line in ending.text.split(separator: "\n") {
      #expect(!line.drop { $0 == " " }.hasPrefix("::"))
      #expect(!line.contains("##["))
    }
  }
}
