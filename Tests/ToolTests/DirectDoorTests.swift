import ArgumentParser
import TestSupport
import Testing

@testable import Tool

/// The direct door and the parser of arguments read a command line alike.
@Suite struct DirectDoorTests {
  private static let words = [
    "shop.yaml", "scenarios", "a b", "", " ", "é", "a=b", "run", "check", "help", "@list", "a-b",
    "a.yaml:3", "a.yaml::x[1]", "--", "-", "-q", "-v", "-j4", "-j", "4", "--quiet", "--vacuous",
    "--filter", "--filter=x", "--shuffle", "--changed", "--help", "-h", "--version", "—dash",
    "\u{2212}v", "\u{FFFD}", "\n", "a\0b",
  ]

  private static let commands = ["run", "run", "check", "check", "trace", "Run", "--quiet"]

  private func parsed(_ arguments: [String]) throws -> any Request {
    let command = try ReactorCtl.parseAsRoot(OptionalValues.filled(arguments))
    if let run = command as? RunCommand { return run.request }
    return try #require(command as? CheckCommand).request
  }

  private func told(_ request: any Request) -> String {
    var text = ""
    dump(request, to: &text)
    // Where a lock lies in memory is the one thing that no two requests have in common.
    let lines = text.split(separator: "\n").filter {
      !$0.contains("lock: 0x") && !$0.contains("pointerValue")
    }
    return lines.joined(separator: "\n")
  }

  @Test func bothReadTheSame() throws {
    let seed: UInt64 = 20_261_122
    var random = Seeded(seed)
    var taken = 0
    for _ in 0..<400 {
      let command = Self.commands[random.below(Self.commands.count)]
      let arguments =
        [command] + (0..<random.below(4)).map { _ in Self.words[random.below(Self.words.count)] }
      guard let direct = DirectDoor.request(arguments) else { continue }
      taken += 1
      let other = try parsed(arguments)
      #expect(told(direct) == told(other), "\(arguments), seed \(seed)")
    }
    #expect(taken > 50, "the door is hardly ever taken")
  }

  @Test(arguments: [
    ["run", "-q"], ["run", "--", "-x"], ["check", "-"], ["run", "a.yaml", "--watch"],
    ["trace", "a.yaml"], ["--version"], [],
  ])
  func whatHasAnOptionIsLeftToTheParser(_ arguments: [String]) {
    #expect(DirectDoor.request(arguments) == nil)
  }

  /// What an option changes is told by the dump, so that the comparison above can fail.
  @Test func theComparisonSeesWhatOptionsChange() throws {
    let plain = told(RunRequest(paths: ["a"]))
    for option in ["-q", "--brief", "--jobs=77", "--filter=x", "--fail-fast", "--update", "--list"]
    {
      #expect(try told(parsed(["run", "a", option])) != plain, "\(option)")
    }
    #expect(try told(parsed(["check", "a", "--vacuous"])) != told(CheckRequest(paths: ["a"])))
  }
}
