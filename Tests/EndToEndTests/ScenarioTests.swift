import Foundation
import TestSupport
import Testing

/// Every file under scenarios/ ends as its folder says, with the output that stands beside it.
/// `UPDATE_OUT=1 swift test --filter ScenarioTests` writes that output anew.
@Suite struct ScenarioTests {
  static let codes: [(folder: String, code: Int32)] = [
    ("passing", 0), ("failing", 1), ("invalid", 3),
  ]
  static let files: [(path: String, code: Int32)] = codes.flatMap { folder, code in
    yaml(in: "scenarios/\(folder)").map { (path: $0, code: code) }
  }

  @Test(arguments: files)
  func eachFileEndsAsItsFolderSays(_ path: String, _ code: Int32) throws {
    var ending = try Tool().run("run", path)
    // Some mistakes can be known without running, and yet break no run at its start.
    if code == 3, ending.code != 3 { ending = try Tool().run("check", path) }
    let out = Tool.root + "/" + path.prefix(upTo: path.lastIndex(of: ".") ?? path.endIndex) + ".out"
    // What only others use has no verdict of its own.
    if ending.code == 5, !FileManager.default.fileExists(atPath: out) { return }
    #expect(ending.code == code, "\(path):\n\(ending.text)")
    guard ending.code == code else { return }
    if ProcessInfo.processInfo.environment["UPDATE_OUT"] != nil {
      try ending.text.write(toFile: out, atomically: true, encoding: .utf8)
    }
    #expect(ending.text == (try? String(contentsOfFile: out, encoding: .utf8)))
  }

  @Test(arguments: codes)
  func aFolderEndsAsItsFilesDo(_ folder: String, _ code: Int32) throws {
    #expect(try Tool().run("run", "--quiet", "scenarios/\(folder)").code == code)
  }

  @Test func theWorstOfAllFoldersIsTheVerdict() throws {
    let ending = try Tool().run("run")
    #expect(ending.code == 3)
    #expect(ending.out.contains("\nFailed:\n"))
  }

  @Test(arguments: files.filter { $0.code != 3 })
  func whatIsValidPassesTheCheckToo(_ path: String, _ code: Int32) throws {
    let ending = try Tool().run("check", path)
    #expect(ending.code == 0, "\(ending.text)")
  }

  @Test(arguments: files.filter { $0.code == 3 })
  func whatIsInvalidFailsTheCheckToo(_ path: String, _ code: Int32) throws {
    #expect(try Tool().run("check", path).code == 3)
  }

  @Test(arguments: [
    "counter", "cart", "branches", "autorun", "github-search", "live-search", "parcels", "session",
    "startup", "payment",
  ])
  func theExamplesRunAsTheyAre(_ name: String) throws {
    let path = "../shared/examples/\(name).yaml"
    guard FileManager.default.fileExists(atPath: Tool.root + "/" + path) else { return }
    let ending = try Tool().run("run", path)
    #expect(ending.code == 0, "\(ending.text)")
  }

  static func yaml(in folder: String) -> [String] {
    (Project.files(in: folder, endingWith: ".yaml") + Project.files(in: folder, endingWith: ".yml"))
      .sorted()
  }
}
