import Scenarios
import Values

/// The search of all states, by the number of turns: of each state every way to go on is tried, in a run
/// that is led there anew.
///
/// A state in which something does not hold is gone no further from. It ends where there is no state left
/// to go on from, at the limit of states, or soon behind the first violation where there is much left.
final class StateSearch {
  let maker: RunMaker
  private(set) var graph: StateGraph
  private(set) var tally: SearchTally

  private var standing: StandingRuns

  var onProgress: (@Sendable (ExploreProgress) -> Void)?

  /// Hears of all states and turns, where somebody wants a picture of them.
  private let picture: StateMachineMaker?
  /// By state, which place of the picture it has.
  private var pictured: [Int] = []

  init(
    _ maker: RunMaker, limit: Int, isSure: Bool, drawing picture: StateMachineMaker? = nil
  ) {
    self.maker = maker
    self.picture = picture
    graph = StateGraph(maker.exploration, isSure: isSure)
    tally = SearchTally(maker, limit: limit)
    standing = StandingRuns(maker)
  }

  func search() {
    defer { standing.drop() }
    for start in maker.starts.indices {
      var variants: [[Int]] = [[]]
      while let inner = variants.popLast(), tally.mayGoOn() {
        let (run, ending) = maker.begin(start, inner)
        defer { run.close() }
        variants += StateSearch.variants(of: run.inner, behind: inner)
        arrive(run, ending, from: nil, start, RunMaker.Choice(move: .script, inner: inner))
      }
    }
    var next = 0
    while next < graph.count, tally.mayGoOn() {
      onProgress?(
        ExploreProgress(
          states: graph.count, frontier: graph.count - next, depth: graph.turns(to: next)))
      if !graph.isViolating(next) { expand(next) }
      next += 1
    }
    if isUnderWay { checkEndless() }
  }

  private var isUnderWay: Bool { tally.isUnderWay }

  /// The other choices inside a turn of which so many were told.
  static func variants(of inner: [ExploredRun.InnerPick], behind told: [Int]) -> [[Int]] {
    var variants: [[Int]] = []
    let picks = inner.map(\.index)
    for place in told.count..<max(told.count, inner.count) {
      for other in 1..<inner[place].count { variants.append(Array(picks[..<place]) + [other]) }
    }
    return variants.reversed()
  }

  // MARK: States

  private func expand(_ number: Int) {
    var ready: ExploredRun? = standing.take(at: number, in: graph, &tally)
    defer { ready?.close() }
    guard let first = ready else { return }
    let options: NextMoves
    do throws(ExploredFault) { options = try first.options() } catch {
      return violate(error.violation, at: number)
    }
    graph.note(number, isQuiet: options.isQuiet)
    if options.isEnd, !options.isOutOfSteps {
      tally.hasEnd = true
      picture?.noteEnd(pictured[number])
      if let violation = first.violationAtEnd() { return violate(violation, at: number) }
    }
    let words = picture == nil ? [] : options.moves.map { first.words(for: $0) }
    for (place, move) in options.moves.enumerated() {
      var variants: [[Int]] = [[]]
      while let inner = variants.popLast() {
        let run = ready.take() ?? maker.run(at: number, in: graph, &tally)
        let count = graph.count
        defer {
          if graph.count > count { keep(run, at: count, behind: number) } else { run.close() }
        }
        let ending = run.take(move, inner)
        tally.generated += 1
        tally.repeated += 1
        variants += StateSearch.variants(of: run.inner, behind: inner)
        arrive(
          run, ending, from: number, 0, RunMaker.Choice(move: move, inner: inner),
          picture == nil ? "" : run.pictured(move, words[place]))
        if !tally.mayGoOn() { return }
      }
    }
  }

  private func keep(_ run: ExploredRun, at number: Int, behind current: Int) {
    if graph.isViolating(number) { return run.close() }
    standing.put(run, at: number, goingOnFrom: current)
  }

  private func arrive(
    _ run: ExploredRun, _ ending: ExploredRun.Ending, from parent: Int?, _ start: Int,
    _ choice: RunMaker.Choice, _ words: String = ""
  ) {
    switch ending {
    case .over:
      if let parent { graph.noteEnd(parent) }
      return
    case .stopped(let failures):
      return tally.stop(failures, in: run.world)
    case .went, .violated: break
    }
    var fingerprint = run.fingerprint()
    // What failed on the way may have led nowhere else: that it did is a state of its own.
    if case .violated(let violation) = ending, !violation.isOfState {
      fingerprint.add(violation.name)
    }
    let (number, isNew) = graph.add(
      fingerprint, parent.map { .turn(from: $0) } ?? .start(start), choice)
    if let parent { graph.connect(parent, to: number) }
    if isNew, let picture { draw(run, in: picture, isStart: parent == nil) }
    if let picture, let parent {
      picture.turn(from: pictured[parent], to: pictured[number], words)
    }
    guard isNew else { return }
    if case .violated(let violation) = ending {
      return violate(violation, at: number)
    }
    for place in tally.unseen where run.holds(maker.exploration.sometimes[place]) == true {
      tally.unseen.remove(place)
    }
    tally.checkLimit(graph.count)
  }

  private func draw(_ run: ExploredRun, in picture: StateMachineMaker, isStart: Bool) {
    let place = picture.place(of: run)
    pictured.append(place)
    picture.count(place)
    if isStart { picture.noteStart(place) }
    if let excess = picture.excess { tally.end(at: excess) }
  }

  private func violate(_ violation: Violation, at number: Int) {
    picture?.noteViolation(pictured[number])
    graph.noteViolation(number)
    tally.violate(
      violation, at: number, turns: graph.turns(to: number), of: graph.count)
  }

  /// Whether a state was come to from which it never becomes quiet.
  private func checkEndless() {
    if let (violation, number) = graph.endlessness(in: maker) { violate(violation, at: number) }
  }
}
