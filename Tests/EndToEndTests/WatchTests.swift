import Foundation
import Testing

/// `run --watch`: what an edit or a key runs again.
@Suite struct WatchTests {
  let scratch: Scratch
  var tool: Tool

  init() throws {
    scratch = try Scratch()
    tool = Tool()
    tool.folder = scratch.path
    try scratch.write("sub/model.yaml", "cells: {n: 1}\n")
    for name in ["a", "b"] {
      try scratch.write("sub/\(name).yaml", WatchTests.scenario(use: "", expected: 2))
    }
    try scratch.write("sub/c.yaml", WatchTests.scenario(use: "use: [model.yaml]", expected: 2))
  }

  private static func scenario(use: String, expected: Int) -> String {
    """
    \(use.isEmpty ? "cells: {n: 1}" : use)
    scenarios: [{name: one, steps: [{set: {n: 2}, expect: {n: \(expected)}}]}]

    """
  }

  /// Runs the script beside the watching tool. In it `await` reads up to the next invitation, and
  /// `press` presses keys.
  private func watch(_ script: String, _ arguments: String = ".", before: String = ":") throws
    -> [String]
  {
    let ending = try tool.shell(
      """
      \(before)
      coproc T { "$tool" run --watch \(arguments) 2>&1; }
      in=${T[0]} out=${T[1]} id=$T_PID
      await() {
        while IFS= read -r -t 60 line <&$in; do
          echo "$line"
          case $line in Watching*) return;; esac
        done
      }
      press() { printf "$1" >&$out; }
      await
      \(script)
      press q
      wait $id
      echo "ends with $?"
      """)
    return ending.out.split(separator: "\n").map(String.init)
  }

  /// The lines that tell of files, for each run.
  private func runs(_ lines: [String]) -> [[String]] {
    lines.split(omittingEmptySubsequences: false) { $0.hasPrefix("Watching") }.map { run in
      run.filter { $0.hasPrefix("passed ") || $0.hasPrefix("failed ") || $0.hasPrefix("invalid") }
        .map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    }
  }

  @Test func anEditRunsTheFileAndThoseThatUseIt() throws {
    let lines = try watch(
      """
      sed -i 's/expect: {n: 2}/expect: {n: 3}/' sub/a.yaml; await
      sed -i 's/1/5/' sub/model.yaml; await
      echo 'cells: {n: 1}' > fresh.yaml; await
      rm sub/b.yaml; cp sub/c.yaml sub/d.yaml; await
      """)
    #expect(
      runs(lines).prefix(5) == [
        ["passed sub/a.yaml", "passed sub/b.yaml", "passed sub/c.yaml"], ["failed sub/a.yaml"],
        ["passed sub/c.yaml"], [], ["passed sub/d.yaml"],
      ])
    #expect(lines.last == "ends with 0")
  }

  @Test func whatIsEditedHasChanged() throws {
    let git = "git -c user.name=x -c user.email=x@y"
    let lines = try watch(
      """
      sed -i 's/expect: {n: 2}/expect: {n: 3}/' sub/a.yaml; await
      sed -i 's/expect: {n: 3}/expect: {n: 2}/' sub/a.yaml; await
      sed -i 's/1/5/' sub/model.yaml; await
      press a; await
      """, "--changed .", before: "\(git) init -q . && git add . && \(git) commit -qm one")
    #expect(
      runs(lines).prefix(5) == [
        [], ["failed sub/a.yaml"], ["passed sub/a.yaml"], ["passed sub/c.yaml"],
        ["passed sub/a.yaml", "passed sub/c.yaml"],
      ], "\(lines)")
  }

  /// As git does it where a folder is not there in another branch.
  @Test func aFolderThatIsRemovedAndMadeAnewIsWatched() throws {
    try scratch.write("models/m.yaml", "cells: {n: 1}\n")
    try scratch.write(
      "sub/c.yaml", WatchTests.scenario(use: "use: [../models/m.yaml]", expected: 2))
    let lines = try watch(
      """
      cp -r sub kept; rm -r sub; sleep 0.5; mv kept sub; await
      sed -i 's/expect: {n: 2}/expect: {n: 3}/' sub/a.yaml; await
      cp -r models kept; rm -r models; await
      mv kept models; await
      sed -i 's/1/5/' models/m.yaml; await
      mkdir sub/deep; sleep 0.5; cp sub/b.yaml sub/deep/b.yaml; await
      """, "--root . sub")
    #expect(
      runs(lines).dropFirst().prefix(6) == [
        ["passed sub/a.yaml", "passed sub/b.yaml", "passed sub/c.yaml"], ["failed sub/a.yaml"],
        ["invalid sub/c.yaml"], ["passed sub/c.yaml"], ["passed sub/c.yaml"],
        ["passed sub/deep/b.yaml"],
      ])
  }

  @Test func aUsedFileThatWasMissingIsSeenWhenItIsThere() throws {
    try scratch.write(
      "sub/c.yaml", WatchTests.scenario(use: "use: [../models/m.yaml]", expected: 2))
    let lines = try watch(
      """
      mkdir models; sleep 0.5; echo 'cells: {n: 1}' > models/m.yaml; await
      echo 'cells: {m: 1}' > models/m.yaml; await
      """, "--root . sub/c.yaml")
    #expect(
      runs(lines).prefix(3) == [
        ["invalid sub/c.yaml"], ["passed sub/c.yaml"], ["invalid sub/c.yaml"],
      ]
    )
  }

  @Test func anEditOfWhatALinkLeadsToIsSeen() throws {
    let lines = try watch(
      """
      sed -i 's/expect: {n: 2}/expect: {n: 3}/' sub/a.yaml; await
      ln -sfn ../sub/b.yaml links/a.yaml; await
      sed -i 's/expect: {n: 2}/expect: {n: 4}/' sub/b.yaml; await
      """, "--root . links", before: "mkdir links; ln -s ../sub/a.yaml links/a.yaml")
    #expect(
      runs(lines).prefix(4) == [
        ["passed links/a.yaml"], ["failed links/a.yaml"], ["passed links/a.yaml"],
        ["failed links/a.yaml"],
      ])
  }

  @Test func aGoldenBelongsToItsFile() throws {
    try scratch.write(
      "sub/g.yaml",
      "cells: {n: 1}\nscenarios: [{name: one, golden: true, steps: [{set: {n: 2}}]}]\n")
    let lines = try watch(
      """
      echo 'what nobody wrote' >> sub/g.golden; await
      press u; await
      rm sub/g.golden; await
      """, "sub/g.yaml", before: "\"$tool\" run --update sub/g.yaml > made.txt")
    #expect(
      runs(lines).prefix(4) == [
        ["passed sub/g.yaml"], ["failed sub/g.yaml"], ["passed sub/g.yaml"], ["failed sub/g.yaml"],
      ])
  }

  @Test func filesAreCountedThatAreThere() throws {
    let lines = try watch(
      """
      sed -i 's/expect: {n: 2}/expect: {n: 3}/' sub/b.yaml; await
      sed -i 's/expect: {n: 2}/expect: {n: 3}/' sub/a.yaml; await
      press a; await
      rm sub/b.yaml; sleep 0.5; press a; await
      sed -i 's/name: one/name: two/' sub/a.yaml; await
      """, "--fail-fast sub/a.yaml sub/b.yaml nofile.yaml")
    let counts = lines.filter { $0.hasPrefix("Watching") }.map { $0.split(separator: ".")[0] }
    #expect(counts.first == "Watching 2 files")
    #expect(
      counts.dropFirst() == [
        "Watching 2 files, 1 failing", "Watching 2 files, 2 failing", "Watching 2 files, 2 failing",
        "Watching 1 file, 1 failing", "Watching 1 file, 1 failing",
      ])
    let first = lines.prefix { !$0.hasPrefix("Watching") }
    #expect(first.count { $0.contains("nofile.yaml: there is no such file") } == 1)
  }

  /// What failed in a file is not told beside it where the file cannot be loaded.
  @Test func aFileFailsOnceWhereItCannotBeLoaded() throws {
    let lines = try watch(
      """
      sed -i 's/expect: {n: 2}/expect: {n: 3}/' sub/a.yaml sub/b.yaml; await
      sed -i 's/cells: {n: 1}/cells: {n: 1/' sub/b.yaml; await
      press f; await
      sed -i 's/cells: {n: 1/cells: {n: 1}/' sub/b.yaml; await
      """, "sub/a.yaml sub/b.yaml")
    let counts = lines.filter { $0.hasPrefix("Watching") }.map { $0.split(separator: ".")[0] }
    #expect(
      counts.dropFirst() == ArraySlice(repeatElement("Watching 2 files, 2 failing", count: 4)))
    #expect(runs(lines).dropFirst(3).first == ["failed sub/a.yaml", "invalid sub/b.yaml"])
  }

  @Test func keysRunAllOrWhatFailed() throws {
    let lines = try watch(
      """
      sed -i 's/expect: {n: 2}/expect: {n: 3}/' sub/b.yaml; await
      press f; await
      press a; await
      press '\\n'; await
      press zq
      """)
    let all = ["passed sub/a.yaml", "failed sub/b.yaml", "passed sub/c.yaml"]
    #expect(
      runs(lines).dropFirst().prefix(4) == [["failed sub/b.yaml"], ["failed sub/b.yaml"], all, all])
  }

  @Test func aKeyUpdatesWhatFails() throws {
    let lines = try watch(
      """
      sed -i 's/expect: {n: 2}/expect: {n: 3}/' sub/b.yaml; await
      press u; await
      press f; press a; await
      """)
    let all = ["passed sub/a.yaml", "passed sub/b.yaml", "passed sub/c.yaml"]
    #expect(runs(lines).prefix(4) == [all, ["failed sub/b.yaml"], ["passed sub/b.yaml"], all])
    #expect(lines.contains("Nothing has failed."))
  }

  @Test func aBrokenFileIsRunAgainBehindAnyEdit() throws {
    let lines = try watch(
      """
      sed -i 's/n: 1/n: [/' sub/model.yaml; await
      echo 'cells: {n: 1}' > sub/model.yaml; await
      """)
    #expect(
      runs(lines).dropFirst().prefix(2) == [
        ["invalid sub/c.yaml", "invalid sub/model.yaml"], ["passed sub/c.yaml"],
      ])
  }

  @Test func aSignalEndsIt() throws {
    let ending = try tool.start([Tool.path, "run", "--watch", "."]) { child in
      Tool.waitUntilListening(child)
      kill(child, SIGINT)
    }
    #expect(ending.code == 130)
  }
}
