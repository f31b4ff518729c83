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
    if !Self.asked.isEmpty { for difference in differences.prefix(10) { print(difference) } }
  }

  private static func differences(_ mode: ProgramMode) throws -> [String] {
    var numbers = Seeded(seed)
    var found: [String] = []
    var happened: [String: Int] = [:]
    for _ in 0..<count {
      let seed = numbers.next()
      var maker = ProgramMaker(seed, mode)
      let program = maker.program()
      let (account, difference) = try play(program)
      happened.merge(account.happenings, uniquingKeysWith: +)
      guard let difference else { continue }
      let isReduced = mode != .meeting || !asked.isEmpty && found.count < 10
      let least =
        try !isReduced
        ? program : program.reduced { try play($0).difference?.prefix(4) == difference.prefix(4) }
      found.append("\(mode), seed \(seed): \(try play(least).difference ?? "")\n\(least.yaml)")
      if mode != .meeting, found.count == 3 { break }
    }
    if !asked.isEmpty {
      print("\(mode): \(happened.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
    }
    return found + (asked.isEmpty && found.isEmpty ? missing(happened, mode) : [])
  }

  /// What a walk has to come across, and has not.
  private static func missing(_ happened: [String: Int], _ mode: ProgramMode) -> [String] {
    var wanted = ["K gave up on K", "K: boom ", "dead letter: K has ended: M", "terminated KK"]
    if mode == .circles {
      wanted.append("deadlock: K waits for K (M), K waits for K (M), K waits for K (M)")
    }
    return wanted.filter { happened[$0] == nil }.map { "\(mode): never \($0)" }
  }

  /// What came of it, and the first difference, or nil.
  static func play(
    _ program: ActorProgram, isOrdered: Bool? = nil
  ) throws -> (account: ActorAccount, difference: String?) {
    let typed = try TypedPlay.account(of: program)
    var program = program
    for step in typed.uncancelled { program.script[step] = .advance(0) }
    let (scenario, failure) = ScenarioPlay.account(of: program)
    guard let scenario else { return (typed, "not played: \(failure)") }
    let isOrdered = isOrdered ?? (program.mode == .racing)
    return (typed, typed.difference(to: scenario, isOrdered: isOrdered))
  }
}
