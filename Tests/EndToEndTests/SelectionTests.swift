import Foundation
import Testing

/// Which scenarios `run` picks.
@Suite struct SelectionTests {
  let scratch: Scratch
  var tool: Tool

  init() throws {
    scratch = try Scratch()
    tool = Tool()
    tool.folder = scratch.path
    tool.environment["REACTORCTL_CACHE"] = scratch.path + "/cache"
  }

  /// A file with a scenario for each name, that passes where the cell's number is 1.
  private func write(_ file: String, _ scenarios: [(name: String, tags: String)], cell: Int = 1)
    throws
  {
    var text = "cells: {number: \(cell)}\nscenarios:\n"
    for (name, tags) in scenarios {
      text += "  - {name: \(name), tags: [\(tags)], steps: [{advance: 1s, expect: {number: 1}}]}\n"
    }
    try scratch.write(file, text)
  }

  private func list(_ arguments: String...) throws -> [String] {
    let ending = try tool.run(["run", "--list"] + arguments)
    #expect(ending.code == 0 || ending.code == 5, "\(ending.text)")
    return ending.out.split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    ("slow", "ab"), ("not slow", "cd"), ("slow and net", "a"), ("slow or net", "abc"),
    ("not (slow or net)", "d"), ("not slow and net", "c"),
    ("slow and not net or 'two words'", "bd"),
    ("not not slow", "ab"), ("\"two words\"", "d"),
  ])
  func conditionsOnTags(_ condition: String, _ picked: String) throws {
    try write("t.yaml", [("a", "slow, net"), ("b", "slow"), ("c", "net"), ("d", "two words")])
    #expect(try list("t.yaml", "--tag", condition) == picked.map { "t.yaml::\($0)" })
  }

  @Test func aLineOfAProcedurePicksAllThatPerformIt() throws {
    try scratch.write(
      "p.yaml",
      """
      cells: {a: 0}
      procedures:
        one:
          - set: {a: 1}
        two:
          - perform: one
      scenarios:
        - {name: x, steps: [{perform: one, expect: {a: 1}}]}
        - {name: y, steps: [{set: {a: 2}, expect: {a: 2}}]}
        - {name: z, steps: [{perform: two, expect: {a: 1}}]}
      """)
    #expect(try list("p.yaml:4") == ["p.yaml::x", "p.yaml::z"])
    #expect(try list("p.yaml:6") == ["p.yaml::z"])
    #expect(try list("p.yaml:9") == ["p.yaml::y"])
  }

  @Test func ofSeveralConditionsOneIsEnough() throws {
    try write("t.yaml", [("a", "x"), ("b", "y"), ("c", "z")])
    #expect(try list("t.yaml", "--tag", "x", "--tag", "y").count == 2)
  }

  @Test(arguments: [
    ("a and", "expected a tag", 5), ("(a", "never closed", 0), ("a b", "expected \"and\"", 2),
    ("'a", "quote", 0), ("", "expected a tag", 0), ("a or or b", "expected a tag", 5),
  ])
  func aFaultyConditionIsShownWithItsPlace(_ condition: String, _ part: String, _ at: Int) throws {
    let ending = try tool.run("run", "--tag", condition)
    #expect(ending.code == 2)
    #expect(ending.err.contains(part))
    #expect(ending.err.contains("\n" + String(repeating: " ", count: at + 2) + "^\n"))
  }

  /// Line by line, whatever the names hold.
  @Test func whatListPrintsCanBeGivenBack() throws {
    let scenarios = ["##[error]x", "##vso[a", "::y", "tab\\t", "line\\nend", "esc\\e", "plain"]
    let list =
      scenarios.map { "  - {name: \"\($0)\", steps: [{expect: {n: 0}}]}\n" }.joined()
      + "  - name: '##row'\n    each: [{a: 1}, {a: 2}]\n    steps: [{expect: {n: 0}}]\n"
    let names = [
      "new\nline", "tab\t", "esc\u{1B}[1m", "##[error]f", "::y", " ::z", "plain", "sub\t/in", "-d",
    ]
    for name in names {
      try scratch.write("all/\(name).yaml", "cells: {n: 0}\nscenarios:\n\(list)")
    }
    _ = try tool.shell("cp all/plain.yaml $'all/\\xff.yaml'; cp all/plain.yaml $'all/\\xe4a.yaml'")
    for (folder, path) in [("", "all"), ("/all", ".")] {
      var tool = tool
      tool.folder += folder
      let printed = try tool.run("run", "--list", path).out.split(separator: "\n").map(String.init)
      #expect(printed.count == (names.count + 2) * (scenarios.count + 2))
      let again = try tool.run(["run", "--list", "--"] + printed)
      #expect(again.err.isEmpty && again.code == 0, "\(again.err)")
      #expect(again.out.split(separator: "\n").map(String.init) == printed)
      // Of each file other ones.
      for id in printed.enumerated().filter({ $0.offset % 4 == 0 }).map(\.element) {
        let one = try tool.run("run", "--list", "--", id)
        #expect(one.out == id + "\n", "\(id): \(one)")
      }
    }
  }

  @Test func whatBeginsAsACommandToARunnerCanBeGivenBack() throws {
    try write("::y.yaml", [("one", "")])
    let printed = try tool.run("run", "--list", "::y.yaml").out
    #expect(printed == "\\u{3A}:y.yaml::one\n")
    #expect(try list(String(printed.dropLast())) == [String(printed.dropLast())])
  }

  @Test func aSeedBehindShuffleIsNotTakenForAPath() throws {
    try write("a.yaml", [("one", "")])
    let ending = try tool.run("run", "a.yaml", "--shuffle", "7")
    #expect(ending.code == 2 && ending.err.contains("write --shuffle=7\n"), "\(ending)")
    #expect(try tool.run("run", "--shuffle", "a.yaml").code == 0)
  }

  private static let explored = """
    cells: {n: 0}
    always: n < 3
    scenarios:
      - {name: one, explore: {events: [{when: n < 2, set: {n: = n + 1}}]}, steps: [{expect: {n: 0}}]}
      - {name: two, explore: {events: [{when: n < 3, set: {n: = n + 1}}]}, steps: [{expect: {n: 0}}]}

    """

  /// Apart from what fails in runs.
  @Test func exploreRemembersWhatWasViolated() throws {
    try scratch.write("a.yaml", SelectionTests.explored)
    #expect(try tool.run("explore", "a.yaml").code == 1)
    #expect(try tool.run("run", "a.yaml").code == 0)
    let failed = try tool.run("explore", "--failed", "a.yaml")
    #expect(failed.out.contains("1 scenario explored: 1 violated"), "\(failed)")
    let first = try tool.run("explore", "--failed-first", "-v", "a.yaml").out
    let (two, one) = (first.firstRange(of: "a.yaml::two"), first.firstRange(of: "a.yaml::one"))
    #expect(try #require(two).lowerBound < #require(one).lowerBound, "\(first)")
    let all = try tool.run("run", "--failed", "a.yaml")
    #expect(all.out.contains("2 scenarios: 2 passed"), "\(all)")
  }

  @Test func aPictureIsOfWhatTheOptionsSelect() throws {
    try scratch.write("a.yaml", SelectionTests.explored)
    func draw(_ words: String...) throws -> Tool.Ending {
      try tool.run(["explore", "--graph", "a.yaml"] + words)
    }
    #expect(try draw("--filter", "two").out.contains("n = 3"))
    #expect(try !draw("--filter", "one").out.contains("n = 3"))
    for words in [["--filter", "zzz"], ["--tag", "zzz"], ["--filter", "zzz", "--shard", "1/2"]] {
      let nothing = try tool.run(["explore", "--graph", "a.yaml"] + words)
      let told = words.joined(separator: " ").replacing("--filter zzz", with: "--filter \"zzz\"")
        .replacing(" --shard", with: ", --shard")
      #expect(nothing.code == 5 && nothing.out.isEmpty && nothing.err.contains(told), "\(nothing)")
    }
    let shards = try (1...2).map { try draw("--filter", "two", "--shard", "\($0)/2").code }
    #expect(shards.sorted() == [0, 5])
    #expect(try draw("--changed=nosuchcommit").code == 2)
    #expect(try draw("--filter", "two", "--timeout", "1ns").err.contains("--timeout of 1ns"))
    #expect(try draw("--failed-first").code == 2)
    #expect(try tool.run("explore", "a.yaml").code == 1)
    #expect(try draw("--failed").out.contains("n = 3"))
  }

  @Test func failedPicksWhatFailedLastTime() throws {
    try write("a.yaml", [("one", ""), ("two", "")])
    try write("b.yaml", [("three", "")], cell: 2)
    #expect(try tool.run("run", "a.yaml", "b.yaml").code == 1)
    #expect(try list("--failed", "a.yaml", "b.yaml") == ["b.yaml::three"])
    #expect(try list("--failed", "./b.yaml") == ["./b.yaml::three"])
    let first = try list("--failed-first", "a.yaml", "b.yaml")
    #expect(first == ["b.yaml::three", "a.yaml::one", "a.yaml::two"])
    // What was not run keeps its verdict.
    #expect(try tool.run("run", "a.yaml").code == 0)
    #expect(try list("--failed", "a.yaml", "b.yaml") == ["b.yaml::three"])
    try write("b.yaml", [("three", "")])
    #expect(
      try tool.run("run", "--failed", "a.yaml", "b.yaml").out.contains("1 scenario: 1 passed"))
    #expect(try list("--failed", "a.yaml", "b.yaml").count == 3)
  }

  /// Whatever path leads to it.
  @Test(arguments: [
    "a.yaml", "../here/a.yaml", "sub/../a.yaml", "$PWD/a.yaml", "../l/a.yaml",
  ])
  func whatFailedIsKnownByItsFile(_ path: String) throws {
    var tool = tool
    tool.folder += "/here"
    for name in ["a", "b"] {
      try scratch.write("here/\(name).yaml", "cells: {n: 2}\nsteps: [{expect: {n: 1}}]\n")
    }
    let made = try tool.shell(
      "mkdir sub; ln -s here ../l; $tool run \(path)")
    #expect(made.code == 1, "\(made)")
    for other in ["a.yaml", "./a.yaml", "../here/a.yaml", "$PWD/a.yaml", "../l/a.yaml"] {
      let listed = try tool.shell("$tool run --list --failed \(other) b.yaml")
      #expect(listed.out.split(separator: "\n").count == 1, "\(other): \(listed)")
      #expect(!listed.out.hasPrefix("b.yaml"))
    }
    try scratch.write("here/a.yaml", "cells: {n: 1}\nsteps: [{expect: {n: 1}}]\n")
    #expect(try tool.run("run", "a.yaml").code == 0)
    #expect(
      try tool.run("run", "--list", "--failed", "a.yaml", "b.yaml").out.hasSuffix("b.yaml::b\n"))
    let stored = try tool.shell("cat $REACTORCTL_CACHE/failed-*")
    #expect(stored.out.split(separator: "\n").count == 1, "\(stored)")
  }

  /// What was remembered by another name of the file is nothing that could be run.
  @Test func whatIsRememberedByAnotherNameIsForgotten() throws {
    try write("a.yaml", [("one", "")], cell: 2)
    try write("b.yaml", [("two", "")])
    #expect(try tool.run("run", "a.yaml").code == 1)
    let spoilt = try tool.shell(
      "sed -i 's|\"a.yaml|\"./a.yaml|' cache/failed-* && cat cache/failed-*")
    #expect(spoilt.out.hasSuffix("\"./a.yaml::one\"\n"), "\(spoilt)")
    #expect(try list("--failed", "a.yaml", "b.yaml").count == 2)
  }

  @Test func whatIsRememberedHasOneFolderAndIsBegunAnewWhereItWasCut() throws {
    try write("a.yaml", [("one", "")], cell: 2)
    try write("b.yaml", [("two", "")])
    // A relative folder would be another one in each working folder.
    let relative = try tool.shell(
      "env -u REACTORCTL_CACHE HOME=$PWD/home XDG_CACHE_HOME=rel $tool run a.yaml; ls -d rel home/.cache"
    )
    #expect(relative.out.hasSuffix("home/.cache\n") && !relative.out.contains("rel\n"))
    // What was cut off within its head is begun anew.
    let cut = try tool.shell(
      "$tool run a.yaml; for f in cache/failed-*; do printf 'reactorctl fail' > $f; done; $tool run a.yaml"
    )
    #expect(!cut.err.contains("not remembered"), "\(cut.text)")
    #expect(try list("--failed", "a.yaml", "b.yaml") == ["a.yaml::one"])
  }

  @Test func whereNothingFailedAllRunsWhateverFailedElsewhere() throws {
    try write("q/a.yaml", [("one", "")], cell: 2)
    try write("s/b.yaml", [("two", ""), ("three", "")])
    #expect(try tool.run("run", "q").code == 1)
    #expect(try list("--failed", "s") == ["s/b.yaml::two", "s/b.yaml::three"])
    #expect(try list("--failed", "s", "q") == ["q/a.yaml::one"])
    #expect(try tool.run("run", "--failed", "s").code == 0)
    #expect(try list("--failed", "q", "s") == ["q/a.yaml::one"])
  }

  /// Each reads, changes and writes the same file.
  @Test func shardsSideBySideRememberAllThatFailed() throws {
    for number in 0..<24 { try write("f\(number).yaml", [("one", "")], cell: 2) }
    let all = (0..<24).map { "f\($0).yaml" }
    let shards = (1...8).map { "$tool run f*.yaml -q --shard \($0)/8 >/dev/null &" }
    _ = try tool.shell(shards.joined(separator: "\n") + "\nwait")
    let failed = try tool.run(["run", "--list", "--failed"] + all).out.split(separator: "\n")
    #expect(failed.map(String.init).sorted() == all.map { "\($0)::one" }.sorted())
    let stored = try tool.shell("cat cache/failed-* | grep -c '::one'")
    #expect(stored.out == "24\n", "\(stored)")
  }

  /// What an earlier run has left is not true any more.
  @Test(arguments: [
    "ln $f other", "chmod a-w $f", "rm $f; mkdir $f", "rm -r cache; echo x > cache",
  ])
  func whatCannotBeRememberedIsTold(_ spoil: String) throws {
    try write("a.yaml", [("one", "")], cell: 2)
    try write("b.yaml", [("two", "")])
    #expect(try tool.run("run", "a.yaml", "b.yaml").code == 1)
    try write("a.yaml", [("one", "")])
    try write("b.yaml", [("two", "")], cell: 2)
    #expect(try tool.shell("f=$(ls cache/failed-*); \(spoil)").code == 0)
    let reports = ["jsonl=r.jsonl", "tap=r.tap", "junit=r.xml", "github=r.txt"]
    let asked = reports.flatMap { ["--report", $0] }
    let ending = try tool.run(["run", "a.yaml", "b.yaml"] + asked)
    #expect(ending.code == 1)
    #expect(ending.err.contains("warning: what failed is not remembered: "), "\(ending)")
    let told = try tool.shell("grep -l 'what failed is not remembered' r.*")
    #expect(told.out == "r.jsonl\nr.tap\nr.txt\nr.xml\n")
    let next = try tool.run("run", "--failed", "--list", "a.yaml", "b.yaml")
    #expect(next.out == "a.yaml::one\nb.yaml::two\n")
    #expect(next.err.contains("warning: it is not known what failed last time: "), "\(next)")
  }

  @Test func moreDurationsThanThereCanBeAreRefused() throws {
    try write("a.yaml", [("one", "")])
    #expect(try tool.run("run", "a.yaml", "--durations", "1000000").code == 0)
    for count in ["1000001", "9223372036854775807", "-1"] {
      #expect(try tool.run("run", "a.yaml", "--durations=\(count)").code == 2)
    }
  }

  @Test func aFaultOfTimingsIsToldWithItsLine() throws {
    try write("a.yaml", [("one", "")])
    try scratch.write("t.jsonl", "\n{\"event\":\"x\"}\n\n{\n")
    let ending = try tool.run("run", "a.yaml", "--shard", "1/2", "--timings", "t.jsonl")
    #expect(ending.code == 2 && ending.err.contains("line 4 is no JSON"), "\(ending)")
  }

  @Test func aFileThatWasInvalidHasFailed() throws {
    try write("a.yaml", [("one", "")])
    try scratch.write("b.yaml", "cels: {}\n")
    #expect(try tool.run("run", "a.yaml", "b.yaml").code == 3)
    try write("b.yaml", [("two", "")])
    #expect(try list("--failed", "a.yaml", "b.yaml") == ["b.yaml::two"])
  }

  @Test func changedPicksWhatDiffersInGit() throws {
    try scratch.write("model.yaml", "cells: {number: 1}\n")
    try write("a.yaml", [("one", "")])
    try scratch.write(
      "sub/user.yaml",
      "use: [../model.yaml]\nscenarios: [{name: uses, steps: [{advance: 1s}]}]\n")
    let git = "git -c user.name=x -c user.email=x@y -c init.defaultBranch=main"
    let made = try tool.shell("\(git) init -q . && \(git) add . && \(git) commit -qm one")
    try #require(made.code == 0, "\(made.text)")
    #expect(try list("--changed", ".") == [])
    try scratch.write("model.yaml", "cells: {number: 2}\n")
    #expect(try list("--changed", ".") == ["sub/user.yaml::uses"])
    try write("new.yaml", [("fresh", "")])
    #expect(try list("--changed", "HEAD", ".") == ["new.yaml::fresh", "sub/user.yaml::uses"])
    #expect(try list("--changed=HEAD", "a.yaml") == [])
    let unknown = try tool.run("run", "--changed=nowhere", ".")
    #expect(unknown.code == 2)
    #expect(unknown.err.contains("git knows no commit \"nowhere\""))
    let option = try tool.run("run", "--changed=--output=x", ".")
    #expect(option.code == 2)
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/x"))
  }

  @Test func whatIsListedCanBeGivenBack() throws {
    try scratch.write("rows.yaml", Samples.rows)
    try write("t.yaml", [("'a :: b'", ""), ("'c[0]'", "")])
    for id in try list("rows.yaml", "t.yaml") { #expect(try list(id) == [id]) }
  }

  /// What else has the name is picked where the id is nobody's.
  @Test func anIdThatIsPrintedPicksNothingElse() throws {
    try scratch.write(
      "a.yaml",
      "cells: {n: 0}\nscenarios:\n"
        + "- {name: '{v}', each: [{v: 1}, {v: 1}, {v: 2}], steps: [{expect: {n: 0}}]}\n"
        + "- {name: '1', steps: [{expect: {n: 0}}]}\n"
        + "- {name: '{w}', each: [{w: 3}], steps: [{expect: {n: 0}}]}\n"
        + "- {name: '3[0]', steps: [{expect: {n: 0}}]}\n")
    let all = try list("a.yaml")
    #expect(Set(all).count == 6, "\(all)")
    for id in all { #expect(try list(id) == [id]) }
    #expect(try list("a.yaml::{v}") == Array(all.prefix(3)))
    #expect(try list("a.yaml::2[2]") == [all[2]])
    #expect(try list("a.yaml::1", "a.yaml::1[1]") == [all[1], all[3]])
  }

  @Test func nothingToRunMayPass() throws {
    try write("t.yaml", [("a", "")])
    #expect(try tool.run("run", "t.yaml", "--filter", "zzz").code == 5)
    let allowed = try tool.run("run", "t.yaml", "--filter", "zzz", "--no-tests=pass")
    #expect(allowed.code == 0)
    #expect(allowed.err.contains("nothing to run"))
  }

  @Test func theSlowestAreNamed() throws {
    try write("t.yaml", [("a", ""), ("b", ""), ("c", "")])
    let ending = try tool.run("run", "t.yaml", "--durations", "2")
    let lines = ending.out.split(separator: "\n")
    #expect(lines.dropLast().suffix(2).allSatisfy { $0.contains(" s  t.yaml::") })
    #expect(lines.contains("Slowest:"))
  }

  @Test func aShuffledRunSaysItsSeedAndRepeatsIt() throws {
    for file in "abcdefgh" {
      try write("\(file).yaml", [("one", ""), ("two", ""), ("three", "")])
    }
    let ending = try tool.run("run", "--shuffle", "-v", ".")
    let line = ending.out.split(separator: "\n").first { $0.hasPrefix("Shuffled: ") }
    let option = try #require(line?.split(separator: " ").last.map(String.init))
    #expect(try list(option, ".") == list(option, "."))
    let orders = try (0..<5).map { try list("--shuffle=\($0)", ".") }
    #expect(Set(orders).count == 5)
    #expect(Set(orders.map { $0.sorted() }).count == 1)
  }

  @Test func repeatRunsEachSeveralTimes() throws {
    try write("t.yaml", [("a", ""), ("b", "")])
    let ending = try tool.run("run", "t.yaml", "--repeat", "3")
    #expect(ending.out.hasSuffix("1 file, 6 scenarios: 6 passed\n"))
  }
}
