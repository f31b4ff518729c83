import Scenarios
import Values

/// What a search of all states came to, by the fastest way that the model allows.
struct Searched {
  struct Found {
    let violation: Violation
    let path: RunPath
    /// Whether there is none with fewer deviations, nor with as many and fewer turns.
    let isLeast: Bool
  }

  let tally: SearchTally
  let count: Int
  let found: Found?
  /// Why it was by replay; nil where it was not.
  let byReplay: String?

  /// The state machine that was gone through, where somebody asked for it.
  private(set) var machine: StateMachine?

  /// - Parameter formulas: What the state machine is merged by; nil where nobody wants one.
  init(_ maker: RunMaker, _ settings: ExploreSettings, drawingBy formulas: [Formula]? = nil) {
    let limit = settings.limit ?? maker.exploration.limit
    let reason: String
    do throws(Unfit) {
      if settings.isByReplay { throw Unfit("it was asked for") }
      if formulas?.isEmpty == true { throw Unfit("every state is drawn") }
      let picture = formulas.map { StateMachineMaker(by: $0) }
      let search = FlatSearch(
        maker, try FlatModel(maker, drawing: formulas ?? []), limit: limit,
        isSure: settings.isSure, drawing: picture)
      search.onProgress = settings.onProgress
      try search.search()
      tally = search.tally
      machine = picture?.finish(bound: search.tally.bound)
      count = search.count
      byReplay = nil
      found = tally.found.map { found in
        let path = search.path(to: found.number)
        return Found(
          violation: found.violation,
          path: RunTeller.path(path.start, picks: path.picks, maker), isLeast: true)
      }
      return
    } catch {
      reason = error.reason
    }
    let picture = formulas.map { StateMachineMaker(by: $0) }
    let search = StateSearch(
      maker, limit: limit, isSure: settings.isSure, drawing: picture)
    search.onProgress = settings.onProgress
    search.search()
    tally = search.tally
    machine = picture?.finish(bound: search.tally.bound)
    count = search.graph.count
    byReplay = reason
    // Whoever wants a picture does not ask for the run with the fewest deviations.
    found =
      formulas != nil
      ? nil
      : tally.found.map { found in
        let path = search.graph.path(to: found.number)
        return Searched.least(
          Found(
            violation: found.violation,
            path: RunTeller.path(path.start, path.first, path.choices, maker), isLeast: false),
          maker, limit)
      }
  }

  /// The violation with the fewest deviations, as far as it can be found.
  private static func least(_ found: Found, _ maker: RunMaker, _ limit: Int) -> Found {
    if found.violation.failure.code == .exploredEndless { return found }
    let most = RunTeller.tell(found.path, maker).deviations
    let search = DeviationSearch(maker, limit: limit, most: most)
    search.search()
    guard let least = search.found else { return found }
    return Found(violation: found.violation, path: least.path, isLeast: true)
  }
}
