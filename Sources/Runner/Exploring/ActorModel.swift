import CEL
import Scenarios

/// A model whose worlds are a row of numbers each: what its cells hold, and of its actors what they hold,
/// what they are at and what waits for them. There is one actor of each declaration.
///
/// What a turn may read and change is taken from the text of the steps, so that the same there comes to the
/// same. Of a turn of which that cannot be said the whole row counts.
struct ActorModel {
  /// What a turn may read and change, in places of a row; nil where it may be anything.
  typealias Footprint = [Int]

  // MARK: Places of a row

  /// The numbers of the cells that have values of their own, whose values come first in a row.
  let cells: [Int]
  let states: Range<Int>
  let standings: Range<Int>
  let mails: Range<Int>
  /// Where the script is, and what it has bound.
  let script: Int
  /// What the exploration itself has done to the world.
  let disturbed: Int
  /// What is to come later, by the time that is left.
  let timers: Int
  /// How many events there were, where that counts.
  let count: Int
  /// Which actors have been made, in the order of the file; and in the order in which they were.
  let made: Int
  let makings: Int
  /// The turns that are ready, in order.
  let ready: Int
  let width: Int

  // MARK: What is read

  /// By kind of actor: what its turns read and change, but for what it is at itself.
  private(set) var turns: [Footprint?] = []
  private(set) var events: [Footprint?] = []
  /// What the conditions and lists of events read.
  private(set) var conditions: [Footprint?] = []
  private(set) var steps: Footprint?
  private(set) var always: [Footprint] = []
  private(set) var sometimes: [Footprint] = []

  private var reads: ReadPlaces
  /// What those read that come into being.
  private var beginnings: Footprint?

  /// Throws why a model is none of these.
  init(_ maker: RunMaker) throws(Unfit) {
    let file = maker.tables.file
    let kinds = file.model.actors.count
    reads = ReadPlaces(file.model)
    cells = reads.cells
    states = cells.count..<cells.count + kinds
    standings = states.upperBound..<states.upperBound + kinds
    mails = standings.upperBound..<standings.upperBound + kinds
    script = mails.upperBound
    disturbed = script + 1
    timers = script + 2
    count = script + 3
    made = script + 4
    makings = script + 5
    ready = script + 6
    width = script + 7
    reads.states = states
    try ActorModel.checkParts(file)
    for cell in file.model.cells { try FlatModel.check(cell) }
    for actor in file.model.actors { try ActorModel.check(actor) }
    let facts = maker.tables.stateFacts
    if facts.readsNow { throw Unfit("a formula reads the time") }
    if facts.hasUntrackedReads { throw Unfit("something is read without being depended on") }
    for formula in file.always { always.append(try reads.places(of: formula).sorted()) }
    for formula in maker.exploration.sometimes {
      sometimes.append(try reads.places(of: formula).sorted())
    }
    addTurns(of: file.model)
    for event in maker.exploration.events { add(event) }
    steps = footprint { (model, found) throws(Unfit) in
      try model.addBeginnings(&found)
      try model.add(maker.script.steps, &found)
      if maker.script.opening != nil { throw Unfit("it has an opening") }
      found.insert(model.script)
    }
  }

  private static func checkParts(_ file: ScenarioFile) throws(Unfit) {
    for section in PartTable.Section.allCases where file.parts.count(of: section) > 0 {
      if section != .actor { throw Unfit("there are parts other than cells and actors") }
    }
    if file.model.actors.isEmpty { throw Unfit("there are no actors") }
    if file.model.actors.count > 64 { throw Unfit("there are more than 64 actors") }
  }

  private static func check(_ actor: ActorDeclaration) throws(Unfit) {
    let name = actor.name.text
    switch actor.provider {
    case .singleton, .instance: break
    case .pool: throw Unfit("\(name) is a pool")
    }
    if actor.mailbox != nil { throw Unfit("the mailbox of \(name) is limited") }
    if actor.supervision != nil || actor.parent != nil || !actor.children.isEmpty {
      throw Unfit("\(name) is supervised or supervises")
    }
    var isSpawning = false
    for reaction in actor.behaviors.flatMap(\.reactions) {
      reaction.eachStep {
        if case .spawns? = $0.verb.use { isSpawning = true }
      }
    }
    if isSpawning { throw Unfit("\(name) spawns others") }
  }

  // MARK: Footprints

  private func footprint(
    _ body: (inout ActorModel, inout Set<Int>) throws(Unfit) -> Void
  ) -> Footprint? {
    var model = self
    var found: Set<Int> = []
    do throws(Unfit) { try body(&model, &found) } catch { return nil }
    return found.sorted()
  }

  private mutating func addTurns(of file: Model) {
    // Who sends the first message to an actor makes it.
    beginnings = footprint { (model, found) throws(Unfit) in
      for (kind, actor) in file.actors.enumerated() {
        model.reads.own = model.states.lowerBound + kind
        if let state = actor.state { try model.add(.datum(state), &found) }
        if !actor.setup.isEmpty { throw Unfit("what an actor begins with may be anything") }
      }
      found.subtract(model.states)
    }
    guard let beginnings else {
      turns = file.actors.map { _ in nil }
      return
    }
    for (kind, actor) in file.actors.enumerated() {
      turns.append(
        footprint { (model, found) throws(Unfit) in
          model.reads.own = model.states.lowerBound + kind
          found.formUnion(beginnings)
          for reaction in actor.behaviors.flatMap(\.reactions) {
            switch reaction.kind {
            case .result(let datum): try model.add(.datum(datum), &found)
            case .steps(let steps), .future(let steps): try model.add(steps, &found)
            }
            if !reaction.onCancel.isEmpty { throw Unfit("it may be cancelled") }
          }
        })
    }
  }

  private func addBeginnings(_ found: inout Set<Int>) throws(Unfit) {
    guard let beginnings else { throw Unfit("what it sends to may begin with anything") }
    found.formUnion(beginnings)
  }

  private mutating func add(_ event: Exploration.Event) {
    conditions.append(
      footprint { (model, found) throws(Unfit) in
        for element in event.elements { try model.add(.datum(element.value), &found) }
        if let condition = event.condition { try model.add(.formula(condition), &found) }
      })
    events.append(
      footprint { (model, found) throws(Unfit) in
        try model.addBeginnings(&found)
        try model.add([event.step], &found)
      })
  }

  private mutating func add(_ steps: [Step], _ found: inout Set<Int>) throws(Unfit) {
    for step in steps {
      switch step.verb {
      case .check, .control(.bind), .control(.choose), .control(.loop), .control(.batch),
        .control(.interleave), .turn(.state(.set)), .turn(.event(.tell)), .turn(.event(.ask)),
        .turn(.time(.wait)), .turn(.life(.become)), .turn(.result(.returning)),
        .turn(.result(.reply)), .turn(.result(.failing)), .turn(.result(.refuse)),
        .turn(.result(.forward)):
        break
      case .advance, .control, .turn:
        throw Unfit("`\(step.keyword.text)` may read anything")
      }
      if let use = step.verb.use {
        for recipient in use.recipients {
          guard case .declared = recipient else {
            throw Unfit("what is sent to may be anything")
          }
        }
      }
      var pieces: [Piece] = []
      step.eachPiece { pieces.append($0) }
      for piece in pieces { try add(piece, &found) }
    }
  }

  private mutating func add(_ piece: Piece, _ found: inout Set<Int>) throws(Unfit) {
    var formulas: [Formula] = []
    piece.eachFormula { formulas.append($0) }
    for formula in formulas { found.formUnion(try reads.places(of: formula)) }
    switch piece {
    case .formula, .datum, .local: break
    case .read(let path): found.formUnion(try reads.places(of: path.slot))
    case .write(let assignment): found.formUnion(try reads.places(of: assignment.path.slot))
    case .steps(let steps): try add(steps, &found)
    case .channel, .computation: throw Unfit("it does more than set and send")
    }
  }
}

extension ActorDeclaration.Reaction {
  /// The steps in it, and those inside them.
  fileprivate func eachStep(_ visit: (Step) -> Void) {
    switch kind {
    case .result: break
    case .steps(let steps), .future(let steps): steps.eachDeep(visit)
    }
    onCancel.eachDeep(visit)
  }
}
