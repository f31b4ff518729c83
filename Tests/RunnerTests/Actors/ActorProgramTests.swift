import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Random programs, played by typed actors and as scenarios: the two do the same.
///
/// `ACTOR_WALKS=SEED,COUNT swift test --filter ActorProgramTests` plays others, or more of them.
@Suite struct ActorProgramTests {
  static let asked = getenv("ACTOR_WALKS").map { String(cString: $0).split(separator: ",") } ?? []
  static let seed = asked.first.flatMap { UInt64($0) } ?? 20_261_122
  static let count = asked.dropFirst().first.flatMap { Int($0) } ?? 80

  @Test(arguments: ProgramMode.agreed)
  func bothSkinsDoTheSame(_ mode: ProgramMode) throws {
    let differences = try onLargeStack { () -> Result<[String], any Error> in
      Result { try Self.differences(mode) }
    }.get()
    for difference in differences { Issue.record("\(difference)") }
  }

  /// How far the two are from doing the same in everything.
  @Test func whereActorsMeetTheyDifferYet() throws {
    let differences = try onLargeStack { () -> Result<[String], any Error> in
      Result { try Self.differences(.meeting) }
    }.get()
    print("meeting: \(differences.count) of \(Self.count) differ")
    if !Self.asked.isEmpty { for difference in differences { print(difference) } }
  }

  private static func differences(_ mode: ProgramMode) throws -> [String] {
    var numbers = Seeded(seed)
    var found: [String] = []
    var tally: [String: Int] = [:]
    for _ in 0..<count {
      let seed = numbers.next()
      var maker = ProgramMaker(seed, mode)
      let program = maker.program()
      tally.merge(try TypedPlay.account(of: program).happenings, uniquingKeysWith: +)
      guard let kind = try difference(program)?.prefix(4) else { continue }
      let isReduced = mode != .meeting || !asked.isEmpty && found.count < 10
      let least =
        try !isReduced ? program : program.reduced { try difference($0)?.prefix(4) == kind }
      found.append(
        "\(mode), seed \(seed): \(try difference(least) ?? "")\n\(least.yaml)")
      if mode != .meeting, found.count == 3 { break }
    }
    print("\(mode): \(tally.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
    return found
  }

  /// The first difference, or nil.
  static func difference(_ program: ActorProgram, isOrdered: Bool? = nil) throws -> String? {
    let typed = try TypedPlay.account(of: program)
    var program = program
    for step in typed.uncancelled { program.script[step] = .advance(0) }
    let (scenario, failure) = ScenarioPlay.account(of: program)
    guard let scenario else { return "not played: \(failure)" }
    return typed.difference(to: scenario, isOrdered: isOrdered ?? (program.mode == .racing))
  }
}
