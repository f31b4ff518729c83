import Reactor
import Scenarios
import Values

/// What a step of the script caused: what its outcomes are about.
///
/// Steps inside `if`, `for` and `repeat` share the log of the step that holds them; a `Mark` cuts
/// out the part that each of them caused.
struct StepLog {
  struct Emission {
    let channel: String
    let value: Value
  }

  struct Report {
    let error: RunError
    /// Whether a `reports` outcome named it.
    var isExpected = false
  }

  /// A state that a reactor emitted.
  struct State {
    let reactor: Int
    let value: Value
  }

  /// What a stubbed reactor, a store or an actor received.
  struct Receipt {
    let part: Int
    let action: CaseValue
  }

  struct Call {
    let method: Verb.Method
    let arguments: Value
  }

  struct Mark {
    var emissions = 0
    var reports = 0
    var states = 0
    var receipts = 0
    var calls = 0
    var ends = 0
    /// The run counts when the step began, where an outcome asks for them: kept, they have the next
    /// run copy all of them.
    var cellRuns: [Int]
    var computationRuns: [Int]
  }

  /// What has been emitted. Of most, which are scalars under the numbers of parts, there is nothing to count or to free;
  /// in the place of any other stands a number whose complement tells the place among those that are kept whole.
  private var kept: [EmittedScalar] = []
  private var whole: [Emission] = []
  /// Whether some outcome may look at what has been emitted. Else only the values are kept that hold more than
  /// themselves, for what a world holds is counted.
  private let keepsEmissions: Bool
  private var emissionCount = 0
  var reports: [Report] = []
  private(set) var states: [State] = []
  private(set) var receipts: [Receipt] = []
  private(set) var calls: [Call] = []
  /// The reactors whose states have ended.
  private(set) var ends: [Int] = []
  /// How often each derived cell was evaluated since the world began, but by the graph itself.
  var cellRuns: [Int]
  /// How often each computation ran since the world began.
  var computationRuns: [Int]
  /// The size of all that was emitted, in bytes or so.
  private(set) var size = 0

  init(cells: Int, computations: Int, keepsEmissions: Bool) {
    self.keepsEmissions = keepsEmissions
    cellRuns = Array(repeating: 0, count: cells)
    computationRuns = Array(repeating: 0, count: computations)
  }

  /// - Parameter cellRuns: how often all cells have been evaluated; nil where run counts are not wanted.
  func mark(cellRuns: [Int]?) -> Mark {
    Mark(
      emissions: emissionCount, reports: reports.count, states: states.count,
      receipts: receipts.count, calls: calls.count, ends: ends.count,
      cellRuns: cellRuns ?? [], computationRuns: cellRuns == nil ? [] : computationRuns)
  }

  /// What an emission takes besides what its value holds.
  static let emissionSize = 32

  /// - Parameter measure: The value's.
  mutating func emit(_ channel: String, _ value: Value, _ measure: Measure) {
    emissionCount += 1
    if keepsEmissions { kept.append(EmittedScalar(number: ~whole.count, scalar: .null)) }
    if keepsEmissions || ScalarValue(value) == nil {
      whole.append(Emission(channel: channel, value: value))
    }
    size += StepLog.emissionSize + measure.text + measure.elements * 24
  }

  /// Takes the runs of computations out of the graph's row, each of which has emitted a scalar or a short text.
  /// - Parameter note: is told of these.
  mutating func takeRuns(
    from graph: Graph, of parts: PartTable,
    note: (_ row: ArraySlice<EmittedScalar>, _ texts: [EmittedText]) -> Void
  ) {
    let first = kept.count
    let texts = graph.moveEmitted(to: &kept)
    for place in first..<kept.count { computationRuns[kept[place].number] += 1 }
    size += StepLog.emissionSize * (kept.count - first)
    emissionCount += kept.count - first
    note(kept[first...], texts)
    for text in texts {
      let place = first + text.place
      size += text.text.measure.text
      let channel = parts[kept[place].number]
      kept[place] = EmittedScalar(number: ~whole.count, scalar: .null)
      whole.append(Emission(channel: channel, value: text.text))
    }
    if !keepsEmissions { kept.removeAll(keepingCapacity: true) }
  }

  /// The same of scalars alone that nobody wants to hear of one by one: the row is not copied where no outcome looks at
  /// it, and gone through once. Saves two thirds of what an emission costs here; walked by `MeteringTests`.
  mutating func takeScalars(from graph: Graph, noting last: inout LastEmissions) {
    let count = graph.emittedCount
    last.note(rowOf: graph, counting: &computationRuns)
    emissionCount += count
    size += StepLog.emissionSize * count
    if keepsEmissions { _ = graph.moveEmitted(to: &kept) } else { graph.dropEmitted() }
  }

  /// What has been emitted behind the first so many, by parts of these names.
  func emissions(behind count: Int, of parts: PartTable) -> [Emission] {
    precondition(keepsEmissions, "a script that looks at emissions says so")
    return kept[count...].map { emission in
      emission.number < 0
        ? whole[~emission.number]
        : Emission(channel: parts[emission.number], value: Value(emission.scalar))
    }
  }

  mutating func note(state: Value, of reactor: Int) {
    states.append(State(reactor: reactor, value: state))
  }

  mutating func receive(_ part: Int, _ action: CaseValue) {
    receipts.append(Receipt(part: part, action: action))
  }

  mutating func call(_ method: Verb.Method, _ arguments: Value) {
    calls.append(Call(method: method, arguments: arguments))
  }

  mutating func end(of reactor: Int) { ends.append(reactor) }

  /// Forgets what earlier steps caused; run counts go on.
  mutating func clear() {
    kept.removeAll(keepingCapacity: true)
    whole.removeAll(keepingCapacity: true)
    emissionCount = 0
    reports.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
    receipts.removeAll(keepingCapacity: true)
    calls.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    size = 0
  }
}

extension StepLog {
  func count(in held: inout HeldBytes) {
    held.add(bytes: 64 * (emissionCount + states.count + receipts.count + 2 * calls.count))
    for emission in whole { held.add(emission.value) }
    for state in states { held.add(state.value) }
    for receipt in receipts { held.add(receipt.action.payload) }
    for call in calls { held.add(call.arguments) }
    for report in reports { report.error.count(in: &held) }
  }
}
