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
    // No file may make it need more than some hundred megabytes.
    let ending = try tool.shell("ulimit -v 600000 2>/dev/null; exec \"$tool\" run \(path)")
    #expect(ending.code == code, "\(path): \(ending.text.prefix(2000))")
    #expect(ending.seconds < HostileTests.limit, "\(path): \(ending.seconds) s")
    #expect(words.isEmpty || ending.text.contains(words), "\(path): \(ending.text.prefix(2000))")
    #expect(ending.text.utf8.count < 200_000)
    if located {
      #expect(ending.text.contains("\(path):"), "\(ending.text.prefix(2000))")
    }
  }

  private static func times(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  /// A file made up here; its name stands for it in the test's output.
  struct Input: CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    var testDescription: String { name }

    init(_ name: String, _ text: String) {
      self.name = name
      bytes = Array(text.utf8)
    }

    init(_ name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  static let texts: [Input] = [
    Input("empty", ""), Input("blank", "\n\n  \n"), Input("comment", "# nothing\n"),
    Input("scalar", "hello"),
    Input("list", "- a\n- b\n"), Input("two-documents", "steps: []\n---\nsteps: []\n"),
    Input("flow-lists", "cells: {a: " + times("[", 100_000)),
    Input("flow-maps", "cells: " + times("{a: ", 50_000)),
    Input("block-lists", "cells:\n  a: " + times("- ", 50_000) + "1\n"),
    Input(
      "laughs",
      "x-a: &a [z, z, z, z, z, z, z, z, z]\n"
        + (0..<9).map { n in
          let name = String(UnicodeScalar(UInt8(98 + n)))
          let before = String(UnicodeScalar(UInt8(97 + n)))
          return "x-\(name): &\(name) [\(times("*\(before), ", 8))*\(before)]\n"
        }.joined() + "cells: {a: *j}\nsteps: [{expect: {a: 1}}]\n"
    ),
    Input("self-alias", "cells: &a {b: *a}\nsteps: []\n"),
    Input("unknown-alias", "cells: {b: *nobody}\nsteps: []\n"),
    Input("big-scalar", "cells:\n  a: \"" + times("x", 1 << 20) + "\"\n"),
    Input("big-file", times("# padding\n", 200_000)),
    Input("tags", "cells: {a: !!python/object 1}\nsteps: []\n"),
    Input("directives", times("%TAG !a! tag:a,2000:\n", 20_000) + "---\nsteps: []\n"),
    Input("tab", "cells:\n\ta: 1\n"), Input("nul", "cells: {a: 1}\u{0}\n"),
    Input("many-mistakes", "cells:\n" + (0..<5000).map { "  a\($0): = b\($0)\n" }.joined()),
    Input(
      "long-formula", "cells: {a: 1}\nsteps:\n  - assert: " + times("a + ", 25_000) + "a == 0\n"),
    Input(
      "deep-formula",
      "cells: {a: 1}\nsteps:\n  - assert: " + times("(", 50_000) + "a" + times(")", 50_000) + "\n"
    ),
    Input("unary-formula", "cells: {a: 1}\nsteps:\n  - assert: " + times("!", 90_000) + "a\n"),
    Input(
      "repeat-pattern", "cells: {a: x}\nsteps:\n  - assert: a.matches('((x{999}){999}){999}')\n"),
    Input("long-key", times("k", 2000) + ": 1\n"),
    Input("cycle", "cells: {a: = b, b: = a}\nsteps: [{expect: {a: 1}}]\n"),
    Input("use-itself", "use: [use-itself.yaml]\nsteps: []\n"),
    Input("use-outside", "use: [../../../../etc/passwd]\nsteps: []\n"),
    Input("use-nothing", "use: [nowhere.yaml]\nsteps: []\n"),
    Input("bidi", "cells: {a: \"\u{202E}x\"}\nsteps: []\n"),
  ]

  @Test(arguments: texts)
  func aBadTextIsRefusedWithItsPlace(_ input: Input) throws {
    try scratch.write("\(input.name).yaml", bytes: input.bytes)
    try check("\(input.name).yaml")
  }

  static let bytes: [Input] = [
    Input("bad-utf8", bytes: Array("cells: {a: \"".utf8) + [0xff, 0xfe] + Array("\"}\n".utf8)),
    Input("utf16", bytes: [0xff, 0xfe, 0x63, 0, 0x3a, 0]),
    Input("surrogate", bytes: Array("a: \"".utf8) + [0xed, 0xa0, 0x80] + Array("\"\n".utf8)),
    Input("zeros", bytes: [UInt8](repeating: 0, count: 4096)),
    Input(
      "noise", bytes: (0..<60_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }),
  ]

  @Test(arguments: bytes)
  func badBytesAreRefusedWithTheirPlace(_ input: Input) throws {
    try scratch.write("\(input.name).yaml", bytes: input.bytes)
    try check("\(input.name).yaml")
  }

  static let models: [Input] = [
    Input(
      "endless",
      """
      cells: {a: 0}
      computations:
        up: [{set: {a: = a + 1}}]
      steps: [{expect: {a: 1}}]
      """
    ),
    Input(
      "growing-text",
      "cells: {a: x}\nsteps:\n  - repeat: 60\n    do: [{set: {a: = a + a}}]\n"
    ),
    Input(
      "nesting",
      "cells: {a: []}\nsteps:\n  - repeat: 100000\n    do: [{set: {a: '= [a]'}}]\n"
    ),
    Input(
      "costly",
      "cells: {a: [1,2,3,4,5,6,7,8,9]}\nsteps:\n  - assert: "
        + (0..<8).map { "a.all(x\($0), " }.joined() + "true" + times(")", 8) + "\n"
    ),
    Input(
      "slow-pattern",
      "cells: {a: x}\nsteps:\n  - repeat: 17\n    do: [{set: {a: = a + a}}]\n"
        + "  - assert: a.matches('(x+x+)+y')\n"
    ),
    Input(
      "deep-chain",
      "cells:\n  c0: 1\n" + (1...3000).map { "  c\($0): = c\($0 - 1) + 1\n" }.joined()
        + "steps: [{expect: {c3000: 0}}]\n"
    ),
    Input(
      "endless-repeat", "cells: {a: 0}\nsteps: [{repeat: 1000000000, do: [{set: {a: = a + 1}}]}]\n"),
  ]

  @Test(arguments: models)
  func aModelThatRunsAwayIsStoppedAtItsStep(_ input: Input) throws {
    try scratch.write("\(input.name).yaml", bytes: input.bytes)
    try check("\(input.name).yaml", code: 1)
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
