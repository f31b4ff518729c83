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
      self = try Searched.fast(maker, settings, limit, formulas)
      return
    } catch {
      reason = error.reason
    }
    let picture = formulas.map { StateMachineMaker(by: $0) }
    let search = StateSearch(
      maker, limit: limit, isSure: settings.isSure, drawing: picture)
    search.onProgress = settings.onProgress
    search.search()
    // Whoever wants a picture does not ask for the run with the fewest deviations.
    self.init(
      search.tally.atEnd, count: search.graph.count,
      formulas != nil
        ? nil : search.tally.found.map { Searched.least($0, in: search.graph, maker, limit) },
      byReplay: reason, picture?.finish(bound: search.tally.bound))
  }

  private init(
    _ tally: SearchTally, count: Int, _ found: Found?, byReplay: String? = nil,
    _ machine: StateMachine? = nil
  ) {
    self.tally = tally
    self.count = count
    self.found = found
    self.byReplay = byReplay
    self.machine = machine
  }

  /// Throws why it has to go by replay.
  private static func fast(
    _ maker: RunMaker, _ settings: ExploreSettings, _ limit: Int, _ formulas: [Formula]?
  ) throws(Unfit) -> Searched {
    if formulas?.isEmpty == true { throw Unfit("every state is drawn") }
    if maker.tables.file.parts.count > 0 {
      if formulas != nil { throw Unfit("states of parts are drawn") }
      return try through(try PartModel(maker), maker, settings, limit)
    }
    do throws(Unfit) {
      return try throughCells(maker, settings, limit, formulas)
    } catch {
      // The script may do more than the search of cells can.
      guard formulas == nil, let model = try? PartModel(maker), model.isKnown else { throw error }
      return try through(model, maker, settings, limit)
    }
  }

  private static func throughCells(
    _ maker: RunMaker, _ settings: ExploreSettings, _ limit: Int, _ formulas: [Formula]?
  ) throws(Unfit) -> Searched {
    let picture = formulas.map { StateMachineMaker(by: $0) }
    let search = FlatSearch(
      maker, try FlatModel(maker, drawing: formulas ?? []), limit: limit,
      isSure: settings.isSure, drawing: picture)
    search.onProgress = settings.onProgress
    try search.search()
    let found = search.tally.found.map { found in
      let path = search.path(to: found.number)
      return Found(
        violation: found.violation,
        path: RunReplay.path(path.start, picks: path.picks, maker), isLeast: true)
    }
    return Searched(
      search.tally.atEnd, count: search.count, found, picture?.finish(bound: search.tally.bound))
  }

  private static func through(
    _ model: PartModel, _ maker: RunMaker, _ settings: ExploreSettings, _ limit: Int
  ) throws(Unfit) -> Searched {
    let search = PartSearch(maker, model, limit: limit, isSure: settings.isSure)
    search.onProgress = settings.onProgress
    try search.search()
    let tally = search.tally.atEnd
    let found = tally.found.map { least($0, in: search.graph, maker, limit) }
    return Searched(tally, count: search.graph.count, found)
  }

  private static func least(
    _ found: SearchTally.Found, in graph: StateGraph, _ maker: RunMaker, _ limit: Int
  ) -> Found {
    let path = graph.path(to: found.number)
    return least(
      Found(
        violation: found.violation,
        path: RunReplay.path(path.start, path.first, path.choices, maker), isLeast: false),
      maker, limit)
  }

  /// The violation with the fewest deviations, as far as it can be found: it is the one that is known where the time
  /// is over before.
  private static func least(_ found: Found, _ maker: RunMaker, _ limit: Int) -> Found {
    if found.violation.failure.code == .exploredEndless || maker.ending != nil { return found }
    let most = RunReplay.tell(found.path, maker).deviations
    let search = DeviationSearch(maker, limit: limit, most: most)
    search.search()
    guard let least = search.found else { return found }
    return Found(violation: found.violation, path: least.path, isLeast: true)
  }
}
