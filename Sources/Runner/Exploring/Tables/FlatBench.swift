import Reactor
import Scenarios
import Values

/// A world that is put into whatever state something is asked about: so that what events and formulas
/// do is said in one place, the engine, also where states are but rows of numbers.
final class FlatBench {
  private let maker: RunMaker
  private let model: FlatModel
  private let picture: StateMachineMaker?
  private(set) var values = InternedValues()
  private var run: ExploredRun
  /// By place, the numbers of what its cells hold; nil where that is not known.
  private var held: [UInt32?]
  /// How often this world was asked.
  private var asked = 0
  /// Behind so many questions another world takes its place, so that no limit of a run is ever reached
  /// by their sum.
  private static let mostAsked = 100_000

  /// What becomes of a state when an event happens.
  struct Outcome {
    var changes: [(place: Int, value: UInt32)] = []
    let ending: ExploredRun.Ending
    /// What it comes to of the model.
    let reached: Set<Coverage.Part>
    /// What it is about, where somebody draws it.
    var words = ""
  }

  init(_ maker: RunMaker, _ model: FlatModel, drawing picture: StateMachineMaker?) {
    self.maker = maker
    self.model = model
    self.picture = picture
    held = Array(repeating: nil, count: model.cells.count)
    run = FlatBench.begin(maker)
  }

  private static func begin(_ maker: RunMaker) -> ExploredRun {
    let (run, _) = maker.begin(0, [])
    // Properties are asked by themselves.
    run.run.isRepeating = true
    // What is only tried has not been come to.
    run.world.coverage = nil
    return run
  }

  /// Must be called at the end.
  func close() { run.close() }

  var world: World { run.world }

  // MARK: Beginnings

  /// The state in which a run begins, and how that went.
  func start(_ number: Int) throws(Unfit) -> (row: [UInt32], ending: ExploredRun.Ending) {
    let (run, ending) = maker.begin(number, [])
    defer { run.close() }
    if !run.inner.isEmpty { throw Unfit("something is chosen as the world is made") }
    if case .went = ending, !run.isOver { throw Unfit("the script has turns of its own") }
    var row: [UInt32] = []
    for cell in model.cells { row.append(values.number(of: run.world.inputValue(cell))) }
    return (row, ending)
  }

  // MARK: Questions

  /// Every way in which an event can happen in a state.
  func outcomes(
    of event: Int, in row: ArraySlice<UInt32>
  ) throws(Unfit) -> Result<[Outcome], ExploredFault> {
    put(model.events[event], row)
    var options = NextMoves()
    do throws(ExploredFault) {
      try run.addEvent(event, maker.exploration.events[event], &options)
    } catch {
      return .failure(error)
    }
    var outcomes: [Outcome] = []
    for move in options.moves {
      put(model.events[event], row)
      let coverage = Coverage()
      world.coverage = coverage
      var outcome = Outcome(ending: run.take(move), reached: coverage.seen)
      world.coverage = nil
      if picture != nil { outcome.words = run.pictured(move, run.words(for: move)) }
      if !run.inner.isEmpty { throw Unfit("something is chosen as an event happens") }
      for place in model.writes[event] {
        let value = values.number(of: run.world.inputValue(model.cells[place]))
        held[place] = value
        if value != row[row.startIndex + place] { outcome.changes.append((place, value)) }
      }
      outcomes.append(outcome)
    }
    try checkOrder()
    return .success(outcomes)
  }

  /// What does not hold of a property that is asked behind each turn.
  func violation(ofAlways property: Int, in row: ArraySlice<UInt32>) throws(Unfit) -> Violation? {
    put(model.always[property], row)
    let failure = run.run.failure(ofAlways: property)
    try checkOrder()
    return failure.map { Violation($0) }
  }

  /// What is not as it must be where a run ends.
  func violationAtEnd(in row: ArraySlice<UInt32>) throws(Unfit) -> Violation? {
    put(model.eventually, row)
    let violation = run.violationAtEnd()
    try checkOrder()
    return violation
  }

  /// Whether a formula that is to hold somewhere holds here.
  func holds(_ sometimes: Int, in row: ArraySlice<UInt32>) throws(Unfit) -> Bool {
    put(model.sometimes[sometimes], row)
    let holds = run.holds(maker.exploration.sometimes[sometimes]) == true
    try checkOrder()
    return holds
  }

  /// The place in the picture.
  func place(in picture: StateMachineMaker, of row: ArraySlice<UInt32>) throws(Unfit) -> Int {
    put(model.pictured, row)
    let labels = picture.values(in: run)
    try checkOrder()
    return picture.place(of: labels)
  }

  // MARK: Its state

  /// Has cells hold what they hold in a state.
  private func put(_ places: [Int], _ row: ArraySlice<UInt32>) {
    asked += 1
    if asked > FlatBench.mostAsked { renew() }
    // What is left of a step's limits is no part of a state.
    try? world.limits.beginStep()
    for place in places {
      let value = row[row.startIndex + place]
      if held[place] == value { continue }
      world.put(values[value], into: model.cells[place])
      held[place] = value
    }
  }

  private func renew() {
    run.close()
    run = FlatBench.begin(maker)
    held = Array(repeating: nil, count: held.count)
    asked = 0
  }

  /// A derived cell keeps the first of two maps that differ in the order of their keys alone, so that what
  /// it holds would hang on the questions before.
  private func checkOrder() throws(Unfit) {
    if world.cells.indices.contains(where: { world.derivedValue($0)?.hasOrder == true }) {
      throw Unfit("a derived cell holds a map")
    }
  }
}

extension ExploredRun {
  /// Whether nothing is left but events.
  fileprivate var isOver: Bool {
    guard case .over = run.phase else { return false }
    return run.threads == nil && world.scheduler.readyCount == 0 && delayed.isEmpty
  }
}

extension World {
  /// What an input holds.
  func inputValue(_ index: Int) -> Value {
    guard case .input = model.cells[index].source else { return .null }
    return lastValue(index) ?? .null
  }

  /// Has an input hold a value, whatever it held.
  fileprivate func put(_ value: Value, into index: Int) {
    guard case .input(let record)? = try? made(index) else { return }
    touches.add(.cell(index))
    try? record.write([], value)
    if inputValue(index).isExactly(value) { return }
    // What differs in the order of keys alone is cut off.
    try? record.write([], .null)
    try? record.write([], value)
  }
}
