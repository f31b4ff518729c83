import Foundation
import TestSupport
import Testing

/// Updates to which the system gives no more memory at some moment, or that are killed: every file is
/// what it was or what it was to become, and the next update finishes the work and cleans up.
///
/// `STARVATIONS=N` and `KILLS=SEED,N` try more moments; the seed is printed.
@Suite struct StarvationTests {
  static let environment = ProcessInfo.processInfo.environment

  static func count(_ name: String, _ usual: Int) -> Int {
    environment[name].flatMap { Int($0) } ?? usual
  }

  @Test func anUpdateWithoutMemoryLeavesOldOrNew() throws {
    guard let library = try FaultLibrary.built() else { return }
    let update = try Update()
    let variables = ["LD_PRELOAD": library, "FAULT_KIND": "memory"]
    let whole = try update.run(variables)
    let moments = Self.count("STARVATIONS", 12)
    // Most happens at the end: there the moments are denser.
    for moment in 0..<moments {
      let share = 1 - Double(moment * moment) / Double(moments * moments) * 0.6
      let number = max(1, Int(Double(whole.calls) * share) - moment)
      try update.check(variables.merging(["FAULT_AT": "\(number)"]) { $1 }, "allocation \(number)")
    }
  }

  @Test func anUpdateThatIsKilledLeavesOldOrNew() throws {
    let update = try Update()
    let asked = Self.environment["KILLS"]?.split(separator: ",").compactMap { UInt64($0) } ?? []
    let seed = asked.first ?? .random(in: 0...999_999)
    let count = asked.dropFirst().first ?? 12
    print("kills: KILLS=\(seed),\(count)")
    var random = Seeded(seed)
    let library = try FaultLibrary.built()
    let variables = library.map { ["LD_PRELOAD": $0, "FAULT_KIND": "kill"] } ?? [:]
    let whole = try update.run(variables)
    for kill in 0..<count {
      // A kill at a call hits what lies between two of them, where all that can be torn is torn. One
      // at some time hits the rest.
      if library != nil, kill % 3 != 2 {
        let call = Int(random.next() % UInt64(whole.calls)) + 1
        let fault = variables.merging(["FAULT_AT": "\(call)"]) { $1 }
        try update.check(fault, "killed at call \(call) of \(whole.calls)")
      } else {
        let delay = UInt32(random.next() % UInt64(whole.seconds * 1.2e6))
        try update.check([:], "killed after \(delay) µs", killingAfter: delay)
      }
    }
  }

  /// A linear congruential generator, the constants Knuth's.
}

/// A project with a file and a golden that an update rewrites.
private struct Update {
  let before: [String: [UInt8]]
  let after: [String: [UInt8]]

  struct Ending {
    var seconds: Double
    var calls: Int
  }

  init() throws {
    before = FaultTests.project.mapValues { Array($0.utf8) }
    let scratch = try Update.scratch(before)
    try #require(try Update.tool(scratch, [:]).run("run", "--update", "shop.yaml").code == 0)
    after = try scratch.files("p")
  }

  private static func scratch(_ files: [String: [UInt8]]) throws -> Scratch {
    let scratch = try Scratch()
    for (name, bytes) in files { try scratch.write("p/" + name, bytes: bytes) }
    return scratch
  }

  private static func tool(_ scratch: Scratch, _ variables: [String: String]) -> Tool {
    var tool = Tool()
    tool.folder = scratch.path + "/p"
    tool.environment["CI"] = "true"
    tool.environment.merge(variables) { $1 }
    return tool
  }

  /// One update from the start, whole.
  func run(_ variables: [String: String]) throws -> Ending {
    let scratch = try Update.scratch(before)
    let count = scratch.path + "/count"
    let tool = Update.tool(scratch, variables.merging(["FAULT_COUNT": count]) { $1 })
    let start = Date()
    try #require(try tool.run("run", "--update", "shop.yaml").code == 0)
    let calls = (try? String(contentsOfFile: count, encoding: .utf8)) ?? ""
    return Ending(
      seconds: Date().timeIntervalSince(start),
      calls: Int(calls.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0)
  }

  /// One update that may be cut short, and one behind it that is not.
  func check(
    _ variables: [String: String], _ moment: String, killingAfter delay: UInt32? = nil
  ) throws {
    let scratch = try Update.scratch(before)
    _ = try Update.tool(scratch, variables).start(
      [Tool.path, "run", "--update", "shop.yaml"],
      meanwhile: { child in
        guard let delay else { return }
        usleep(delay)
        kill(child, SIGKILL)
      })
    for (name, bytes) in try scratch.files("p") where !name.hasSuffix(".tmp") {
      #expect(
        bytes == before[name] || bytes == after[name] || FaultTests.isWholeGolden(name, bytes),
        "\(moment): \(name) is \(String(decoding: bytes, as: UTF8.self))")
    }
    let again = try Update.tool(scratch, [:]).run("run", "--update", "shop.yaml")
    #expect(again.code == 0, "\(moment): \(again.text)")
    let files = try scratch.files("p")
    #expect(files == after, "\(moment) leaves \(files.keys.sorted())")
  }
}
