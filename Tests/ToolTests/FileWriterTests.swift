import Foundation
import Loader
import Testing

@testable import reactorctl

/// Files are replaced whole or not at all.
@Suite struct FileWriterTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func write(
    _ text: String, to name: String, if condition: FileWriter.Condition = .any,
    makingFolders: Bool = false
  ) throws {
    try FileWriter.write(
      Array(text.utf8), to: scratch.file(name), if: condition, makingFolders: makingFolders)
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

  @Test(arguments: [0o600, 0o644, 0o755, 0o444])
  func theModeIsKept(_ mode: Int) throws {
    try scratch.write("a.sh", "one")
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: scratch.path + "/a.sh")
    try write("two", to: "a.sh")
    #expect(try self.mode("a.sh") == mode)
    #expect(scratch.text("a.sh") == "two")
  }

  @Test func aLinkStaysALinkAndItsFileIsWritten() throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/real", withIntermediateDirectories: false)
    try scratch.write("real/a.txt", "one")
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: scratch.path + "/link", withDestinationPath: "real/a.txt")
    try manager.createSymbolicLink(atPath: scratch.path + "/far", withDestinationPath: "link")
    try manager.createSymbolicLink(atPath: scratch.path + "/new", withDestinationPath: "real/b.txt")
    try write("two", to: "far")
    try write("three", to: "new")
    #expect(scratch.text("real/a.txt") == "two")
    #expect(scratch.text("real/b.txt") == "three")
    #expect(try manager.destinationOfSymbolicLink(atPath: scratch.path + "/far") == "link")
    #expect(try scratch.names() == ["far", "link", "new", "real"])
  }

  @Test func linksInACircleAreRefused() throws {
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/a", withDestinationPath: "a")
    #expect(throws: FileWriter.Failure.self) { try write("x", to: "a") }
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
    let folder = #expect(throws: FileWriter.Failure.self) {
      try FileWriter.write([1], to: FilePath(scratch.path))
    }
    #expect(folder?.message == "cannot be written: Is a directory")
    let full = #expect(throws: FileWriter.Failure.self) {
      try FileWriter.write([1], to: "/dev/full")
    }
    #expect(full?.message == "cannot be written: No space left on device")
    #expect(throws: FileWriter.Failure.self) {
      try FileWriter.write([1], to: "/proc/nothing-of-the-kind")
    }
    #expect(throws: FileWriter.Failure.self) { try FileWriter.write([1], to: "") }
    #expect(throws: FileWriter.Failure.self) {
      try FileWriter.write([1], to: FilePath(bytes: [97, 0, 98]))
    }
  }

  @Test func devicesAreWrittenToAndStay() throws {
    try FileWriter.write([1, 2, 3], to: "/dev/null")
    let facts = try FileManager.default.attributesOfItem(atPath: "/dev/null")
    #expect(facts[.type] as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test func whatAKilledRunLeftIsRemovedAndWhatALivingOneWritesStays() throws {
    try scratch.write(".reactorctl-1-0.tmp", "half")
    try scratch.write(".reactorctl-2-0.tmp", "being written")
    try scratch.write(".reactorctl-mine", "another's")
    let held = open(scratch.path + "/.reactorctl-2-0.tmp", O_WRONLY)
    #expect(flock(held, LOCK_EX) == 0)
    defer { close(held) }
    try write("x", to: "a.xml")
    #expect(try scratch.names() == [".reactorctl-2-0.tmp", ".reactorctl-mine", "a.xml"])
  }
}
