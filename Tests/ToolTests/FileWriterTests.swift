import Foundation
import Loader
import Testing

@testable import Tool

/// Files are replaced whole or not at all.
@Suite struct FileWriterTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Writes as the tool does by itself.
  private func write(
    _ text: String, to name: String, if condition: FileWriter.Condition = .any,
    makingFolders: Bool = false
  ) throws {
    let place = try WritePlace.inProject(
      scratch.file(name), .fixed(FilePath(scratch.path)), makingFolders: makingFolders)
    try FileWriter.write(Array(text.utf8), to: place, if: condition)
  }

  /// Writes where a person said.
  private func report(_ text: String, to path: FilePath) throws {
    let place = try WritePlace.typed(path)
    try FileWriter.write(Array(text.utf8), to: place, if: .any)
  }

  /// Why something was refused; nil where it was not.
  private func refusal(_ body: () throws -> Void) -> String? {
    do { try body() } catch let failure as FileWriter.Failure { return failure.message } catch {
      return "\(error)"
    }
    return nil
  }

  private func mode(_ name: String) throws -> Int {
    let facts = try FileManager.default.attributesOfItem(atPath: scratch.path + "/" + name)
    return try #require(facts[.posixPermissions] as? Int)
  }

  @Test func aFileIsMadeAndReplacedAndNothingElseIsLeft() throws {
    try write("one", to: "a.xml")
    try write("two", to: "a.xml")
    #expect(scratch.text("a.xml") == "two")
    #expect(try scratch.names() == ["a.xml"])
  }

  @Test(arguments: [0o600, 0o644, 0o755, 0o4755, 0o200])
  func theModeIsKept(_ mode: Int) throws {
    try scratch.write("a.sh", "one")
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: scratch.path + "/a.sh")
    try write("two", to: "a.sh")
    #expect(try self.mode("a.sh") == mode)
    #expect(scratch.text("a.sh") == "two")
  }

  @Test func aReadOnlyFileIsRefused() throws {
    try scratch.write("a.sh", "one")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: scratch.path + "/a.sh")
    #expect(refusal { try write("two", to: "a.sh") } == "is read-only, and is left as it is")
    #expect(refusal { try report("two", to: scratch.file("a.sh")) }?.contains("read-only") == true)
    #expect(scratch.text("a.sh") == "one")
    #expect(try scratch.names() == ["a.sh"])
  }

  /// What a person typed leads along links.
  @Test func aLinkStaysALinkAndItsFileIsWritten() throws {
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: scratch.path + "/real", withIntermediateDirectories: false)
    try scratch.write("real/a.txt", "one")
    try makeLink("link", to: "real/a.txt")
    try makeLink("far", to: "link")
    try makeLink("new", to: "real/b.txt")
    try report("two", to: scratch.file("far"))
    try report("three", to: scratch.file("new"))
    #expect(scratch.text("real/a.txt") == "two")
    #expect(scratch.text("real/b.txt") == "three")
    #expect(try manager.destinationOfSymbolicLink(atPath: scratch.path + "/far") == "link")
    #expect(try scratch.names() == ["far", "link", "new", "real"])
  }

  private func makeLink(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/" + name, withDestinationPath: target)
  }

  @Test func linksInACircleAreRefused() throws {
    try makeLink("a", to: "a")
    #expect(throws: FileWriter.Failure.self) { try report("x", to: scratch.file("a")) }
    #expect(throws: FileWriter.Failure.self) { try write("x", to: "a") }
  }

  /// What the tool chooses itself never leads along a link, be it the file or a folder above it,
  /// whether the link leads anywhere or not, and whether inside the project or out of it.
  @Test func aLinkInTheProjectIsNeverFollowed() throws {
    let manager = FileManager.default
    for folder in ["out", "p/real/deep"] {
      try manager.createDirectory(
        atPath: scratch.path + "/" + folder, withIntermediateDirectories: true)
    }
    try scratch.write("p/real/a.txt", "one")
    try makeLink("p/file", to: "real/a.txt")
    try makeLink("p/dangling", to: "\(scratch.path)/out/profile")
    try makeLink("p/inside", to: "real")
    try makeLink("p/outside", to: "../out")
    let root = RootRule.fixed(scratch.file("p"))
    for name in [
      "file", "dangling", "inside/b.txt", "inside/deep/b.txt", "outside/b.txt",
      "real/../inside/b.txt",
    ] {
      for condition in [FileWriter.Condition.any, .new, .holding(Array("one".utf8))] {
        let message = refusal {
          let place = try WritePlace.inProject(scratch.file("p/" + name), root)
          try FileWriter.write([1], to: place, if: condition)
        }
        #expect(message != nil, "\(name)")
      }
    }
    let message = refusal {
      let place = try WritePlace.inProject(scratch.file("p/file"), root)
      try FileWriter.write([1], to: place, if: .any)
    }
    #expect(message == "is a link to real/a.txt, and is left as it is")
    #expect(scratch.text("p/real/a.txt") == "one")
    #expect(try manager.contentsOfDirectory(atPath: scratch.path + "/out") == [])
    #expect(
      try manager.contentsOfDirectory(atPath: scratch.path + "/p/real").sorted() == [
        "a.txt", "deep",
      ])
  }

  @Test func whatLiesOutsideTheRootIsRefused() throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/p", withIntermediateDirectories: true)
    let message = refusal {
      _ = try WritePlace.inProject(scratch.file("p/../a.txt"), .fixed(scratch.file("p")))
    }
    #expect(message?.contains("lies outside the folder") == true)
  }

  /// The folders of a path are opened once: a link that comes in the place of one leads nowhere.
  @Test func aFolderThatBecomesALinkMeanwhileLeadsNobodyOut() throws {
    let manager = FileManager.default
    for folder in ["p/sub", "out"] {
      try manager.createDirectory(
        atPath: scratch.path + "/" + folder, withIntermediateDirectories: true)
    }
    let place = try WritePlace.inProject(scratch.file("p/sub/a.txt"), .fixed(scratch.file("p")))
    try manager.moveItem(atPath: scratch.path + "/p/sub", toPath: scratch.path + "/p/moved")
    try makeLink("p/sub", to: "../out")
    try FileWriter.write([1], to: place, if: .new)
    #expect(try manager.contentsOfDirectory(atPath: scratch.path + "/out") == [])
    #expect(scratch.read("p/moved/a.txt") == [1])
  }

  /// Whatever stands under a name while another thread lets it flip between a folder and a link out
  /// of the project, nothing is ever written outside.
  @Test func aNameThatFlipsLeadsNobodyOut() async throws {
    let manager = FileManager.default
    for folder in ["p/sub", "out"] {
      try manager.createDirectory(
        atPath: scratch.path + "/" + folder, withIntermediateDirectories: true)
    }
    try makeLink("p/other", to: "\(scratch.path)/out")
    let (one, other) = (scratch.path + "/p/sub", scratch.path + "/p/other")
    let flipper = Thread {
      while !Thread.current.isCancelled {
        rename(one, one + "-")
        rename(other, one)
        rename(one, other)
        rename(one + "-", one)
      }
    }
    flipper.start()
    var written = 0
    for number in 0..<3000 {
      try? write("x", to: "p/sub/\(number).golden", if: .new)
      if scratch.text("p/sub/\(number).golden") != nil { written += 1 }
    }
    flipper.cancel()
    while !flipper.isFinished { usleep(1000) }
    #expect(try manager.contentsOfDirectory(atPath: scratch.path + "/out") == [], "\(written)")
  }

  @Test func hardLinksAndForeignFilesAreLeftAlone() throws {
    try scratch.write("a.yaml", "one")
    #expect(link(scratch.path + "/a.yaml", scratch.path + "/b.yaml") == 0)
    #expect(
      refusal { try write("two", to: "a.yaml", if: .holding(Array("one".utf8))) }
        == "has 2 names (hard links), and is left as it is")
    #expect(scratch.text("b.yaml") == "one")
    try scratch.write("failed", "a list of mine")
    let own = FileWriter.Condition.own { $0.starts(with: "reactorctl".utf8) }
    #expect(refusal { try write("two", to: "failed", if: own) }?.contains("not replaced") == true)
    #expect(scratch.text("failed") == "a list of mine")
  }

  /// Another file with the same bytes is another file.
  @Test func anUpdateIsOfTheVeryFileThatWasRead() throws {
    try scratch.write("a.yaml", "one")
    let identity = FileIdentity(of: scratch.file("a.yaml"))
    try scratch.write("b.yaml", "one")
    #expect(rename(scratch.path + "/b.yaml", scratch.path + "/a.yaml") == 0)
    let bytes = Array("one".utf8)
    #expect(
      refusal { try write("two", to: "a.yaml", if: .holding(bytes, of: identity)) }
        == FileWriter.changed)
    #expect(scratch.text("a.yaml") == "one")
    let own = FileIdentity(of: scratch.file("a.yaml"))
    try write("two", to: "a.yaml", if: .holding(bytes, of: own))
    #expect(scratch.text("a.yaml") == "two")
  }

  @Test(arguments: ["fifo", "folder"])
  func whatIsNoRegularFileIsRefusedAtOnce(_ kind: String) throws {
    if kind == "fifo" { #expect(mkfifo(scratch.path + "/a.golden", 0o644) == 0) }
    if kind == "folder" { #expect(mkdir(scratch.path + "/a.golden", 0o755) == 0) }
    #expect(throws: FileWriter.Failure.self) { try write("x", to: "a.golden") }
    #expect(throws: FileReader.Fault.self) {
      try FileReader.regular(scratch.file("a.golden"))
    }
  }

  /// Where the file system has such attributes and this user may give them.
  @Test func extendedAttributesAndListsAreKept() throws {
    #if os(Linux)
      try scratch.write("a.yaml", "one")
      let made = scratch.shell(
        "python3 -c 'import os; os.setxattr(\"a.yaml\", \"user.note\", b\"mine\")'")
      if made != 0 { return }
      try write("two", to: "a.yaml", if: .holding(Array("one".utf8)))
      #expect(
        scratch.shell(
          "python3 -c 'import os; assert os.getxattr(\"a.yaml\", \"user.note\") == b\"mine\"'") == 0
      )
      // A folder's default list is not one of the file that was there.
      let entry =
        "import os,struct; e=lambda t,p,i=0xffffffff: struct.pack(\"<HHI\",t,p,i); "
        + "l=struct.pack(\"<I\",2)+e(1,6)+e(2,7,4242)+e(4,4)+e(16,7)+e(32,4); "
      let listed = scratch.shell(
        "python3 -c '\(entry) os.setxattr(\"a.yaml\",\"system.posix_acl_access\",l)'")
      if listed != 0 { return }
      try write("three", to: "a.yaml", if: .holding(Array("two".utf8)))
      #expect(
        scratch.shell(
          "python3 -c '\(entry) assert os.getxattr(\"a.yaml\",\"system.posix_acl_access\")==l'")
          == 0)
      try scratch.write("b.yaml", "one")
      #expect(
        scratch.shell("python3 -c '\(entry) os.setxattr(\".\",\"system.posix_acl_default\",l)'")
          == 0)
      try write("two", to: "b.yaml", if: .holding(Array("one".utf8)))
      #expect(
        scratch.shell("python3 -c 'import os; assert os.listxattr(\"b.yaml\") == []'") == 0)
    #endif
  }

  @Test func aFileThatChangedSinceItWasReadIsLeftAsItIs() throws {
    try scratch.write("a.yaml", "changed")
    let failure = #expect(throws: FileWriter.Failure.self) {
      try write("new", to: "a.yaml", if: .holding(Array("old".utf8)))
    }
    #expect(failure?.message.contains("changed by another program") == true)
    #expect(throws: FileWriter.Failure.self) {
      try write("new", to: "a.yaml", if: .holding(Array("changed and longer".utf8)))
    }
    // What was appended is a change as well.
    #expect(throws: FileWriter.Failure.self) {
      try write("new", to: "a.yaml", if: .holding(Array("chang".utf8)))
    }
    #expect(scratch.text("a.yaml") == "changed")
    #expect(try scratch.names() == ["a.yaml"])
    try write("new", to: "a.yaml", if: .holding(Array("changed".utf8)))
    #expect(scratch.text("a.yaml") == "new")
  }

  @Test func aFileThatMustBeNewIsNotReplaced() throws {
    try write("one", to: "a.yaml", if: .new)
    #expect(throws: FileWriter.Failure.self) { try write("two", to: "a.yaml", if: .new) }
    #expect(scratch.text("a.yaml") == "one")
    #expect(try scratch.names() == ["a.yaml"])
  }

  @Test func foldersAreMadeWhereAsked() throws {
    #expect(throws: FileWriter.Failure.self) { try write("x", to: "deep/er/a.xml") }
    try write("x", to: "deep/er/a.xml", makingFolders: true)
    #expect(scratch.text("deep/er/a.xml") == "x")
  }

  @Test func whatCannotBeWrittenSaysWhy() throws {
    #expect(
      refusal { try report("x", to: FilePath(scratch.path)) } == "cannot be written: Is a directory"
    )
    for path in [FilePath("/proc/nothing-of-the-kind"), "", FilePath(bytes: [97, 0, 98])] {
      #expect(throws: FileWriter.Failure.self) { try report("x", to: path) }
    }
  }

  @Test func nothingIsRemovedButWhatWasRead() throws {
    try scratch.write("a.golden", "# golden 1")
    let place = try WritePlace.inProject(scratch.file("a.golden"), .nearest)
    let other = FileWriter.Condition.holding(Array("other".utf8))
    #expect(refusal { try FileWriter.remove(place, if: other) } == FileWriter.changed)
    #expect(scratch.text("a.golden") == "# golden 1")
    try FileWriter.remove(place, if: .holding(Array("# golden 1".utf8)))
    #expect(try scratch.names() == [])
  }

  @Test func whatAKilledRunLeftIsRemovedAndWhatALivingOneWritesStays() throws {
    try scratch.write(".reactorctl-1-0.tmp", "half")
    try scratch.write(".reactorctl-2-0.tmp", "being written")
    try scratch.write(".reactorctl-mine", "another's")
    let held = open(scratch.path + "/.reactorctl-2-0.tmp", O_WRONLY)
    #expect(flock(held, LOCK_EX) == 0)
    defer { close(held) }
    try scratch.write("elsewhere", "x")
    try makeLink(".reactorctl-3-0.tmp", to: "elsewhere")
    TemporaryFile.removeLeftovers(in: try OpenFolder.open(FilePath(scratch.path)))
    #expect(
      try scratch.names() == [
        ".reactorctl-2-0.tmp", ".reactorctl-3-0.tmp", ".reactorctl-mine", "elsewhere",
      ])
  }
}
