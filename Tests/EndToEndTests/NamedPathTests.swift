import Foundation
import Testing

/// What is named on the command line exists, or the run says so and does not pass.
@Suite struct NamedPathTests {
  let scratch: Scratch
  var tool: Tool

  /// Paths, and what each comes to where others have something to run.
  static let paths: [(path: String, code: Int32)] = [
    ("passing.yaml", 0), ("passing.yaml::the total follows", 0), ("passing.yaml:6", 0),
    ("rows.yaml::{p} makes {q}[1]", 0), ("folder", 0), ("model.yaml", 0),
    ("passing.yaml::nothing", 5), ("passing.yaml:1", 5), ("passing.yaml:999", 5),
    ("rows.yaml::{p} makes {q}[2]", 5), ("passing.yaml::the total follows[0]", 5),
    ("model.yaml::nothing", 5), ("empty", 5), ("folder::it starts at twenty", 5),
    ("nowhere", 5), ("nowhere.yaml::x", 5), ("invalid.yaml", 3), ("invalid.yaml::x", 3),
    ("failing.yaml::first", 1),
  ]

  init() throws {
    scratch = try Scratch()
    tool = Tool()
    tool.folder = scratch.path
    tool.environment["REACTORCTL_CACHE"] = scratch.path + "/cache"
    for (name, text) in [
      ("passing.yaml", Samples.passing), ("rows.yaml", Samples.rows), ("model.yaml", Samples.model),
      ("invalid.yaml", Samples.invalid), ("failing.yaml", Samples.failing),
      ("folder/inner.yaml", Samples.passing), ("empty/note.txt", ""),
    ] { try scratch.write(name, text) }
  }

  @Test(arguments: NamedPathTests.paths.indices)
  func everyPairOfPathsIsJudged(_ number: Int) throws {
    let (first, code) = NamedPathTests.paths[number]
    for (second, other) in NamedPathTests.paths {
      let worst = [3, 1, 5, 0].first { $0 == code || $0 == other }
      let hasNone = first == "model.yaml" && second == "model.yaml"
      let ending = try tool.run("run", first, second)
      #expect(ending.code == (hasNone ? 5 : worst), "\(first) \(second): \(ending.text)")
      // Every one that names nothing is told of, and nothing else.
      for (path, code) in [(first, code), (second, other)] {
        #expect(ending.err.contains("error: \(path): ") == (code == 5), "\(first) \(second)")
      }
      let listed = try tool.run("run", "--list", first, second)
      let judged = [3, 5, 0].first { [code, other].map { $0 == 1 ? 0 : $0 }.contains($0) }
      #expect(listed.code == (hasNone ? 5 : judged), "\(first) \(second)")
    }
  }

  @Test(arguments: ["--filter=total", "--failed", "--shard=1/2", "--shard=2/2", "--no-tests=pass"])
  func noConditionHidesThatAPathNamesNothing(_ option: String) throws {
    for path in ["passing.yaml::nothing", "nowhere"] {
      let ending = try tool.run("run", "passing.yaml", path, option)
      #expect(ending.code == 5, "\(path): \(ending.text)")
      #expect(ending.err.contains("error: \(path): "))
    }
  }

  /// Names that are no text, or look like what is shown of another.
  @Test func whatIsShownOfAFileIsThatFile() throws {
    let names = [
      "$'bad\\xfe.yaml'", "$'bad\\xef\\xbf\\xbd.yaml'", "$'a\\nb.yaml'", "'a\\u{A}b.yaml'",
    ]
    for name in names {
      let made = try tool.shell("cp failing.yaml \(name); $tool run --list \(name)::first")
      let id = made.out.trimmingCharacters(in: .newlines)
      _ = try tool.shell(
        "for f in bad* a*b.yaml; do cp passing.yaml \"$f\"; done; cp failing.yaml \(name)")
      let own = try tool.run("run", id)
      #expect(own.code == 1, "\(name) \(id): \(own.text)")
      let listed = try tool.run("run", "--list", ".")
      #expect(listed.out.split(separator: "\n").count { $0 == id } == 1, "\(id): \(listed.out)")
    }
    // Two that are the same when they are made into text: neither stands for the other.
    let both = try tool.shell(
      "cp passing.yaml $'bad\\xfe.yaml'; cp failing.yaml $'bad\\xff.yaml'; rm $'bad\\xef\\xbf\\xbd.yaml'; "
        + "$tool run $'bad\\xfe.yaml' $'bad\\xff.yaml'")
    #expect(both.code == 5, "\(both.text)")
    let shown = try tool.run("run", #"bad\x{FE}.yaml"#, #"bad\x{FF}.yaml"#)
    #expect(shown.code == 1 && shown.out.contains("2 files"), "\(shown.text)")
  }

  /// Each of very many paths costs what one does: looking for names like theirs would cost the folder.
  @Test func veryManyPathsAreJudgedAtOnce() throws {
    let count = 3000
    let scenarios = (0..<count).map { "  - {name: s\($0), steps: [{set: {a: 2}}]}\n" }
    let rows = Array(repeating: "{x: 1}", count: count).joined(separator: ", ")
    try scratch.write("many.yaml", "cells: {a: 1}\nscenarios:\n" + scenarios.joined())
    try scratch.write(
      "row.yaml",
      "cells: {a: 1}\nscenarios: [{name: s, each: [\(rows)], steps: [{set: {a: 2}}]}]\n")
    let all = "1 file, \(count) scenarios: \(count) passed\n"
    for path in ["many.yaml::s%d", "many.yaml:%d", "row.yaml::s[%d]"] {
      let offset = path.hasPrefix("many.yaml:%") ? 3 : 0
      let paths = (0..<count).map { path.replacing("%d", with: String($0 + offset)) }
      let ending = try tool.run(["run"] + paths)
      #expect(ending.code == 0 && ending.out.hasSuffix(all), "\(path): \(ending.text)")
    }
    for path in ["many.yaml::x%d", "no%d.yaml", "row.yaml::s[9%d99]"] {
      let paths = (0..<count).map { path.replacing("%d", with: String($0)) }
      let ending = try tool.run(["run"] + paths)
      let lines = ending.err.split(separator: "\n").filter { $0.hasPrefix("error: ") }
      #expect(ending.code == 5 && lines.count == count, "\(path)")
      #expect(lines.count { $0.contains("did you mean") } <= 20, "\(path)")
    }
  }

  @Test func whatAFolderHoldsIsRunThoughSomeOfItIsPickedToo() throws {
    let both = try tool.run("run", "--list", "folder", "folder/inner.yaml::the total follows")
    #expect(both.out.split(separator: "\n").count == 2)
    let twice = try tool.run("run", "--list", "./folder/../passing.yaml", "passing.yaml:6")
    #expect(twice.out.split(separator: "\n").count == 2)
  }

  @Test func severalFiltersUnite() throws {
    let listed = try tool.run(
      "run", "--list", "passing.yaml", "--filter", "total", "--filter", "twen")
    #expect(listed.out.split(separator: "\n").count == 2)
    let nothing = try tool.run("run", "passing.yaml", "--filter", "x1", "--filter", "x2")
    #expect(nothing.code == 5)
    #expect(nothing.err.contains("matches --filter \"x1\", --filter \"x2\""))
  }

  @Test func machineReportsTellOfPathsThatNameNothing() throws {
    let kinds = ["junit", "tap", "jsonl"].flatMap { ["--report", "\($0)=r.\($0)"] }
    let ending = try tool.run(["run", "passing.yaml", "passing.yaml::nothing"] + kinds)
    #expect(ending.code == 5)
    func read(_ kind: String) throws -> String {
      try String(contentsOfFile: scratch.path + "/r." + kind, encoding: .utf8)
    }
    #expect(try read("junit").contains("errors=\"1\""))
    #expect(try read("tap").contains("not ok 3 - passing.yaml::nothing"))
    #expect(try read("jsonl").contains("\"status\":\"absent\""))
    #expect(try read("jsonl").contains("\"absent\":1"))
    #expect(try tool.run("merge", "r.jsonl").code == 5)
  }

  @Test func whatFailedAndIsGoneIsNamed() throws {
    try scratch.write("f.yaml", Samples.failing)
    #expect(try tool.run("run", "f.yaml").code == 1)
    try scratch.write("f.yaml", Samples.failing.replacing("name: first", with: "name: other"))
    let ending = try tool.run("run", "--failed", "f.yaml")
    #expect(ending.err == "warning: f.yaml::first failed last time, and is no longer there\n")
    #expect(ending.out.hasSuffix("1 file, 1 scenario: 1 failed\n"))
  }

  @Test func aFolderThatCannotBeReadToItsEndIsFour() throws {
    for number in 0..<5 { try scratch.write("many/f\(number).yaml", Samples.passing) }
    // The fourth entry of every folder cannot be read.
    try scratch.write(
      "shim.c",
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <dirent.h>
      #include <errno.h>
      static int count;
      struct dirent *readdir(DIR *folder) {
        struct dirent *(*next)(DIR *) = dlsym(RTLD_NEXT, "readdir");
        if (++count == 4) { errno = EIO; return 0; }
        return next(folder);
      }

      """)
    let made = try tool.shell(
      "PATH=$PATH:/opt/swift/usr/bin; c=$(command -v cc || command -v clang) && "
        + "\"$c\" -shared -fPIC -o shim.so shim.c -ldl")
    guard made.code == 0 else {
      print("SKIPPED: a folder that fails half-way is not tried, for want of a C compiler")
      return
    }
    let ending = try tool.shell("LD_PRELOAD=$PWD/shim.so \"$tool\" run many")
    #expect(ending.code == 4, "\(ending.text)")
    #expect(ending.err == "error: many: cannot be read: Input/output error\n")
    #expect(ending.out.contains("(1 unreadable)"))
  }

  @Test(arguments: [
    ("4", "4"), ("4", "-1"), ("4", "x"), ("x", "0"), ("0", "0"), ("1", "1"), ("-2", "0"),
    ("99999999999999999999", "0"),
  ])
  func aShardOfBazelThatDoesNotExistIsRefused(_ count: String, _ index: String) throws {
    var bazel = tool
    bazel.environment["TEST_TOTAL_SHARDS"] = count
    bazel.environment["TEST_SHARD_INDEX"] = index
    let ending = try bazel.run("run", "passing.yaml")
    #expect(ending.code == 2, "\(ending.text)")
    #expect(ending.err.contains("TEST_SHARD_INDEX=\(index) is no shard"))
  }
}
