import CEL
import Scenarios

/// A model whose worlds are a row of numbers each: what its cells hold, and of its actors what they hold,
/// what they are at and what waits for them. Each declaration is one actor, or the workers of a pool.
///
/// What a turn may read and change is taken from the text of the steps, so that the same there comes to the
/// same. Of a turn of which that cannot be said the whole row counts.
struct ActorModel {
  /// What a turn may read and change.
  struct Footprint {
    /// In places of a row.
    var places: [Int] = []
    /// The pools whose workers it chooses among, by their kinds.
    var pools: [Int] = []
  }

  /// An actor that there may be.
  struct Member {
    let kind: Int
    /// Among the workers of a pool.
    let place: Int
  }

  let members: [Member]
  /// By kind, the first of its members.
  private let bases: [Int]

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
  /// Where the routers of pools are.
  let routers: Int
  /// Which actors have been made, in the order of the file, and which of them live; and the former in the
  /// order in which they were.
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
  private(set) var conditions: [[Int]?] = []
  private(set) var steps: Footprint?
  private(set) var always: [[Int]] = []
  private(set) var sometimes: [[Int]] = []

  private var reads: ReadPlaces
  /// The kinds that are pools.
  let pools: Set<Int>
  /// What those read that come into being.
  private var beginnings: Footprint?

  /// Throws why a model is none of these.
  init(_ maker: RunMaker) throws(Unfit) {
    let file = maker.tables.file
    try ActorModel.checkParts(file)
    for cell in file.model.cells { try FlatModel.check(cell) }
    for actor in file.model.actors { try ActorModel.check(actor) }
    (members, bases) = ActorModel.members(of: file.model)
    pools = Set(file.model.actors.indices.filter { file.model.actors[$0].pool != nil })
    if members.count > 64 { throw Unfit("there may be more than 64 actors") }
    reads = ReadPlaces(file.model)
    cells = reads.cells
    states = cells.count..<cells.count + members.count
    standings = states.upperBound..<states.upperBound + members.count
    mails = standings.upperBound..<standings.upperBound + members.count
    script = mails.upperBound
    disturbed = script + 1
    timers = script + 2
    count = script + 3
    routers = script + 4
    made = script + 5
    makings = script + 6
    ready = script + 7
    width = script + 8
    reads.states = bases.enumerated().map { kind, base in
      let first = states.lowerBound + base
      let count = members.count { $0.kind == kind }
      // Of one that has ended it is something else than of one that has not been made.
      return Array(first..<first + count) + [made]
    }
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
      found.places.insert(model.script)
    }
  }

  private static func checkParts(_ file: ScenarioFile) throws(Unfit) {
    for section in PartTable.Section.allCases where file.parts.count(of: section) > 0 {
      if section != .actor { throw Unfit("there are parts other than cells and actors") }
    }
    if file.model.actors.isEmpty { throw Unfit("there are no actors") }
  }

  private static func members(of model: Model) -> (members: [Member], bases: [Int]) {
    var members: [Member] = []
    var bases: [Int] = []
    for (kind, actor) in model.actors.enumerated() {
      bases.append(members.count)
      // Far more than there may be are not counted.
      for place in 0..<min(actor.pool ?? 1, 1_000) {
        members.append(Member(kind: kind, place: place))
      }
    }
    return (members, bases)
  }

  func members(of kind: Int) -> Range<Int> {
    bases[kind]..<(kind + 1 < bases.count ? bases[kind + 1] : members.count)
  }

  func member(_ actor: ActorRun) -> Int { bases[actor.kind.index] + (actor.place ?? 0) }

  private static func check(_ actor: ActorDeclaration) throws(Unfit) {
    let name = actor.name.text
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

  private struct Found {
    var places: Set<Int> = []
    var pools: Set<Int> = []

    mutating func add(_ footprint: Footprint) {
      places.formUnion(footprint.places)
      pools.formUnion(footprint.pools)
    }
  }

  private func footprint(
    _ body: (inout ActorModel, inout Found) throws(Unfit) -> Void
  ) -> Footprint? {
    var model = self
    var found = Found()
    do throws(Unfit) { try body(&model, &found) } catch { return nil }
    return Footprint(places: found.places.sorted(), pools: found.pools.sorted())
  }

  private mutating func addTurns(of file: Model) {
    // Who sends the first message to an actor makes it.
    beginnings = footprint { (model, found) throws(Unfit) in
      for (kind, actor) in file.actors.enumerated() {
        model.reads.own = model.states.lowerBound + model.bases[kind]
        if let state = actor.state { try model.add(.datum(state), &found) }
        if !actor.setup.isEmpty { throw Unfit("what an actor begins with may be anything") }
      }
      found.places.subtract(model.states)
    }
    turns = members.map { member in
      footprint { (model, found) throws(Unfit) in
        try model.addBeginnings(&found)
        model.reads.own = model.states.lowerBound + model.bases[member.kind] + member.place
        for reaction in file.actors[member.kind].behaviors.flatMap(\.reactions) {
          switch reaction.kind {
          case .result(let datum): try model.add(.datum(datum), &found)
          case .steps(let steps), .future(let steps): try model.add(steps, &found)
          }
          if !reaction.onCancel.isEmpty { throw Unfit("it may be cancelled") }
        }
      }
    }
  }

  private func addBeginnings(_ found: inout Found) throws(Unfit) {
    guard let beginnings else { throw Unfit("what it sends to may begin with anything") }
    found.add(beginnings)
  }

  private mutating func add(_ event: Exploration.Event) {
    let condition = footprint { (model, found) throws(Unfit) in
      for element in event.elements { try model.add(.datum(element.value), &found) }
      if let condition = event.condition { try model.add(.formula(condition), &found) }
    }
    conditions.append(condition?.places)
    events.append(
      footprint { (model, found) throws(Unfit) in
        try model.addBeginnings(&found)
        try model.add([event.step], &found)
      })
  }

  private mutating func add(_ steps: [Step], _ found: inout Found) throws(Unfit) {
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
          switch recipient {
          case .declared(let actor):
            if pools.contains(actor.number) {
              found.pools.insert(actor.number)
              found.places.insert(routers)
            }
          // One that there is.
          case .local: break
          case .numbered, .computed: throw Unfit("what is sent to may be anything")
          }
        }
      }
      var pieces: [Piece] = []
      step.eachPiece { pieces.append($0) }
      for piece in pieces { try add(piece, &found) }
    }
  }

  private mutating func add(_ piece: Piece, _ found: inout Found) throws(Unfit) {
    var formulas: [Formula] = []
    piece.eachFormula { formulas.append($0) }
    for formula in formulas { found.places.formUnion(try reads.places(of: formula)) }
    switch piece {
    case .formula, .datum, .local: break
    case .read(let path): found.places.formUnion(try reads.places(of: path.slot))
    case .write(let assignment): found.places.formUnion(try reads.places(of: assignment.path.slot))
    case .steps(let steps): try add(steps, &found)
    case .channel, .computation: throw Unfit("it does more than set and send")
    }
  }
}

extension ActorDeclaration {
  /// How many workers it is; nil where it is one actor.
  fileprivate var pool: Int? {
    if case .pool(let size) = provider { size } else { nil }
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
