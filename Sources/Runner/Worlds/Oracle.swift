import CEL
import Reactor
import Scenarios
import Values

/// Compares what the graph gives with full recomputation: whatever anybody is given of a derived cell,
/// and behind each flush what every observed one holds and every computation of a formula has emitted
/// last, must be what the formulas give that are evaluated anew from the inputs. It leaves no trace.
///
/// Cells that keep back what their formulas give (by a cutoff of their own, or since they do not hear of
/// all that they read) are taken as they are.
final class Oracle: DerivedReader {
  /// What a formula gives anew.
  private enum Known {
    case value(Value)
    case failure
    /// It went beyond a limit, or reads itself, or hangs on a cell of which it cannot be said.
    case unknown
  }

  private unowned let world: World
  private let formulas: [Formula?]
  /// Of computations, by their names.
  private let computations: TextTable<(number: Int, formula: Formula)>
  /// Those of them under whose names somebody else has emitted last: that says nothing of their formulas.
  private var spokenFor: Set<Int> = []
  /// Told what differs. By default that ends the tool: it is a mistake of nobody else.
  var onDifference: (String) -> Void = { fatalError($0) }
  /// How often it has compared.
  private(set) var count = 0
  /// How often it has evaluated a cell's formula.
  private(set) var evaluationCount = 0

  /// By the numbers of derived cells, as long as nothing changes: or what hangs on a chain of cells would cost the
  /// chain at each of them.
  private var known: [Int: Known] = [:]
  /// The number of changes of which that is known.
  private var changeCount = 0
  /// Whether what is known hangs on more than what has been touched: on what the graph holds, which changes within
  /// a flush too, on a limit, or on where a circle was entered.
  private var isFragile: Bool
  private let hasHeldCells: Bool
  private var open: Set<Int> = []
  /// Whether what is being evaluated hangs on something unknown.
  private var hasUnknown = false

  /// - Parameter model: The model whose formulas are the right ones.
  init(_ world: World, _ model: Model) {
    self.world = world
    let isUnheard = world.tables.stateFacts.hasUntrackedReads
    var computations: TextTable<(number: Int, formula: Formula)> = [:]
    for (number, computation) in model.computations.enumerated() {
      guard case .formula(let formula) = computation.body else { continue }
      let slots = formula.program.slots.map { Slot(number: $0) }
      // What is the first run's alone is not asked again.
      if isUnheard || formula.program.readsUntracked || slots.contains(where: \.isLocal) {
        continue
      }
      computations[computation.name.text] = (number, formula)
    }
    self.computations = computations
    let held = Set(world.tables.heldCells)
    hasHeldCells = !held.isEmpty
    isFragile = hasHeldCells
    formulas = model.cells.enumerated().map { index, cell in
      guard case .derived(let formula) = cell.source, !held.contains(index) else { return nil }
      return formula
    }
  }

  /// A part has emitted, or somebody else on the channel of its name.
  func note(emissionOf part: Int, isOwn: Bool) {
    if isOwn { spokenFor.remove(part) } else { spokenFor.insert(part) }
  }

  /// Somebody is given a derived cell, or a part of it.
  func compare(_ index: Int, _ path: [String], with given: Resolution) {
    lookAnew {
      switch (anew(index), given) {
      case (.unknown, _), (.failure, .failure), (.failure, .abort): return
      case (.value(let value), .failure), (.value(let value), .abort): differ(index, "fails", value)
      case (.failure, .value), (.failure, .missing):
        differ(index, "has a value, and its formula fails anew")
      case (.value(let value), .value(let given)):
        guard case .value(let part) = Resolution.walk(value, path), part.isIdentical(to: given)
        else { return differ(index, "is read as \(given.brief)", value) }
      case (.value(let value), .missing):
        if case .value = Resolution.walk(value, path) { differ(index, "lacks a property", value) }
      }
    }
  }

  /// Behind a flush.
  func compareAll() {
    lookAnew {
      for index in formulas.indices {
        guard let held = world.settledValue(index) else { continue }
        switch anew(index) {
        case .unknown: break
        case .failure: differ(index, "holds \(held.brief), and its formula fails anew")
        case .value(let value):
          if !value.isIdentical(to: held) { differ(index, "holds \(held.brief)", value) }
        }
      }
      if !computations.isEmpty { compareComputations() }
    }
  }

  private func compareComputations() {
    for standing in world.graph.computations where !standing.isInvalid {
      guard let (number, formula) = computations[standing.label], !spokenFor.contains(number)
      else { continue }
      hasUnknown = false
      guard let value = try? world.evaluate(formula, in: world.bare), !hasUnknown else { continue }
      let last = world.lastEmission(of: number)
      if !value.isIdentical(to: last) {
        onDifference(
          "the oracle: the computation \(standing.label) has emitted \(last.brief) last, and its formula gives \(value.brief) anew"
        )
      }
    }
  }

  private func differ(_ index: Int, _ words: String, _ anew: Value) {
    differ(index, "\(words), and its formula gives \(anew.brief) anew")
  }

  private func differ(_ index: Int, _ words: String) {
    onDifference("the oracle: the cell \(world.model.cells[index].name.text) \(words)")
  }

  // MARK: Anew

  /// Looks without being noticed: nothing is tracked, and no budget is spent.
  private func lookAnew(_ body: () -> Void) {
    count += 1
    let (limits, memory, left) = (world.limits, world.memory, world.explanationsLeft)
    let reader = world.reader
    world.reader = self
    world.explanationsLeft = 0
    if isFragile || changeCount != world.touches.changeCount {
      known = [:]
      isFragile = hasHeldCells
      changeCount = world.touches.changeCount
    }
    world.graph.nonreactive(body)
    world.reader = reader
    (world.limits, world.memory, world.explanationsLeft) = (limits, memory, left)
  }

  func scalar(_ index: Int) -> ScalarValue? { nil }

  func read(_ index: Int, _ path: [String]) -> Resolution {
    switch anew(index) {
    case .value(let value): return Resolution.walk(value, path)
    case .failure: return .failing(RunError(.explicitFail, "it fails", at: nil))
    case .unknown:
      hasUnknown = true
      return .failing(RunError(.explicitFail, "it is not known", at: nil))
    }
  }

  private func anew(_ index: Int) -> Known {
    if let known = known[index] { return known }
    let result = workOut(index)
    if case .unknown = result { isFragile = true }
    known[index] = result
    return result
  }

  private func workOut(_ index: Int) -> Known {
    let held = world.settledValue(index)
    guard let formula = formulas[index] else { return held.map { .value($0) } ?? .unknown }
    // What reads itself fails where it is come to the second time, and a formula may do without that: which one hangs
    // on where the circle was entered.
    guard open.insert(index).inserted else { return .unknown }
    let before = hasUnknown
    hasUnknown = false
    defer {
      open.remove(index)
      hasUnknown = before
    }
    evaluationCount += 1
    do throws(RunError) {
      let value = try world.evaluate(formula, in: world.bare)
      if hasUnknown { return .unknown }
      // Where the two are the same, the graph has kept the one that it had.
      if let held, held.isIdentical(to: value) { return .value(held) }
      return .value(world.held(value, by: index))
    } catch {
      return hasUnknown || error.isBeyond ? .unknown : .failure
    }
  }
}

extension Slot {
  fileprivate var isLocal: Bool { localNumber != nil }
}

extension RunError {
  /// Whether a limit was reached, which another way of evaluating may reach earlier or later.
  var isBeyond: Bool { isLimit || kind == .budget || code == .tooDeep }
}

/// Gives what derived cells hold in the graph's place.
protocol DerivedReader: AnyObject {
  func read(_ index: Int, _ path: [String]) -> Resolution

  /// The same where it is a scalar; nil where that is not so, or not to be said at once.
  func scalar(_ index: Int) -> ScalarValue?
}
