import Reactor
import Scenarios
import Values

/// Writes worlds of a `PartModel` down as rows of numbers, and knows what the numbers stand for.
///
/// Two rows of one print are worlds of one description; beyond that a row holds the order in which turns
/// became ready, and which messages have arrived.
final class PartRows {
  let model: PartModel
  private var values = InternedValues()
  private var texts: TextTable<UInt32> = [:]
  private var facts: [TextFacts] = []
  /// Where what stands at which each text points: at the work and answers of actors, and those of the script.
  private var others: [[Int]] = []
  /// Of texts of what an exploration has done: what is left to be done.
  private var spent: [UInt32: Disturbed] = [:]
  /// Of texts of a script: which of its threads are open.
  private var threads: [UInt32: [Int]] = [:]
  /// Of texts of a script that consist of those of all its threads: the list of what is told besides, and of these.
  private var split: [UInt32: UInt32] = [:]
  /// The texts of threads that are open.
  private var openTexts: Set<UInt32> = []
  private(set) var lists = InternedLists()
  /// Texts that are made once for all that comes to the same.
  var keyed = KeyedTexts()
  /// Texts that consist of others, by the lists of these.
  private var joined: [UInt32: UInt32] = [:]
  private var readyNumbers: [ReadyItem: UInt32] = [:]
  private var readyItems: [ReadyItem] = []

  /// What stands for the state of an actor that has none.
  static let nothing = UInt32.max

  /// What is known of a text beside it.
  struct TextFacts {
    /// Of what an actor is at: how it stands.
    var isMade = false
    var isAlive = false
    var isFree = false
    /// Whether it waits for an answer.
    var waits = false
    /// Of a script: whether it is over.
    var isOver = false
    /// Whether it goes on as soon as nothing is ready, without that being a turn.
    var goesOn = false
    /// Of a turn: whether the script hears an answer in the event in which it asked, which ends with the next.
    var hearsInEvent = false
    /// Whether it is an event of a step with `after`: that comes to its receiver in the same turn, whatever is there.
    var isDelayedEvent = false
    /// Whether other turns may be called the same.
    var isLabel = false
    /// Of what a unit is at: whether it waits for the answers of actors.
    var asksActors = false
    /// Of a message: whether an answer to it is awaited.
    var isOpenQuestion = false
    /// Of a message: which actor sent it; -1 for nobody, and less for those of the outside that are told apart.
    var sender: Int32 = -1
  }

  /// A turn that is ready.
  enum ReadyItem: Hashable {
    /// To an actor, by the number of its text.
    case message(to: Int, UInt32)
    case next(of: Int)
    /// A change of a watched place to a reactor, or an action to a store, by the number of its text.
    case entry(to: Int, UInt32)
    /// An action that a reactor has queued.
    case queued(of: Int)
    /// What a unit is at goes on, or the script hears an answer; nil where it is nobody's.
    case other(of: Whose?, UInt32)
  }

  /// Whose a turn is.
  enum Whose: Hashable {
    case unit(Int)
    case script
  }

  /// What an exploration has done to a world.
  struct Disturbed {
    let faults: FaultCount
    /// Whether something was delayed.
    let hasDelayed: Bool
    /// The actors that have had a turn, and live.
    let begun: Set<Int>
  }

  init(_ model: PartModel) { self.model = model }

  func facts(_ text: UInt32) -> TextFacts { facts[Int(text)] }

  /// Where that stands at which a text points.
  func others(_ text: UInt32) -> [Int] { others[Int(text)] }

  /// The name of a message.
  func name(ofMessage text: UInt32) -> String { names[text] ?? "" }

  private var names: [UInt32: String] = [:]

  func disturbed(_ text: UInt32) -> Disturbed { spent[text]! }

  /// Which threads of a script are open; nil where there are none.
  func threads(_ script: UInt32) -> [Int]? { threads[script] }

  func item(_ number: UInt32) -> ReadyItem { readyItems[Int(number)] }

  /// Whether what one of some units is at goes on in a turn.
  func isOther(_ number: UInt32, of units: [Int]) -> Bool {
    if case .other(.unit(let unit)?, _) = item(number) { units.contains(unit) } else { false }
  }

  func number(of list: [UInt32]) -> UInt32 { lists.number(of: list) }

  /// How much it holds.
  var bytes: Int {
    values.bytes + textBytes + lists.bytes + keyed.bytes + readyItems.count * 100
  }

  private var textBytes = 0

  /// How many texts were made.
  private(set) var written = 0

  // MARK: Reading

  /// The row of a world between two turns, or in the middle of one behind what it does.
  func row(of run: ExploredRun) throws(Unfit) -> [UInt32] {
    let actors = run.actors
    let keys = RowKeys(run, self)
    try PartRows.check(run)
    var row = [UInt32](repeating: 0, count: model.width)
    for (place, cell) in model.cells.enumerated() {
      row[place] = values.number(of: run.world.inputValue(cell))
    }
    for place in model.states { row[place] = PartRows.nothing }
    for place in model.standings.prefix(model.members.count) {
      row[place] = try standing(of: nil, keys)
    }
    var made: [UInt32] = []
    for actor in actors.runs {
      let member = model.member(actor)
      row[model.standings.lowerBound + member] = try standing(of: actor, keys)
      let isAlive = actors.core.isAlive(actor.id)
      if isAlive || actor.place == nil { made.append(UInt32(member) << 1 | (isAlive ? 1 : 0)) }
      guard isAlive else { continue }
      if let state = actor.state.cell?.peek().value {
        row[model.states.lowerBound + member] = values.number(of: state)
      }
      var mail: [UInt32] = []
      for envelope in actors.core.standing(of: actor.id).mail {
        mail.append(try message(envelope, keys))
      }
      row[model.mails.lowerBound + member] = lists.number(of: mail)
    }
    for part in model.parts { try write(part, run, to: &row) }
    row[model.script] = try script(keys)
    row[model.graph] = try text(run.runtime) { writer in
      writer.nameComputations()
      writer.writeEmissions()
      writer.writeDerived()
      writer.writeGraph()
      writer.writeFaults()
      // Whoever makes an actor has it begin with that, in whatever turn.
      for kind in actors.kinds { writer.writeGiven(kind) }
    }
    row[model.disturbed] = try disturbed(run)
    row[model.timers] = try timers(keys)
    row[model.count] = run.exploration.steps == nil ? 0 : UInt32(run.eventCount)
    row[model.routers] = try text(run.runtime) { writer in
      for kind in actors.kinds {
        if let pool = kind.pool { writer.add(kind.name, String(pool.position)) }
      }
    }
    row[model.made] = lists.number(of: made.sorted())
    row[model.makings] = lists.number(of: actors.runs.map { UInt32(model.member($0)) })
    row[model.ready] = try ready(keys)
    return row
  }

  /// Throws where the world holds what a row does not.
  private static func check(_ run: ExploredRun) throws(Unfit) {
    let runtime = run.runtime
    let runs = runtime.actors.runs
    let isPlaced = runs.allSatisfy { !$0.isSpawned && ($0.kind.pool == nil) == ($0.place == nil) }
    let places = Set(runs.map { [$0.kind.index, $0.place ?? 0] })
    if !isPlaced || places.count != runs.count { throw Unfit("an actor is spawned or made again") }
    if !runtime.bodies.handles.isUnused { throw Unfit("something refers to a timer") }
    if StateWriter(runtime).tellsUnwatched { throw Unfit("a derived cell holds a map") }
  }

  private func write(
    _ part: Owner, _ run: ExploredRun, to row: inout [UInt32]
  ) throws(Unfit) {
    let unit = model.unit(part)
    let runtime = run.runtime
    var state: PartState?
    let standing = try text(runtime, of: part) { writer in
      switch part {
      case .reactor(let index):
        state = runtime.reactors.all[index].state
        writer.writeAlone(runtime.reactors.all[index])
      case .store(let index):
        state = runtime.stores.all[index].state
        writer.writeAlone(runtime.stores.all[index])
      case .service(let index):
        state = runtime.services.all[index].state
        writer.writeAlone(runtime.services.all[index])
      case .actor, .script: preconditionFailure("these are told by themselves")
      }
    }
    row[model.standings.lowerBound + unit] = standing
    let value = state?.cell?.peek().value
    row[model.states.lowerBound + unit] = value.map { values.number(of: $0) } ?? PartRows.nothing
  }

  private func standing(of actor: ActorRun?, _ keys: RowKeys) throws(Unfit) -> UInt32 {
    guard let actor else { return number(of: "not made", TextFacts()) }
    let run = keys.run
    let standing = run.actors.core.standing(of: actor.id)
    guard standing.isAlive else {
      // In the place of a worker that has ended there is none until another one is made.
      if actor.place != nil { return try self.standing(of: nil, keys) }
      var facts = TextFacts()
      facts.isMade = true
      return number(of: "ended", facts)
    }
    let number = try text(of: actor, standing, keys)
    facts[Int(number)].isMade = true
    facts[Int(number)].isAlive = true
    facts[Int(number)].isFree = run.actors.core.isFree(actor.id)
    facts[Int(number)].waits = !standing.waits.isEmpty
    return number
  }

  /// What an actor is at. What lingers of it is told by itself, one by one, unless something else of it names
  /// a part of that.
  private func text(
    of actor: ActorRun, _ standing: ActorStanding, _ keys: RowKeys
  ) throws(Unfit) -> UInt32 {
    let runtime = keys.run.runtime
    let own = Owner.actor(actor.number)
    if let lingering = try lingering(of: actor, keys) {
      let rest = try text(runtime, of: own, sparing: actor.lingering.all) {
        $0.writeAlone(actor, standing, withLingering: false)
      }
      if let rest { return number(joining: [rest] + lingering) }
    }
    return try text(runtime, of: own) { $0.writeAlone(actor, standing) }
  }

  /// The texts of what lingers of an actor; nil where there is nothing, or where it does not tell itself.
  private func lingering(
    of actor: ActorRun, _ keys: RowKeys
  ) throws(Unfit) -> [UInt32]? {
    if actor.lingering.isEmpty { return nil }
    var numbers: [UInt32] = []
    for body in actor.lingering.all {
      let key = keys.key(ofLingering: body)
      if key.numbers == nil { return nil }
      numbers.append(
        try text(key, keys.run.runtime, of: .actor(actor.number)) { writer in
          for (path, content) in writer.shown(body) { writer.add(path, content) }
        })
    }
    return numbers
  }

  private func message(_ envelope: Envelope, _ keys: RowKeys) throws(Unfit) -> UInt32 {
    let run = keys.run
    let mail = run.actors.mails[envelope.word]
    let number = try text(mail.map { keys.key(of: $0) }, run.runtime) {
      $0.add("", $0.text(envelope))
    }
    facts[Int(number)].isOpenQuestion = mail?.promise?.isPending == true
    if let sender = mail?.sender {
      facts[Int(number)].sender = Int32(model.member(sender))
    } else if envelope.sender != .none {
      facts[Int(number)].sender = -2 - Int32(envelope.sender.outsider)
    }
    names[number] = mail?.message.name
    return number
  }

  private func script(_ keys: RowKeys) throws(Unfit) -> UInt32 {
    let run = keys.run
    let threads = try self.threads(keys)
    let rest = try text(run.runtime, of: .script) { writer in
      writer.write(run.run, without: threads.told)
      writer.writeCalls()
    }
    let number = threads.texts.isEmpty ? rest : number(joining: [rest] + threads.texts)
    if let all = run.run.threads, self.threads[number] == nil {
      self.threads[number] = run.run.openThreads
      if threads.told.count == all.cursors.count {
        split[number] = lists.number(of: [rest] + threads.texts)
      }
    }
    if case .over = run.run.phase {
      facts[Int(number)].isOver = true
    } else {
      facts[Int(number)].goesOn = run.run.goesOnByItself
    }
    return number
  }

  /// The texts of those scripts side by side that can be told by themselves, and which these are.
  private func threads(
    _ keys: RowKeys
  ) throws(Unfit) -> (texts: [UInt32], told: Set<Int>) {
    guard let threads = keys.run.run.threads else { return ([], []) }
    var texts: [UInt32] = []
    var told: Set<Int> = []
    for number in threads.cursors.indices {
      let key = keys.key(ofThread: number, in: threads)
      if key.numbers == nil { continue }
      let words = try text(key, keys.run.runtime, of: .script) {
        $0.write(number, of: threads, in: keys.run.run)
      }
      if threads.bound[number] == nil { openTexts.insert(words) }
      texts.append(words)
      told.insert(number)
    }
    return (texts, told)
  }

  private func disturbed(_ run: ExploredRun) throws(Unfit) -> UInt32 {
    let number = try text(run.runtime) { run.writeDisturbed($0) }
    spent[number] = Disturbed(
      faults: run.faults, hasDelayed: !run.delayed.isEmpty,
      begun: Set(run.livingBegun.map { model.member($0) }))
    return number
  }

  private func timers(_ keys: RowKeys) throws(Unfit) -> UInt32 {
    let run = keys.run
    var pending: [(turn: Turn, rest: Int64)] = []
    run.world.scheduler.eachPending { pending.append(($0, $1)) }
    var numbers: [UInt32] = []
    for (turn, rest) in pending {
      numbers.append(
        try text(keys.key(of: turn, in: rest), run.runtime) {
          $0.add("in \($0.span(rest))", $0.text(turn))
        })
    }
    return lists.number(of: numbers.sorted())
  }

  private func ready(_ keys: RowKeys) throws(Unfit) -> UInt32 {
    let run = keys.run
    var items: [UInt32] = []
    for place in 0..<run.world.scheduler.readyCount {
      let turn = run.world.scheduler.ready(place)
      let item: ReadyItem
      switch ReadyTurn(turn, of: run.runtime) {
      case .message(let envelope, let actor):
        item = .message(to: model.member(run.actors.run(actor)), try message(envelope, keys))
      case .next(let actor): item = .next(of: model.member(run.actors.run(actor)))
      case .element(let reactor, let entry, let value):
        let element: ReadyTurns.Element = (entry, value)
        let words = try text(keys.key(of: element), run.runtime) {
          $0.add("", $0.text(element))
        }
        item = .entry(to: model.unit(.reactor(reactor)), words)
      case .dispatch(let store, let action, let payload):
        let dispatch: ReadyTurns.Dispatch = (action, payload)
        let words = try text(keys.key(of: dispatch), run.runtime) {
          $0.add("", $0.text(dispatch))
        }
        let index = run.runtime.stores.all.firstIndex { $0.layout.name == store }!
        item = .entry(to: model.unit(.store(index)), words)
      case .queued(let party, _):
        let index = run.runtime.reactors.all.firstIndex { $0.pipeline?.party == party }!
        item = .queued(of: model.unit(.reactor(index)))
      case .other:
        let words = try text(keys.key(of: turn), run.runtime) { $0.add("", $0.text(turn)) }
        facts[Int(words)].hearsInEvent = run.runtime.calls.hearsInEvent(turn)
        facts[Int(words)].isDelayedEvent = run.runtime.isDelayedEvent(turn)
        facts[Int(words)].isLabel = turn.party == 0
        item = .other(of: whose(turn, run), words)
      }
      items.append(number(of: item))
    }
    return lists.number(of: items)
  }

  private func whose(_ turn: Turn, _ run: ExploredRun) -> Whose? {
    switch run.runtime.owner(of: turn) {
    case nil: nil
    case .actor(let number): .unit(model.member(run.actors.runs[number]))
    case .reactor(let index): .unit(model.unit(.reactor(index)))
    case .store(let index): .unit(model.unit(.store(index)))
    case .service(let index): .unit(model.unit(.service(index)))
    case .script: .script
    }
  }

  // MARK: Numbers

  /// A text that is made only where none of its key has been; always where it has no key.
  private func text(
    _ key: TextKey?, _ runtime: Runtime, of own: Owner? = nil, _ write: (StateWriter) -> Void
  ) throws(Unfit) -> UInt32 {
    guard let numbers = key?.numbers else { return try text(runtime, of: own, write) }
    let (place, known) = keyed.find(numbers)
    if let known { return known }
    let number = try text(runtime, of: own, write)
    keyed.remember(number, at: place)
    return number
  }

  /// A text that says what others say, one behind the other.
  private func number(joining texts: [UInt32]) -> UInt32 {
    let list = lists.number(of: texts)
    if let known = joined[list] { return known }
    let number = UInt32(facts.count)
    joined[list] = number
    facts.append(TextFacts())
    facts[Int(number)].asksActors = texts.contains { facts[Int($0)].asksActors }
    others.append(Set(texts.flatMap { others[Int($0)] }).sorted())
    return number
  }

  private func text(
    _ runtime: Runtime, of own: Owner? = nil, _ write: (StateWriter) -> Void
  ) throws(Unfit) -> UInt32 {
    try text(runtime, of: own, sparing: [], write)!
  }

  /// - Parameter bodies: Where it names one of these there is no such text.
  private func text(
    _ runtime: Runtime, of own: Owner?, sparing bodies: [Body], _ write: (StateWriter) -> Void
  ) throws(Unfit) -> UInt32? {
    written += 1
    let writer = StateWriter(runtime)
    writer.joinsMail = true
    writer.apart = Apart(own)
    write(writer)
    writer.writeWhatWasNamed()
    if bodies.contains(where: { writer.hasNamed($0) }) { return nil }
    if writer.apart?.hasStray != false {
      throw Unfit("something waits of which nobody is the owner")
    }
    // How many have been made is no part's own.
    if writer.countsWorkers { throw Unfit("a text names a worker by its number") }
    let number = number(
      of: writer.lines.map { "\($0.path): \($0.content)\n" }.joined(), TextFacts())
    others[Int(number)] = (writer.apart?.others ?? []).map { place(of: $0, runtime) }.sorted()
    facts[Int(number)].asksActors = writer.apart?.asksActors ?? false
    return number
  }

  /// Where it stands what somebody is at.
  private func place(of owner: Owner, _ runtime: Runtime) -> Int {
    switch owner {
    case .script: model.script
    case .actor(let number):
      model.standings.lowerBound + model.member(runtime.actors.runs[number])
    case .reactor, .store, .service: model.standings.lowerBound + model.unit(owner)
    }
  }

  private func number(of text: String, _ facts: TextFacts) -> UInt32 {
    if let known = texts[text] { return known }
    let number = UInt32(self.facts.count)
    texts[text] = number
    textBytes += 200 + text.utf8.count
    self.facts.append(facts)
    others.append([])
    return number
  }

  func number(of item: ReadyItem) -> UInt32 {
    if let known = readyNumbers[item] { return known }
    let number = UInt32(readyItems.count)
    readyNumbers[item] = number
    readyItems.append(item)
    return number
  }

  /// The number of a value that an event is given.
  func number(of value: Value) -> UInt32 { values.number(of: value) }

  /// A row for people.
  func words(_ row: [UInt32]) -> String {
    let texts = Dictionary(uniqueKeysWithValues: texts.map { ($1, $0) })
    let joined = Dictionary(uniqueKeysWithValues: joined.map { ($1, $0) })
    func text(_ number: UInt32) -> String {
      if let list = joined[number] { return lists[list].map { texts[$0] ?? "?" }.joined() }
      return texts[number] ?? "?"
    }
    var lines: [String] = []
    for place in row.indices {
      switch place {
      case ..<model.standings.lowerBound:
        lines.append(row[place] == PartRows.nothing ? "-" : "\(values[row[place]])")
      case model.standings, model.script, model.disturbed, model.graph:
        lines.append(text(row[place]))
      case model.mails: lines.append("mail \(lists[row[place]].map { text($0) })")
      case model.timers: lines.append("timers \(lists[row[place]].map { text($0) })")
      case model.ready:
        for number in lists[row[place]] {
          switch item(number) {
          case .message(let to, let message): lines.append("ready: to \(to) \(text(message))")
          case .next(let of): lines.append("ready: \(of) takes the next")
          case .entry(let to, let words): lines.append("ready: to \(to) \(text(words))")
          case .queued(let of): lines.append("ready: what \(of) has queued")
          case .other(let of, let words):
            lines.append("ready: of \(of.map { "\($0)" } ?? "nobody") \(text(words))")
          }
        }
      default: lines.append("\(row[place])")
      }
    }
    return lines.joined(separator: "\n")
  }

  // MARK: Scripts side by side

  /// What is told of a script besides its threads, the text of one of these, and whether all others are over. Nil where
  /// the threads do not tell all of themselves.
  func alone(
    _ thread: Int, in script: UInt32
  ) -> (rest: UInt32, own: UInt32, isLast: Bool)? {
    guard let list = split[script].map({ lists[$0] }) else { return nil }
    let texts = list.dropFirst()
    let own = texts.startIndex + thread
    let isLast = !texts.indices.contains { $0 != own && isOpen(texts[$0]) }
    return (list[list.startIndex], texts[own], isLast)
  }

  /// Whether a text of a thread is that of one that is not over.
  func isOpen(_ text: UInt32) -> Bool { openTexts.contains(text) }

  /// What the text of a thread has become where nothing else of the script has; nil where something has.
  func text(of thread: Int, changedFrom before: UInt32, to script: UInt32) -> UInt32? {
    guard let before = split[before].map({ Array(lists[$0]) }),
      let behind = split[script].map({ Array(lists[$0]) }), before.count == behind.count
    else { return nil }
    let isAlone = before.indices.allSatisfy { $0 == 1 + thread || before[$0] == behind[$0] }
    return isAlone ? behind[1 + thread] : nil
  }

  /// The text of a script in which that of one thread has become another one.
  func script(_ script: UInt32, having text: UInt32, of thread: Int) -> UInt32 {
    var texts = Array(lists[split[script]!])
    texts[1 + thread] = text
    let number = number(joining: texts)
    if threads[number] == nil {
      threads[number] = (0..<texts.count - 1).filter { isOpen(texts[1 + $0]) }
      split[number] = lists.number(of: texts)
      facts[Int(number)].isOver = facts(script).isOver
    }
    return number
  }

  // MARK: Between turns

  /// How many messages each of some actors has to begin yet.
  func loads(of members: Range<Int>, _ row: [UInt32]) -> [UInt32] {
    var loads = members.map { UInt32(lists[row[model.mails.lowerBound + $0]].count) }
    for number in lists[row[model.ready]] {
      if case .message(let actor, _) = item(number), members.contains(actor) {
        loads[actor - members.lowerBound] += 1
      }
    }
    return loads
  }

  /// Whether an actor has been made.
  func isMade(_ member: Int, _ row: [UInt32]) -> Bool {
    facts(row[model.standings.lowerBound + member]).isMade
  }

  /// Messages that come up while their actors are at something else join the mailboxes. False where one is
  /// on its way to an actor that has ended.
  func comeUp(_ row: inout [UInt32]) -> Bool {
    var ready = lists[row[model.ready]]
    for number in ready {
      if case .message(let actor, _) = item(number),
        !facts(row[model.standings.lowerBound + actor]).isAlive
      {
        return false
      }
    }
    let count = ready.count
    while let first = ready.first, case .message(let actor, let message) = item(first) {
      let mail = lists[row[model.mails.lowerBound + actor]]
      if mail.isEmpty, facts(row[model.standings.lowerBound + actor]).isFree { break }
      row[model.mails.lowerBound + actor] = lists.number(of: Array(mail) + [message])
      ready.removeFirst()
    }
    if ready.count < count { row[model.ready] = lists.number(of: Array(ready)) }
    return true
  }

  /// Whether the script is to hear an answer of which it makes a difference that another event begins.
  func hearsInEvent(_ row: [UInt32]) -> Bool {
    lists[row[model.ready]].contains {
      if case .other(_, let words) = item($0) { facts(words).hearsInEvent } else { false }
    }
  }

  // MARK: The print

  /// What a row is known by: the same for two rows whose worlds are one state.
  func fingerprint(of row: [UInt32]) -> FlatPrint {
    var print = FlatPrint()
    for place in 0..<model.mails.lowerBound { print.toggle(place, row[place]) }
    for place in model.script...model.made { print.toggle(place, row[place]) }
    // Whether a message has arrived makes no difference.
    var waiting: [[UInt32]] = model.mails.map { Array(lists[row[$0]]) }
    waiting += model.parts.map { _ in [] }
    var others: [UInt32] = []
    for number in lists[row[model.ready]] {
      switch readyItems[Int(number)] {
      case .message(let actor, let message): waiting[actor].append(message)
      case .entry(let part, let words): waiting[part].append(words)
      // These are told by what the reactor is at.
      case .next, .queued: break
      case .other(_, let words): others.append(words)
      }
    }
    for (unit, list) in waiting.enumerated() where !list.isEmpty {
      print.toggle(model.width + unit, lists.number(of: list))
    }
    print.toggle(model.ready, lists.number(of: others.sorted()))
    return print
  }
}
