import Scenarios
import Values

// Where chance decides what is next.
extension ScenarioRunner {
  func walk(_ maker: RunMaker, _ settings: ExploreSettings, _ result: inout ScenarioResult) {
    let seed = settings.seed ?? UInt64(bitPattern: tables.file.settings.seed)
    let walks = Walks(maker, count: settings.walks, seed: seed, share: settings.share ?? .all)
    walks.search()
    result.isCutShort = walks.isCutShort
    if walks.isCutShort { return }
    var walked = Walked(settings.share ?? .all, of: settings.walks)
    walked.notes.append("seed \(seed)")
    if let failures = walks.stopped {
      (result.verdict, result.failures) = (.failed, failures)
      walked.ending = Walked.Ending(walk: walks.last ?? 0, failures: failures)
    } else {
      judge(walks, maker, &walked, &result)
    }
    if settings.share == nil { return }
    if !result.isUndecided { walked.todo = maker.script.scenario.todo?.reason }
    result.walked = walked
  }

  private func judge(
    _ walks: Walks, _ maker: RunMaker, _ walked: inout Walked, _ result: inout ScenarioResult
  ) {
    (walked.turns, walked.cuts, walked.parts) = (walks.turns, walks.cuts, walks.parts)
    var explored = Explored()
    explored.walks = walks.turns.count
    explored.cuts = walks.cuts.map { Explored.Cut(at: $0.bound, in: $0.walks.count) }
    explored.generated = walks.turns.reduce(0, +)
    explored.notes = walked.notes
    explored.unseen = walks.parts.filter { $0.firstWalk == nil }.map(\.part)
    if let found = walks.found {
      explored.verdict = .violated
      var shrinking = Shrinking(maker, found.violation, at: found.path)
      let (path, isLeast) = shrinking.shrink()
      explored.found = told(path, found.violation, isLeast: isLeast, maker)
    }
    let judge = Judge(maker)
    let isRefuted: (Judge.Claim) -> Bool = { walks.first($0) != nil }
    walked.doubts = judge.claims.map { claim in
      Walked.Doubt(
        judge.failure(claim, explored), refutedBy: walks.first(claim),
        standsBesideViolation: judge.standsBesideViolation(claim, explored))
    }
    if let last = walks.last {
      walked.ending = Walked.Ending(
        walk: last, failures: judge.failures(of: explored.found), found: explored.found)
    }
    if walked.share == .all { return judge.judge(explored, isRefuted, &result) }
    // What its own walks do not come to others may: nobody knows before all are there.
    explored.allWalks = walked.all
    explored.undecided = judge.standing(explored, isRefuted).map(\.message)
    judge.judge(explored, { _ in true }, &result)
  }

  /// Takes note that one that was to be walked has failed before: in every run that makes some of the walks.
  func noteUnwalked(
    _ candidate: Candidate, _ settings: ExploreSettings, _ result: inout ScenarioResult
  ) {
    guard let share = settings.share, tables.file.isWalked(candidate.scenario),
      result.verdict == .failed, !result.isCutShort
    else { return }
    var walked = Walked(share, of: settings.walks)
    walked.ending = Walked.Ending(walk: 0, failures: result.failures)
    result.walked = walked
  }
}

extension ExploreSettings {
  fileprivate var walks: Int { runs ?? ExploreSettings.standardRuns }
}

extension Walks {
  /// The first walk that refutes a claim.
  fileprivate func first(_ claim: Judge.Claim) -> Int? {
    switch claim {
    case .notViolated: nil
    case .neverSeen(let place): firstSeen[place]
    case .noEnd: firstEnd
    }
  }
}
