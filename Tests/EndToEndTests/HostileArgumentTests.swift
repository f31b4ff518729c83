import Foundation
import Testing

/// One text that tries to be more than an argument, in every place of every command: what comes out
/// is read by nobody as anything but text.
@Suite struct HostileArgumentTests {
  static let hostile = "a\u{1B}[5mb\r\nINJECTED\n::error::x\u{202E}\u{2028}\u{7F}##[group]##vso[c]"

  let scratch: Scratch
  let tool: Tool

  init() throws {
    scratch = try Scratch()
    var tool = Tool()
    tool.folder = scratch.path
    self.tool = tool
    try scratch.write("good.yaml", Samples.passing)
  }

  /// As the tool itself lists them.
  static let commands: [String] = {
    let help = try? Tool().run("--help").out
    let lines = (help ?? "").split(separator: "\n").drop { $0 != "SUBCOMMANDS:" }.dropFirst()
    return lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }()

  @Test func theCommandsAreKnown() {
    #expect(HostileArgumentTests.commands.count > 8)
    for name in ["run", "check", "merge", "trace"] {
      #expect(HostileArgumentTests.commands.contains(name))
    }
  }

  private func check(_ arguments: [String]) throws {
    let ending = try tool.run(arguments)
    for (index, scalar) in ending.text.unicodeScalars.enumerated() where scalar != "\n" {
      let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
      let isHidden = [0x202e, 0x2028].contains(scalar.value)
      #expect(!isControl && !isHidden, "\(arguments): \(index): \(ending.text.debugDescription)")
    }
    for line in ending.text.split(separator: "\n") {
      let start = line.drop { $0 == " " }
      #expect(!start.hasPrefix("::") && !line.contains("##["), "\(arguments): \(line)")
      #expect(!start.hasPrefix("INJECTED"), "\(arguments): \(line)")
    }
  }

  @Test(arguments: commands)
  func noArgumentIsObeyed(_ command: String) throws {
    let hostile = HostileArgumentTests.hostile
    try check([command, hostile])
    try check([command, "good.yaml::" + hostile])
    try check([command, "--" + hostile])
    try check([command, "good.yaml", hostile])
    for option in ["--filter", "--tag", "--report", "--shard", "--format", "--color", "--var"] {
      try check([command, option, hostile])
    }
  }

  /// A glob gives such names, and a run that shows help instead runs nothing.
  @Test(arguments: ["-dash.yaml", "-zh", "-hz"])
  func anHAmongOtherLettersIsNoWishForHelp(_ word: String) throws {
    let ending = try tool.run("run", word)
    #expect(ending.code == 2 && ending.out.isEmpty)
    #expect(ending.text.contains("\(word) is no option; a file of that name is written ./\(word)"))
    #expect(try tool.run("run", "-qh").code == 0)
  }

  @Test(arguments: ["run", "check", "trace", "graph"])
  func noNameOfAFileIsObeyed(_ command: String) throws {
    let name = "h\(HostileArgumentTests.hostile.replacing("/", with: "")).yaml"
    try scratch.write(name, Samples.passing)
    try check([command, name])
    try scratch.write(name, "cels: {a: 1}\n")
    try check([command, name])
  }
}
