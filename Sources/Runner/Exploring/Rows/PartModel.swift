import CEL
import Scenarios

/// A model whose worlds are a row of numbers each: what its cells hold, and of its actors, reactors, stores
/// and services what they hold, what they are at and what waits for them. Each declaration of an actor is
/// one, or the workers of a pool.
///
/// What a turn may read and change is taken from the text of the steps, so that the same there comes to the
/// same. Of a turn of which that cannot be said the whole row counts.
struct PartModel {
  /// What a turn may read and change.
  struct Footprint {
    /// In places of a row.
    var places: [Int] = []
    /// The pools whose workers it chooses among, by their kinds.
    var pools: [Int] = []
    /// The reactors, stores and services that it may have at work.
    var units: [Int] = []
    /// The members to which steps with `after` may send.
    var receivers: [Int] = []
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
  /// The reactors, then the stores, then the services: behind the members, each is a unit too.
  let parts: [Owner]

  // MARK: Places of a row

  /// The numbers of the cells that have values of their own, whose values come first in a row.
  let cells: [Int]
  /// Of each unit what it holds, and what it is at.
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
  /// What was emitted last, what watches what, what derived cells hold that are watched, and the script's faults
  /// that wait for their messages, of which whoever sends may take one: all that any turn may read and change.
  let graph: Int
  /// Which actors have been made, in the order of the file, and which of them live; and the former in the
  /// order in which they were.
  let made: Int
  let makings: Int
  /// The turns that are ready, in order.
  let ready: Int
  let width: Int

  // MARK: What is read

  /// By unit: what its turns read and change, but for what it is at itself.
  private(set) var turns: [Footprint?] = []
  /// By unit: what its steps with `after` read and change when their time comes, but for what they are at
  /// who are sent to; nil where that may be anything.
  private(set) var delayedEvents: [Footprint?] = []
  private(set) var events: [Footprint?] = []
  /// What the conditions and lists of events read.
  private(set) var conditions: [[Int]?] = []
  private(set) var steps: Footprint?
  /// What the threads of the script do, where it has but one `interleave`.
  private(set) var threads: [Footprint?] = []
  private(set) var always: [[Int]] = []
  private(set) var sometimes: [[Int]] = []

  /// Whether it is known of all that the script and events do what they read.
  var isKnown: Bool { steps != nil && events.allSatisfy { $0 != nil } }

  private var reads: ReadPlaces
  /// The kinds that are pools.
  let pools: Set<Int>
  /// What those read that come into being.
  private var beginnings: Footprint?

  /// Throws why a model is none of these.
  init(_ maker: RunMaker) throws(Unfit) {
    let file = maker.tables.file
    try PartModel.checkParts(file)
    for cell in file.model.cells { try FlatModel.check(cell) }
    for actor in file.model.actors { try PartModel.check(actor) }
    (members, bases) = PartModel.members(of: file.model)
    parts = PartModel.parts(of: file.model)
    pools = Set(file.model.actors.indices.filter { file.model.actors[$0].pool != nil })
    let units = members.count + parts.count
    if units > 64 { throw Unfit("there may be more than 64 actors and other parts") }
    reads = ReadPlaces(file.model)
    cells = reads.cells
    states = cells.count..<cells.count + units
    standings = states.upperBound..<states.upperBound + units
    mails = standings.upperBound..<standings.upperBound + members.count
    script = mails.upperBound
    disturbed = script + 1
    timers = script + 2
    count = script + 3
    routers = script + 4
    graph = script + 5
    made = script + 6
    makings = script + 7
    ready = script + 8
    width = script + 9
    for (number, part) in parts.enumerated() {
      let unit = members.count + number
      // Of a store what it presents can be read too.
      reads.parts[part.slot] = [states.lowerBound + unit, standings.lowerBound + unit]
    }
    reads.states = bases.enumerated().map { kind, base in
      let first = states.lowerBound + base
      let count = members.count { $0.kind == kind }
      // Of one that has ended it is something else than of one that has not been made.
      return Array(first..<first + count) + [made]
    }
    reads.emissions = graph
    if !maker.tables.heldCells.isEmpty { throw Unfit("a derived cell keeps what it has held") }
    let facts = maker.tables.stateFacts
    if facts.readsNow { throw Unfit("a formula reads the time") }
    if facts.hasUntrackedReads { throw Unfit("something is read without being depended on") }
    for formula in file.always { always.append(try reads.places(of: formula).sorted()) }
    for formula in maker.exploration.sometimes {
      sometimes.append(try reads.places(of: formula).sorted())
    }
    try addParts(of: file.model, in: maker.script.scenario)
    addTurns(of: file.model)
    delayedEvents = turns.map { delayedEvents(of: $0) }
    for event in maker.exploration.events { add(event) }
    steps = footprint(ofScript: maker.script.steps, in: maker)
    var interleaved: [[ControlVerb.Thread]] = []
    maker.script.steps.eachDeep {
      if case .control(.interleave(let threads)) = $0.verb { interleaved.append(threads) }
    }
    if steps != nil, interleaved.count == 1 {
      threads = interleaved[0].map { footprint(ofScript: $0.steps, in: maker) }
    }
  }

  /// What steps of the script read and change, but for where that is and what it has bound.
  private func footprint(ofScript steps: [Step], in maker: RunMaker) -> Footprint? {
    footprint { (model, found) throws(Unfit) in
      try model.addBeginnings(&found)
      model.reads.script = model.script
      try model.add(steps, &found)
      if maker.script.opening != nil { throw Unfit("it has an opening") }
      found.places.remove(model.script)
    }
  }

  /// What a thread of the script does.
  func footprint(ofThread number: Int) -> Footprint? {
    threads.isEmpty ? steps : threads[number]
  }

  /// What a step with `after` sends comes to its receiver in the same turn, which may be the receiver's too.
  private func delayedEvents(of turn: Footprint?) -> Footprint? {
    guard let turn else { return nil }
    var found = Found(turn)
    for receiver in turn.receivers {
      guard let other = turns[receiver] else { return nil }
      found.add(Found(other))
      found.places.insert(mails.lowerBound + receiver)
    }
    return Footprint(found)
  }

  private static func checkParts(_ file: ScenarioFile) throws(Unfit) {
    if file.parts.count(of: .computation) > 0 { throw Unfit("there are computations") }
  }

  private static func parts(of model: Model) -> [Owner] {
    model.reactors.indices.map { .reactor($0) } + model.stores.indices.map { .store($0) }
      + model.services.indices.map { .service($0) }
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

  /// The unit that a reactor, a store or a service is.
  func unit(_ part: Owner) -> Int { members.count + parts.firstIndex(of: part)! }

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

  fileprivate struct Found {
    var places: Set<Int> = []
    var pools: Set<Int> = []
    /// Those of the places that are written.
    var written: Set<Int> = []
    var units: Set<Int> = []
    var receivers: Set<Int> = []

    init() {}

    init(_ footprint: Footprint) {
      places = Set(footprint.places)
      pools = Set(footprint.pools)
      units = Set(footprint.units)
      receivers = Set(footprint.receivers)
    }

    mutating func add(_ other: Found) {
      places.formUnion(other.places)
      pools.formUnion(other.pools)
      written.formUnion(other.written)
      units.formUnion(other.units)
      receivers.formUnion(other.receivers)
    }
  }

  /// What a part does by itself, by its unit; nil where that may be anything.
  private var own: [Int: Found] = [:]
  /// What reactors watch.
  private var watches: [(unit: Int, places: Set<Int>)] = []

  private func footprint(
    _ body: (inout PartModel, inout Found) throws(Unfit) -> Void
  ) -> Footprint? {
    var model = self
    var found = Found()
    do throws(Unfit) {
      try body(&model, &found)
      try close(&found)
    } catch {
      return nil
    }
    return Footprint(found)
  }

  /// Takes in what is done by the parts that are set to work, and by those that watch what is written.
  private func close(_ found: inout Found) throws(Unfit) {
    var closed: Set<Int> = []
    while true {
      for (unit, places) in watches where !places.isDisjoint(with: found.written) {
        found.units.insert(unit)
        found.places.formUnion(places)
      }
      guard let unit = found.units.subtracting(closed).min() else { return }
      closed.insert(unit)
      guard let own = own[unit] else { throw Unfit("a part that it uses may read anything") }
      found.add(own)
      found.places.formUnion([states.lowerBound + unit, standings.lowerBound + unit])
      found.written.insert(states.lowerBound + unit)
    }
  }

  private mutating func addParts(of file: Model, in scenario: Scenario) throws(Unfit) {
    for part in parts {
      var pieces: [Piece] = []
      switch part {
      case .actor, .script: break
      case .reactor(let index): file.reactors[index].eachPiece { pieces.append($0) }
      case .store(let index):
        file.stores[index].eachPiece { pieces.append($0) }
        for parcel in file.parcels { parcel.eachPiece { pieces.append($0) } }
      case .service(let index):
        file.services[index].eachPiece { pieces.append($0) }
        var service = file.services[index]
        service.methods = scenario.methods.filter { $0.service == index }.map(\.method)
        service.eachPiece { pieces.append($0) }
      }
      let unit = unit(part)
      var model = self
      model.reads.own = states.lowerBound + unit
      var found = Found()
      do throws(Unfit) {
        for piece in pieces {
          try model.add(piece, &found)
        }
        own[unit] = found
      } catch {}
    }
    for (index, reactor) in file.reactors.enumerated() {
      for path in reactor.transform.watched {
        watches.append((unit(.reactor(index)), try reads.places(of: path.slot)))
      }
    }
  }

  private mutating func addTurns(of file: Model) {
    // Who sends the first message to an actor makes it.
    beginnings = footprint { (model, found) throws(Unfit) in
      for (kind, actor) in file.actors.enumerated() {
        model.reads.own = model.states.lowerBound + model.bases[kind]
        if let state = actor.state { try model.add(.datum(state), &found) }
        if !actor.setup.isEmpty { throw Unfit("what an actor begins with may be anything") }
      }
      found.places.subtract(model.states.lowerBound..<model.states.lowerBound + model.members.count)
    }
    turns = members.map { member in
      footprint { (model, found) throws(Unfit) in
        try model.addBeginnings(&found)
        model.reads.own = model.states.lowerBound + model.bases[member.kind] + member.place
        for reaction in file.actors[member.kind].behaviors.flatMap(\.reactions) {
          try model.add(reaction.kind.piece, &found)
          if !reaction.onCancel.isEmpty { throw Unfit("it may be cancelled") }
        }
      }
    }
    turns += parts.map { part in
      footprint { (model, found) throws(Unfit) in
        try model.addBeginnings(&found)
        found.units.insert(model.unit(part))
      }
    }
  }

  /// What every turn may read and change: what those begin with whom it makes, and the graph.
  private func addBeginnings(_ found: inout Found) throws(Unfit) {
    guard let beginnings else { throw Unfit("what it sends to may begin with anything") }
    found.places.formUnion(beginnings.places)
    found.pools.formUnion(beginnings.pools)
    found.places.insert(graph)
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
        .control(.interleave), .turn(.state(.set)), .turn(.time(.wait)), .turn(.life(.become)),
        .turn(.result(.returning)), .turn(.result(.reply)), .turn(.result(.failing)),
        .turn(.result(.refuse)), .turn(.result(.forward)), .turn(.result(.mutation)),
        .turn(.result(.emit)):
        break
      case .turn(.event(.stub)): throw Unfit(readsAnythingIn: step)
      case .turn(.event(let verb)):
        switch verb.receiver {
        case .reactor(let reactor): found.units.insert(unit(.reactor(reactor.number)))
        case .store(let store): found.units.insert(unit(.store(store.number)))
        case .service(let service): found.units.insert(unit(.service(service.number)))
        case .actor: break
        }
      case .advance, .control, .turn: throw Unfit(readsAnythingIn: step)
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
      if step.delay != nil { [step].eachDeep { found.receivers.formUnion(receivers(of: $0)) } }
      var pieces: [Piece] = []
      step.eachPiece { pieces.append($0) }
      for piece in pieces { try add(piece, &found) }
    }
  }

  /// The members to which a step may send.
  private func receivers(of step: Step) -> [Int] {
    (step.verb.use?.recipients ?? []).flatMap { recipient in
      switch recipient {
      case .declared(let actor): members(of: actor.number)
      // `self` is known to be one of its kind; `sender` may be anybody.
      case .local(let local): local.kind.map { members(of: $0) } ?? members.indices
      case .numbered, .computed: members.indices
      }
    }
  }

  private mutating func add(_ piece: Piece, _ found: inout Found) throws(Unfit) {
    var formulas: [Formula] = []
    piece.eachFormula { formulas.append($0) }
    for formula in formulas { found.places.formUnion(try reads.places(of: formula)) }
    switch piece {
    // What was emitted last is read by all.
    case .formula, .datum, .local, .channel: break
    case .read(let path): found.places.formUnion(try reads.places(of: path.slot))
    case .write(let assignment):
      let places = try reads.places(of: assignment.path.slot)
      found.places.formUnion(places)
      found.written.formUnion(places)
    case .steps(let steps): try add(steps, &found)
    case .computation: throw Unfit("it makes a computation")
    }
  }
}

extension PartModel.Footprint {
  fileprivate init(_ found: PartModel.Found) {
    self.init(
      places: found.places.sorted(), pools: found.pools.sorted(), units: found.units.sorted(),
      receivers: found.receivers.sorted())
  }
}

extension Owner {
  /// How the state is read.
  fileprivate var slot: Slot {
    switch self {
    case .actor(let index): .actor(index)
    case .reactor(let index): .reactor(index)
    case .store(let index): .store(index)
    case .service(let index): .service(index)
    case .script: .now
    }
  }
}

extension Transform {
  /// What some operator waits for the changes of.
  fileprivate var watched: [Path] {
    (action + mutation + state).flatMap(\.operands).compactMap { operand in
      if case .place(let path) = operand { path } else { nil }
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

extension Unfit {
  fileprivate init(readsAnythingIn step: Step) {
    self.init("`\(step.keyword.text)` may read anything")
  }
}
