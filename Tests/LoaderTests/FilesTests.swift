import Scenarios
import Testing
import Values

@testable import Loader

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The scratch folder, or a file in it, could not be made.
private struct ScratchFailure: Error {
  var path: String
}

/// A folder that is gone when the test is over.
final class ScratchFolder {
  let path: String

  init() throws {
    var template = Array(("/tmp/reactorctl-" + String(repeating: "X", count: 6)).utf8CString)
    guard mkdtemp(&template) != nil else { throw ScratchFailure(path: "/tmp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { ScratchFolder.remove(path) }

  private static func remove(_ path: String) {
    if let folder = opendir(path) {
      var names: [[CChar]] = []
      while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) }
        }
        if name != [46], name != [46, 46] { names.append(name) }
      }
      closedir(folder)
      for name in names {
        let inner = path.utf8CString.dropLast() + [47] + name + [0]
        if unlink(Array(inner)) != 0 {
          remove(String(decoding: inner.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
      }
      rmdir(path)
    }
  }

  /// Writes a file, with the folders it lies in.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> FilePath {
    let parts = name.split(separator: "/")
    for count in 1..<max(parts.count, 1) {
      mkdir("\(path)/\(parts.prefix(count).joined(separator: "/"))", 0o755)
    }
    let file = FilePath("\(path)/\(name)")
    let descriptor = file.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
    guard descriptor >= 0 else { throw ScratchFailure(path: file.shown) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw ScratchFailure(path: file.shown)
    }
    return file
  }

  func at(_ name: String) -> FilePath { FilePath("\(path)/\(name)") }

  /// What loading a file of the folder reports, without the folder's own name.
  func problems(_ name: String) -> [String] {
    let result = ScenarioLoader.load(at(name))
    return result.diagnostics.map { diagnostic in
      let source = result.sources[diagnostic.span]
      let (line, column) = source.position(of: Int(diagnostic.span.start))
      return short("\(source.name):\(line):\(column): \(diagnostic.message)")
    }
  }

  func short(_ text: String) -> String {
    text.split(separator: path + "/", omittingEmptySubsequences: false).joined()
  }
}

struct FilesTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func found(_ names: String...) -> [String] {
    let discovery = ScenarioLoader.discover(names.map(folder.at))
    return discovery.files.map { folder.short($0.shown) }
      + discovery.problems.map { "! " + folder.short($0.path.shown) + " " + $0.message }
  }

  @Test func aFolderIsSearchedInTheOrderOfBytes() throws {
    for name in ["d/b.yaml", "d/a.yml", "d/Z.yaml", "d/e/c.yaml", "d/x.txt", "d/.h/a.yaml"] {
      try folder.write(name, "a: 1")
    }
    for name in ["d/.build/a.yaml", "d/.yaml", "d/.a.yaml"] { try folder.write(name, "a: 1") }
    symlink("b.yaml", "\(folder.path)/d/link.yaml")
    symlink(".", "\(folder.path)/d/loop")
    #expect(found("d") == ["d/Z.yaml", "d/a.yml", "d/b.yaml", "d/e/c.yaml"])
    #expect(found("d/b.yaml", "d") == ["d/b.yaml", "d/Z.yaml", "d/a.yml", "d/e/c.yaml"])
    #expect(found("d/x.txt") == ["d/x.txt"])
    #expect(found("nowhere") == ["! nowhere cannot be read: No such file or directory"])
  }

  @Test func namesThatAreNoTextAreFoundAndRead() throws {
    mkdir("\(folder.path)/d", 0o755)
    let path = FilePath(bytes: Array("\(folder.path)/d/".utf8) + [0xff, 0x0a] + ".yaml".utf8)
    let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT, 0o644) }
    close(descriptor)
    #expect(ScenarioLoader.discover([folder.at("d")]).files == [path])
    #expect(ScenarioLoader.load(path).diagnostics.map(\.message) == ["the file is empty"])
    #expect(path.shown.hasSuffix("\\u{A}.yaml"))
  }

  @Test func whatIsNoFileIsRefusedAtOnce() throws {
    mkdir("\(folder.path)/folder.yaml", 0o755)
    mkfifo("\(folder.path)/pipe.yaml", 0o644)
    try folder.write("large.yaml", String(repeating: "#", count: 1 << 20) + "\n")
    let kinds = ["folder.yaml", "pipe.yaml", "large.yaml", "nowhere.yaml"].map { name in
      let result = ScenarioLoader.load(folder.at(name))
      return "\(name) \(result.problem?.message ?? "read") \(result.verdict)"
    }
    #expect(
      kinds == [
        "folder.yaml is a folder, not a file invalid", "pipe.yaml is no regular file invalid",
        "large.yaml is larger than 1 MiB invalid",
        "nowhere.yaml cannot be read: No such file or directory unreadable",
      ])
    #expect(ScenarioLoader.load("/dev/zero").verdict == .invalid)
    #expect(found("folder.yaml") == ["folder.yaml"])
  }

  // MARK: use

  @Test func usedPartsComeFirstAndOnce() throws {
    try folder.write("base.yaml", "cells: {a: 1}\nscenarios: [{name: not run, steps: [nothing]}]")
    try folder.write("left.yaml", "use: [base.yaml]\ncells: {b: = a}")
    try folder.write("lib/right.yaml", "use: ../base.yaml\ncells: {c: = d}")
    try folder.write("main.yaml", "use: [left.yaml, lib/right.yaml]\ncells: {d: = b}\nsteps: []")
    mkdir("\(folder.path)/.git", 0o755)
    #expect(folder.problems("main.yaml") == [])
    let file = ScenarioLoader.load(folder.at("main.yaml")).file
    #expect(file?.model.cells.map(\.name.text) == ["a", "b", "c", "d"])
    #expect(file?.scenarios.map(\.name.text) == ["main"])
  }

  @Test func aNameDefinedInTwoFilesShowsBothPlaces() throws {
    try folder.write("a.yaml", "cells: {x: 1}")
    try folder.write("b.yaml", "use: [a.yaml]\ncells: {x: 1}")
    #expect(folder.problems("b.yaml") == ["b.yaml:2:9: the name \"x\" is defined twice"])
    let related = ScenarioLoader.load(folder.at("b.yaml")).diagnostics.first?.related.first
    #expect(related?.span.file == 1)
  }

  @Test func filesThatUseEachOtherInACircleAreRefused() throws {
    try folder.write("a.yaml", "use: [b.yaml]")
    try folder.write("b.yaml", "use: [a.yaml]")
    try folder.write("self.yaml", "use: [self.yaml]")
    #expect(
      folder.problems("a.yaml") == [
        "b.yaml:1:7: files use each other in a circle: a.yaml → b.yaml → a.yaml"
      ])
    #expect(
      folder.problems("self.yaml") == [
        "self.yaml:1:7: files use each other in a circle: self.yaml → self.yaml"
      ])
  }

  @Test func nothingOutsideTheProjectIsReached() throws {
    mkdir("\(folder.path)/p", 0o755)
    try folder.write("secret.yaml", "secret: 1")
    try folder.write("p/in.yaml", "cells: {a: 1}")
    symlink("../secret.yaml", "\(folder.path)/p/link.yaml")
    symlink("..", "\(folder.path)/p/up")
    for path in [
      "../secret.yaml", "x/../../secret.yaml", "/etc/passwd", "~/x.yaml", "..\\x", "link.yaml",
      "up/secret.yaml", "nowhere.yaml", ".", "up",
    ] {
      try folder.write("p/main.yaml", "use: ['\(path)']\nsteps: []")
      let result = ScenarioLoader.load(folder.at("p/main.yaml"))
      #expect(result.diagnostics.count == 1, "\(path)")
      #expect(result.diagnostics.first?.code == .badUse, "\(path)")
      let text = result.diagnostics.map { $0.text(in: result.sources) }.joined()
      #expect(!text.contains("secret: 1"))
      #expect(result.verdict == .invalid, "\(path)")
    }
  }

  /// The roots of a file below the scratch folder, by what stands above it.
  @Test func theRootIsTheRepositoryElseTheWorkingFolderElseTheFilesOwn() throws {
    let file = try folder.write("a/b/c/main.yaml", "steps: []")
    func root(_ rule: RootRule = .nearest) throws -> String {
      let root = try ProjectRoot(of: file, rule)
      let names = root.folders.map { String(decoding: $0, as: UTF8.self) }
      return folder.short(root.path.shown + "/") + " " + names.joined(separator: ",")
    }
    #expect(try root() == "a/b/c/ ")
    #expect(try root(.fixed(folder.at("a"))) == "a/ b,c")
    // A linked work tree has a file of that name.
    try folder.write("a/b/.git", "gitdir: elsewhere\n")
    #expect(try root() == "a/b/ c")
    #expect(try root(.fixed(folder.at("a"))) == "a/ b,c")
    mkdir("\(folder.path)/a/b/c/.git", 0o755)
    #expect(try root() == "a/b/c/ ")
    #expect(throws: FileProblem.self) { try root(.fixed("/usr")) }
    #expect(throws: FileProblem.self) { try root(.fixed(folder.at("nowhere"))) }
    // A name that only begins as the root's does is another folder's.
    try folder.write("ab/x", "")
    #expect(throws: FileProblem.self) {
      try ProjectRoot(of: folder.at("ab/x"), .fixed(folder.at("a")))
    }
  }

  @Test func aFixedRootLetsFilesUseWhatLiesBelowIt() throws {
    try folder.write("base.yaml", "cells: {a: 1}")
    let main = try folder.write("p/main.yaml", "use: [../base.yaml]\nsteps: []")
    let refused = ScenarioLoader.load(main).diagnostics
    #expect(refused.map(\.message) == ["\"../base.yaml\" lies outside the project"])
    #expect(refused.first?.help.last?.contains(".git") == true)
    #expect(refused.first?.help.last?.contains("working folder") == true)
    #expect(refused.first?.help.last?.contains("the file's own") == true)
    #expect(ScenarioLoader.load(main, root: .fixed(folder.at("."))).verdict == .loaded)
    let outside = ScenarioLoader.load(main, root: .fixed("/usr")).diagnostics
    #expect(
      outside.first?.message.contains("lies outside the folder /usr, which --root names") == true)
  }

  @Test func anErrorInAUsedFileIsShownThereAlone() throws {
    try folder.write("a.yaml", "cells: {x: no}")
    try folder.write("b.yaml", "use: [a.yaml]\nsteps: [{expect: {x: true}}]")
    let found = folder.problems("b.yaml")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("a.yaml:1:12: ") == true)
  }

  @Test func whatFollowsFromAMistakeInAUsedFileIsNotTold() throws {
    let user = """
      use: [model.yaml]
      steps:
        - set: {price: 20}
          expect: {total: 40}
        - send: {app: go}
        - assert: total == price * 2
      """
    try folder.write("user.yaml", user)
    for (model, place) in [
      ("cels: [price]\n", "model.yaml:1:1: "), ("cells: {price: 1\n", "model.yaml:"),
      ("cells: 5\n", "model.yaml:1:8: "), ("use: [gone.yaml]\n", "model.yaml:1:7: "),
      (
        "cells: {total: = price * 2}\nreactors: {app: {state: 0, mutate: {go: []}}}\n",
        "model.yaml:1:18: "
      ),
    ] {
      try folder.write("model.yaml", model)
      let found = folder.problems("user.yaml")
      #expect(found.allSatisfy { $0.hasPrefix("model.yaml:") }, "\(found)")
      #expect(found.first?.hasPrefix(place) == true, "\(found)")
    }
    try folder.write("user.yaml", user.replacing("[model.yaml]", with: "[gone.yaml]"))
    #expect(folder.problems("user.yaml").count == 1)
  }

  @Test func aMistakeOfTheUsersOwnIsToldBesides() throws {
    try folder.write("model.yaml", "cells: {price: 1, total: = price * = 2}")
    try folder.write("user.yaml", "use: [model.yaml]\nsteps: [{set: {prise: 2}}, {nope: 1}]")
    let found = folder.problems("user.yaml")
    #expect(found.count == 3, "\(found)")
    #expect(found.first?.hasPrefix("model.yaml:1:") == true)
    #expect(found.dropFirst().allSatisfy { $0.hasPrefix("user.yaml:2:") })
  }

  @Test func aNameThatWasRenamedIsToldOnceForEachPlaceThatNamesIt() throws {
    try folder.write(
      "model.yaml",
      """
      cells: {cost: 1, total: = cost * 2}
      reactors: {shop: {state: {n: 0}, mutate: {add: [{mutation: plus}]}, reduce: {plus: {n: 1}}}}
      """)
    try folder.write(
      "user.yaml",
      """
      use: [model.yaml]
      steps:
        - set: {price: 20}
          expect: {price: 20, total: 40}
        - send: {app: add}
          expect: {app.n: 1}
          states: {app: [{n: 1}]}
        - assert: price + price == total && app.n == 1
        - expect: {total: = price * 2}
      """)
    let found = folder.problems("user.yaml")
    #expect(found.count == 9, "\(found)")
    #expect(Set(found).count == found.count)
    #expect(found.allSatisfy { $0.contains("unknown") }, "\(found)")
  }

  @Test func aCircleIsTheSameWhicheverOfItsFilesIsLoaded() throws {
    try folder.write("a.yaml", "use: [b.yaml]")
    try folder.write("b.yaml", "use: [c.yaml]")
    try folder.write("c.yaml", "use: [a.yaml]")
    try folder.write("d.yaml", "use: [b.yaml]")
    let told = ["c.yaml:1:7: files use each other in a circle: a.yaml → b.yaml → c.yaml → a.yaml"]
    for name in ["a.yaml", "b.yaml", "c.yaml", "d.yaml"] { #expect(folder.problems(name) == told) }
  }

  @Test func asManyFilesAreUsedAsTheLimitSays() throws {
    for number in 0..<1_001 { try folder.write("f\(number).yaml", "cells: {c\(number): 1}") }
    func use(_ count: Int) throws -> [String] {
      let names = (0..<count).map { "f\($0).yaml" }.joined(separator: ", ")
      try folder.write("main.yaml", "use: [\(names)]\nsteps: []")
      return folder.problems("main.yaml")
    }
    #expect(try use(1_000) == [])
    let problems = try use(1_001)
    #expect(problems.count == 1)
    #expect(problems.first?.hasSuffix(": more than 1000 files are used") == true, "\(problems)")
  }

  @Test func filesUseEachOtherAsDeepAsTheLimitSays() throws {
    for number in 0..<64 { try folder.write("f\(number).yaml", "use: [f\(number + 1).yaml]") }
    try folder.write("f64.yaml", "cells: {a: 1}")
    #expect(folder.problems("f1.yaml") == [])
    #expect(
      folder.problems("f0.yaml") == ["f63.yaml:1:7: files use each other more than 64 deep"])
  }

  @Test func foldersAreSearchedAsDeepAsTheLimitSays() throws {
    let deep = "d" + String(repeating: "/d", count: 63)
    try folder.write("\(deep)/a.yaml", "a: 1")
    #expect(found("d") == ["\(deep)/a.yaml"])
    try folder.write("\(deep)/d/a.yaml", "a: 1")
    #expect(
      found("d") == ["\(deep)/a.yaml", "! \(deep)/d lies more than 64 folders deep"])
  }

  @Test func aLongChainOfFilesIsRefused() throws {
    for number in 0..<70 { try folder.write("f\(number).yaml", "use: [f\(number + 1).yaml]") }
    try folder.write("f70.yaml", "cells: {a: 1}")
    #expect(folder.problems("f0.yaml").contains { $0.contains("more than 64 deep") })
    #expect(folder.problems("f60.yaml") == [])
  }

  /// Texts of files, of which so many are within a limit together, and one more is not.
  private static let large: [(limit: String, fitting: Int, text: String)] = [
    ("16 MiB", 16, "# " + String(repeating: "x", count: 1_000_000)),
    ("200000 values", 3, "x-0: [" + String(repeating: "1,", count: 60_000) + "]"),
    (
      "8 MiB of text", 1,
      "x-0: &a \"\(String(repeating: "x", count: 200_000))\"\nx-1: ["
        + Array(repeating: "*a", count: 20).joined(separator: ", ") + "]"
    ),
  ]

  @Test(arguments: 0..<3)
  func filesThatHoldTooMuchTogetherAreRefusedOnce(_ index: Int) throws {
    let (limit, fitting, text) = FilesTests.large[index]
    let names = (1...fitting + 2).map { "f\($0).yaml" }
    for name in names { try folder.write(name, text + "\nx-2: 1\n") }
    try folder.write("all.yaml", "use:\n" + names.map { "  - \($0)\n" }.joined())
    let what = "with this file those that are used hold more than \(limit) together"
    #expect(folder.problems("all.yaml") == ["all.yaml:\(fitting + 2):5: \(what)"])
    try folder.write("most.yaml", "use: [\(names.prefix(fitting).joined(separator: ", "))]\n")
    #expect(folder.problems("most.yaml") == [])
  }

  @Test func aLoadThatIsInterruptedReadsNoFurtherFormula() throws {
    let cells = (0..<3_000).map { "  c\($0): = \($0) + 1\n" }.joined()
    try folder.write("long.yaml", "cells:\n" + cells)
    var asked = 0
    let result = ScenarioLoader.load(folder.at("long.yaml")) {
      asked += 1
      return asked > 10
    }
    #expect(result.isCutShort && result.file == nil)
    #expect(asked < 20)
  }
}
