import CEL
import Scenarios

/// What formulas read, by their texts and by those of the derived cells that stand in them: places in a
/// table of what cells hold, and behind those of what actors have as their states.
struct ReadPlaces {
  /// The numbers of the cells that have values of their own; a place is a number of this list.
  let cells: [Int]
  /// Where that stands which the states of actors are told by, by the numbers of their kinds; nil where
  /// none is to be read.
  var states: [[Int]]?
  /// Where the states of reactors, stores and services stand.
  var parts: [Slot: Set<Int>] = [:]
  /// Where the state stands that belongs to whoever evaluates.
  var own: Int?

  /// Where it stands what a script has bound, where the script reads.
  var script: Int?
  /// Where it stands what parts have emitted last.
  var emissions: Int?

  private let model: Model
  private var places: [Int: Int] = [:]
  /// By the numbers of derived cells, what they read in the end.
  private var derived: [Int: Set<Int>] = [:]

  init(_ model: Model) {
    self.model = model
    cells = model.cells.indices.filter { !model.cells[$0].source.isDerived }
    for (place, cell) in cells.enumerated() { places[cell] = place }
  }

  /// Throws where a formula reads something else.
  mutating func places(of formula: Formula) throws(Unfit) -> Set<Int> {
    var found: Set<Int> = []
    for slot in formula.program.slots {
      found.formUnion(try places(of: Slot(number: slot)))
    }
    // Below the name of a part stands also what it has emitted.
    if let emissions, formula.program.accesses.contains(where: { $0.path.first == "emitted" }) {
      found.insert(emissions)
    }
    return found
  }

  mutating func places(of slot: Slot) throws(Unfit) -> Set<Int> {
    switch slot {
    case .local: return []
    case .cell(let number): return try places(ofCell: number)
    case .now: throw Unfit("a formula reads the time")
    case .own:
      guard let own else { throw Unfit("a formula reads what is no cell") }
      return [own]
    case .actor(let number):
      guard let states else { throw Unfit("a formula reads what is no cell") }
      // Of one that has not been made that is what it would begin with.
      var found = Set(states[number])
      for formula in model.actors[number].state?.formulas ?? [] {
        found.formUnion(try places(of: formula))
      }
      return found
    case .reactor, .store, .service:
      guard let found = parts[slot] else { throw Unfit("a formula reads what is no cell") }
      return found
    case .promise:
      guard let script else { throw Unfit("a formula reads what is no cell") }
      return [script]
    case .computation, .member, .reference, .emitted, .it, .addressed:
      throw Unfit(
        states == nil
          ? "a formula reads what is no cell" : "a formula reads what is no cell and no state")
    }
  }

  private mutating func places(ofCell number: Int) throws(Unfit) -> Set<Int> {
    guard case .derived(let formula) = model.cells[number].source else { return [places[number]!] }
    if let known = derived[number] { return known }
    // Until it is known: one that reads itself fails whatever else it reads.
    derived[number] = []
    let found = try places(of: formula)
    derived[number] = found
    return found
  }
}

extension Datum {
  fileprivate var formulas: [Formula] {
    var formulas: [Formula] = []
    eachFormula { formulas.append($0) }
    return formulas
  }
}
