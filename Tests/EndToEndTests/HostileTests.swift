import Foundation
import Testing

/// Nothing in a file crashes or hangs the tool: each bad file gives a message with a place, soon.
@Suite struct HostileTests {
  let scratch: Scratch
  let tool: Tool

  init() throws {
    scratch = try Scratch()
    var tool = Tool()
    tool.folder = scratch.path
    self.tool = tool
  }

  /// A debug build is some ten times slower than what is shipped, and may share the machine.
  private static let limit = Tool.path.contains("/release/") ? 1.0 : 15.0

  private func check(
    _ path: String, code: Int32 = 3, saying words: String = "", located: Bool = true
  ) throws {
    let ending = try tool.run("run", path)
    #expect(ending.code == code, "\(path): \(ending.text.prefix(2000))")
    #expect(ending.seconds < HostileTests.limit, "\(path): \(ending.seconds) s")
    #expect(ending.text.contains(words), "\(path): \(ending.text.prefix(2000))")
    #expect(ending.text.utf8.count < 200_000)
    if located {
      #expect(ending.text.contains("\(path):"), "\(ending.text.prefix(2000))")
    }
  }

  private static func times(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  static let texts: [(name: String, text: String)] = [
    ("empty", ""), ("blank", "\n\n  \n"), ("comment", "# nothing\n"), ("scalar", "hello"),
    ("list", "- a\n- b\n"), ("two-documents", "steps: []\n---\nsteps: []\n"),
    ("flow-lists", "cells: {a: " + times("[", 100_000)),
    ("flow-maps", "cells: " + times("{a: ", 50_000)),
    ("block-lists", "cells:\n  a: " + times("- ", 50_000) + "1\n"),
    (
      "laughs",
      "x-a: &a [z, z, z, z, z, z, z, z, z]\n"
        + (0..<9).map { n in
          let name = String(UnicodeScalar(UInt8(98 + n)))
          let before = String(UnicodeScalar(UInt8(97 + n)))
          return "x-\(name): &\(name) [\(times("*\(before), ", 8))*\(before)]\n"
        }.joined() + "cells: {a: *j}\nsteps: [{expect: {a: 1}}]\n"
    ),
    ("self-alias", "cells: &a {b: *a}\nsteps: []\n"),
    ("unknown-alias", "cells: {b: *nobody}\nsteps: []\n"),
    ("big-scalar", "cells:\n  a: \"" + times("x", 1 << 20) + "\"\n"),
    ("big-file", times("# padding\n", 200_000)),
    ("tags", "cells: {a: !!python/object 1}\nsteps: []\n"),
    ("directives", times("%TAG !a! tag:a,2000:\n", 20_000) + "---\nsteps: []\n"),
    ("tab", "cells:\n\ta: 1\n"), ("nul", "cells: {a: 1}\u{0}\n"),
    ("many-mistakes", "cells:\n" + (0..<5000).map { "  a\($0): = b\($0)\n" }.joined()),
    ("long-formula", "cells: {a: 1}\nsteps:\n  - assert: " + times("a + ", 25_000) + "a == 0\n"),
    (
      "deep-formula",
      "cells: {a: 1}\nsteps:\n  - assert: " + times("(", 50_000) + "a" + times(")", 50_000) + "\n"
    ),
    ("unary-formula", "cells: {a: 1}\nsteps:\n  - assert: " + times("!", 90_000) + "a\n"),
    ("repeat-pattern", "cells: {a: x}\nsteps:\n  - assert: a.matches('((x{999}){999}){999}')\n"),
    ("long-key", times("k", 2000) + ": 1\n"),
    ("cycle", "cells: {a: = b, b: = a}\nsteps: [{expect: {a: 1}}]\n"),
    ("use-itself", "use: [use-itself.yaml]\nsteps: []\n"),
    ("use-outside", "use: [../../../../etc/passwd]\nsteps: []\n"),
    ("use-nothing", "use: [nowhere.yaml]\nsteps: []\n"),
    ("bidi", "cells: {a: \"\u{202E}x\"}\nsteps: []\n"),
  ]

  @Test(arguments: texts)
  func aBadTextIsRefusedWithItsPlace(_ name: String, _ text: String) throws {
    try scratch.write("\(name).yaml", text)
    try check("\(name).yaml")
  }

  static let bytes: [(name: String, bytes: [UInt8])] = [
    ("bad-utf8", Array("cells: {a: \"".utf8) + [0xff, 0xfe] + Array("\"}\n".utf8)),
    ("utf16", [0xff, 0xfe, 0x63, 0, 0x3a, 0]),
    ("surrogate", Array("a: \"".utf8) + [0xed, 0xa0, 0x80] + Array("\"\n".utf8)),
    ("zeros", [UInt8](repeating: 0, count: 4096)),
    ("noise", (0..<60_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }),
  ]

  @Test(arguments: bytes)
  func badBytesAreRefusedWithTheirPlace(_ name: String, _ bytes: [UInt8]) throws {
    try scratch.write("\(name).yaml", bytes: bytes)
    try check("\(name).yaml")
  }

  static let models: [(name: String, text: String)] = [
    (
      "endless",
      """
      cells: {a: 0}
      computations:
        up: [{set: {a: = a + 1}}]
      steps: [{expect: {a: 1}}]
      """
    ),
    (
      "growing-text",
      "cells: {a: x}\nsteps:\n  - repeat: 60\n    do: [{set: {a: = a + a}}]\n"
    ),
    (
      "nesting",
      "cells: {a: []}\nsteps:\n  - repeat: 100000\n    do: [{set: {a: '= [a]'}}]\n"
    ),
    (
      "costly",
      "cells: {a: [1,2,3,4,5,6,7,8,9]}\nsteps:\n  - assert: "
        + (0..<8).map { "a.all(x\($0), " }.joined() + "true" + times(")", 8) + "\n"
    ),
    (
      "slow-pattern",
      "cells: {a: x}\nsteps:\n  - repeat: 17\n    do: [{set: {a: = a + a}}]\n"
        + "  - assert: a.matches('(x+x+)+y')\n"
    ),
    (
      "deep-chain",
      "cells:\n  c0: 1\n" + (1...3000).map { "  c\($0): = c\($0 - 1) + 1\n" }.joined()
        + "steps: [{expect: {c3000: 0}}]\n"
    ),
    ("endless-repeat", "cells: {a: 0}\nsteps: [{repeat: 1000000000, do: [{set: {a: = a + 1}}]}]\n"),
  ]

  @Test(arguments: models)
  func aModelThatRunsAwayIsStoppedAtItsStep(_ name: String, _ text: String) throws {
    try scratch.write("\(name).yaml", text)
    try check("\(name).yaml", code: 1)
  }

  @Test func aFolderNamedLikeAFileIsNoFile() throws {
    try scratch.write("dir/folder.yaml/x.txt", "")
    try scratch.write("dir/good.yaml", Samples.passing)
    let ending = try tool.run("run", "dir")
    #expect(ending.code == 3, "\(ending.text)")
    #expect(ending.text.contains("dir/folder.yaml"))
    #expect(ending.text.contains("passed   dir/good.yaml"))
  }

  @Test func whatIsNoFileIsRefusedAtOnce() throws {
    let fifo = try tool.shell("mkfifo pipe.yaml && \"$tool\" run pipe.yaml")
    #expect(fifo.code == 3, "\(fifo.text)")
    #expect(fifo.text.contains("pipe.yaml"))
    let zero = try tool.run("run", "/dev/zero")
    #expect(zero.code == 3, "\(zero.text)")
    let sparse = try tool.shell("truncate -s 1T huge.yaml && \"$tool\" run huge.yaml")
    #expect(sparse.code == 3, "\(sparse.text)")
    #expect(sparse.text.contains("huge.yaml"))
    for ending in [fifo, zero, sparse] { #expect(ending.seconds < HostileTests.limit) }
  }

  @Test func anUnreadableFileIsFour() throws {
    try scratch.write("locked.yaml", Samples.passing)
    let ending = try tool.shell(
      """
      chmod 000 locked.yaml
      if [ "$(id -u)" = 0 ]; then
        command -v setpriv >/dev/null || exit 4
        chmod 755 . && exec setpriv --reuid=65534 --clear-groups "$tool" run locked.yaml
      fi
      exec "$tool" run locked.yaml
      """)
    // Where the tests' own folders are closed to others, no other user can start the tool at all.
    if ending.err.contains("setpriv:") { return }
    #expect(ending.code == 4, "\(ending.text)")
  }
}
