import CEL
import Values

/// Walks over a model and collects the nodes and edges of its graph.
struct ModelGraphBuilder {
  private struct Ends: Hashable {
    let from: Int
    let to: Int
    let kind: ModelGraph.Edge.Relation
  }

  private let parts: PartTable
  private(set) var nodes: [ModelGraph.Node] = []
  private(set) var edges: [ModelGraph.Edge] = []
  /// The nodes of all parts but parcels, by what formulas and paths know them by.
  private var slots: [Slot: Int] = [:]
  /// The same by name: for what is emitted to, and for verbs, whose names are those of parts.
  private var places: TextTable<Int> = [:]
  private var parcels: TextTable<Int> = [:]
  private var channels: TextTable<Int> = [:]
  private var edgePlaces: [Ends: Int] = [:]
  /// The labels of each edge, to be asked for.
  private var labels: [TextSet] = []
  /// Whether what is walked over is done under a condition alone.
  private var isConditional = false

  init(_ parts: PartTable) { self.parts = parts }

  // MARK: Nodes

  mutating func addNodes(_ model: Model) {
    for (number, cell) in model.cells.enumerated() {
      switch cell.source {
      case .input(let datum): add(.cell, cell.name, datum.brief, .cell(number))
      case .derived(let formula):
        add(.derived, cell.name, "= \(formula.text)", .cell(number))
      }
    }
    for computation in model.computations { add(computation) }
    for (number, reactor) in model.reactors.enumerated() {
      add(.reactor, reactor.name, reactor.actionNames.list, .reactor(number))
    }
    for (number, store) in model.stores.enumerated() {
      add(.store, store.name, store.own.reducers.map(\.name).list, .store(number))
    }
    for parcel in model.parcels {
      parcels[parcel.name.text] = nodes.count
      nodes.append(
        .init(
          .parcel, parcel.name.text, detail: parcel.own.reducers.map(\.name).list,
          at: parcel.name.span))
    }
    for (number, actor) in model.actors.enumerated() {
      var kind = ModelGraph.Node.Part.actor
      if case .pool = actor.provider { kind = .pool }
      let messages = actor.behaviors.flatMap(\.reactions).map(\.message)
      add(kind, actor.name, messages.list, .actor(number))
    }
    for (number, service) in model.services.enumerated() {
      add(.service, service.name, service.methods.map(\.name).list, .service(number))
    }
  }

  private mutating func add(
    _ kind: ModelGraph.Node.Part, _ name: Name, _ detail: String, _ slot: Slot
  ) {
    slots[slot] = nodes.count
    places[name.text] = nodes.count
    nodes.append(.init(kind, name.text, detail: detail, at: name.span))
  }

  /// Gives its place; one of that name is not added twice.
  @discardableResult
  private mutating func add(_ computation: ComputationDeclaration) -> Int {
    let slot = Slot.computation(computation.number)
    if let place = places[computation.name.text] {
      slots[slot] = place
      return place
    }
    var detail = ""
    if case .formula(let formula) = computation.body { detail = "= \(formula.text)" }
    add(.computation, computation.name, detail, slot)
    return nodes.count - 1
  }

  // MARK: Edges

  mutating func addEdges(_ model: Model) {
    model.eachDeclaration { part in
      switch part {
      case .computation(let computation): walk(computation, within: nil)
      case .cell(let cell): walk(part.eachPiece, as: owner(cell.name))
      case .reactor(let reactor): walk(part.eachPiece, as: owner(reactor.name))
      case .store(let store):
        let owner = owner(store.name)
        connect(owner, store.own.parcels)
        walk(part.eachPiece, as: owner)
      case .parcel(let parcel):
        guard let node = parcels[parcel.name.text] else { return }
        connect(node, parcel.own.parcels)
        walk(part.eachPiece, as: node)
      case .actor(let actor):
        let owner = owner(actor.name)
        for child in actor.children {
          if let place = node(of: .actor(child.number)) {
            connect(owner, place, .supervises, nil)
          }
        }
        walk(part.eachPiece, as: owner)
      case .service(let service): walk(part.eachPiece, as: owner(service.name))
      }
    }
    dropWhatIsReadAnyway()
  }

  /// What is read in any case is not read only under a condition as well.
  private mutating func dropWhatIsReadAnyway() {
    edges = edges.compactMap { edge in
      let ends = Ends(from: edge.from, to: edge.to, kind: .reads)
      guard edge.kind == .mayRead, let place = edgePlaces[ends] else { return edge }
      let always = labels[place]
      var rest = edge
      rest.labels.removeAll(where: always.contains)
      return always.isEmpty || rest.labels.isEmpty ? nil : rest
    }
  }

  /// The node of who is being walked over.
  private func owner(_ name: Name) -> Int { places[name.text] ?? 0 }

  private mutating func connect(_ node: Int, _ uses: [ParcelUse]) {
    for use in uses {
      guard let parcel = parcels[use.parcel.text] else { continue }
      let label = use.place.focus?.text ?? use.place.prefix?.text
      connect(node, parcel, .holds, label)
    }
  }

  private mutating func walk(_ computation: ComputationDeclaration, within parent: Int?) {
    let node = add(computation)
    if let parent { connect(parent, node, .makes, nil) }
    walk(computation.eachPiece, as: node)
  }

  /// Pieces are collected first, since whoever gives them must not be changed meanwhile.
  private mutating func walk(_ pieces: ((Piece) -> Void) -> Void, as owner: Int) {
    var all: [Piece] = []
    pieces { all.append($0) }
    for piece in all { walk(piece, owner) }
  }

  private mutating func walk(_ piece: Piece, _ owner: Int) {
    piece.eachFormula { read($0, owner) }
    switch piece {
    case .formula, .datum, .local: break
    case .read(let path):
      read(path.slot, path.properties, isConditional ? .mayRead : .reads, owner)
    case .write(let assignment):
      if let place = node(of: assignment.path.slot) { connect(owner, place, .sets, nil) }
    case .channel(let name): emit(name.text, owner)
    case .steps(let steps): for step in steps { walk(step, owner) }
    case .computation(let computation): walk(computation, within: owner)
    }
  }

  private mutating func walk(_ step: Step, _ owner: Int) {
    if let use = step.verb.use { connect(use, owner) }
    var pieces: [Piece] = []
    step.eachPiece { pieces.append($0) }
    let unconditional = step.verb.unconditionalSteps
    var count = 0
    for piece in pieces {
      let before = isConditional
      if case .steps = piece {
        isConditional = isConditional || count >= unconditional
        count += 1
      }
      walk(piece, owner)
      isConditional = before
    }
  }

  private mutating func read(_ formula: Formula, _ owner: Int) {
    for access in formula.program.accesses {
      var (slot, path) = (Slot(number: access.slot), access.path)
      if case .emitted = slot { path.insert("emitted", at: 0) }
      read(slot, path, access.isUnconditional && !isConditional ? .reads : .mayRead, owner)
    }
  }

  private mutating func read(
    _ slot: Slot, _ path: [String], _ kind: ModelGraph.Edge.Relation, _ owner: Int
  ) {
    guard let place = node(of: slot) else { return }
    connect(place, owner, kind, path.isEmpty ? nil : path.joined(separator: "."))
  }

  /// The node of the part that a slot is of; nil where it is of none.
  private func node(of slot: Slot) -> Int? {
    switch slot {
    case .cell, .computation, .reactor, .store, .service, .actor: slots[slot]
    case .emitted(let number): slots[parts.slot(of: number)]
    case .local, .member, .reference, .promise, .own, .now, .it, .addressed: nil
    }
  }

  private mutating func emit(_ channel: String, _ owner: Int) {
    // Under its own name a part emits to itself.
    if places[channel] == owner { return }
    let place = places[channel] ?? channels[channel] ?? nodes.count
    if place == nodes.count {
      channels[channel] = place
      nodes.append(.init(.channel, channel))
    }
    connect(owner, place, .emits, nil)
  }

  /// What a step has to do with other parts.
  private mutating func connect(_ use: Use, _ owner: Int) {
    switch use {
    case .sends(let reactor, let action): connect(owner, reactor, .sends, action.name?.text)
    case .dispatches(let store, let action): connect(owner, store, .dispatches, action.name?.text)
    case .calls(let method):
      if let place = node(of: .service(method.service.number)) {
        connect(owner, place, .calls, method.method.text)
      }
    case .tells(let recipient, let message): connect(owner, recipient, .tells, message.name?.text)
    case .asks(let ask): connect(owner, ask.recipient, .asks, ask.message.name?.text)
    case .forwards(let recipient, let message):
      connect(owner, recipient, .forwards, message.name?.text)
    case .presents(let shown): connect(owner, shown.store.name, .presents, shown.route.text)
    case .spawns(let kind): connect(owner, kind, .spawns, nil)
    case .watches(let recipient): connect(owner, recipient, .watches, nil)
    case .stops(let recipient): connect(owner, recipient, .stops, nil)
    case .starts(let name): connect(owner, name, .starts, nil)
    case .ends(.named(let name)): connect(owner, name.name, .stops, nil)
    case .invalidates(.named(let name)): connect(owner, name.name, .invalidates, nil)
    case .changes(let path):
      if let place = node(of: path.slot) { connect(owner, place, .invalidates, nil) }
    case .ends(.current): connect(owner, owner, .stops, nil)
    case .invalidates(.current): connect(owner, owner, .invalidates, nil)
    // Its own part's, or none that somebody else would be joined to.
    case .mutates, .becomes, .stubs, .dismisses,
      .settles, .restarts, .mentions, .disturbs:
      break
    }
  }

  private mutating func connect(
    _ owner: Int, _ name: Name, _ kind: ModelGraph.Edge.Relation, _ label: String?
  ) {
    if let place = places[name.text] { connect(owner, place, kind, label) }
  }

  private mutating func connect(
    _ owner: Int, _ recipient: Recipient, _ kind: ModelGraph.Edge.Relation, _ label: String?
  ) {
    if let place = recipient.kind.flatMap({ node(of: .actor($0)) }) {
      connect(owner, place, kind, label)
    }
  }

  private mutating func connect(
    _ from: Int, _ to: Int, _ kind: ModelGraph.Edge.Relation, _ label: String?
  ) {
    let ends = Ends(from: from, to: to, kind: kind)
    guard let place = edgePlaces[ends] else {
      let first = label.map { [$0] } ?? []
      edgePlaces[ends] = edges.count
      edges.append(.init(from: from, to: to, kind, labels: first))
      labels.append(TextSet(first))
      return
    }
    if let label, labels[place].insert(label) { edges[place].labels.append(label) }
  }
}

extension Verb {
  /// How many of the lists of steps in it, in the order of its pieces, are done whenever it is; those behind them only
  /// where something is the case: in a loop, in a branch, where an answer is a rejection.
  fileprivate var unconditionalSteps: Int {
    switch self {
    case .control(.loop), .turn(.event): 0
    case .turn(.promise(.gather)): 1
    case .control, .turn, .check, .advance: .max
    }
  }
}

extension Datum {
  /// The value, or its formula, in a line.
  fileprivate var brief: String {
    switch content {
    case .value(let value): value.description
    case .formula(let formula), .condition(let formula): "= \(formula.text)"
    case .placeholder: "_"
    case .list: "[…]"
    case .map(let entries): "{\(entries.map(\.key).list)}"
    }
  }
}

extension [Name] {
  /// Each once.
  fileprivate var list: String {
    var seen: TextSet = []
    return filter { seen.insert($0.text) }.map(\.text).joined(separator: ", ")
  }
}
