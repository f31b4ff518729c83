import Reactor
import Scenarios
import Values

/// The search of all states where they are rows of numbers of cells and actors. What a turn comes to is
/// remembered for what it may read; where that may be anything, and where more follows it than the turn
/// itself, a run is led there, as `StateSearch` does for every turn.
///
/// It comes to the same as that search, in the same order.
final class PartSearch {
  private let maker: RunMaker
  private let model: PartModel
  private let rows: PartRows
  private let reads: TurnReads
  private(set) var graph: StateGraph
  private(set) var tally: SearchTally
  /// Turns that are remembered, by what they read; nil for those of which it proved not to be enough,
  /// and for the empty list, which none reads.
  private var turns: [[RememberedTurn]?] = [nil]
  private var keys = InternedLists()
  /// In which ways events can happen, by what their conditions read.
  private var conditions: [RememberedAnswers]
  private var answers: [Result<[[Value]], ExploredFault>] = []
  /// Of properties: 0 where they hold, or one more than the place of the violation.
  private var always: [RememberedAnswers]
  private var sometimes: [RememberedAnswers]
  private var violations: [Violation] = []
  /// The rows of the states from which it still has to go on, one behind the other.
  private var waiting: [UInt32] = []
  /// The first state whose row is there.
  private var firstWaiting = 0
  private var standing: StandingRuns
  /// The run that has taken the last turn, until it is known where that leads.
  private var recent: ExploredRun?

  /// How many turns a run has taken.
  private(set) var led = 0

  /// How many texts were made for it.
  var written: Int { rows.written }

  /// Where somebody doubts what is remembered: each turn is taken by a run too, and told where that leads
  /// elsewhere.
  var onDoubt: ((String) -> Void)?
  /// The descriptions of the worlds of rows, and the rows of descriptions, where somebody does.
  private var described: [Fingerprint: String] = [:]
  private var prints: TextTable<Fingerprint> = [:]

  var onProgress: (@Sendable (ExploreProgress) -> Void)?

  init(_ maker: RunMaker, _ model: PartModel, limit: Int, isSure: Bool) {
    self.maker = maker
    self.model = model
    rows = PartRows(model)
    reads = TurnReads(model, rows, in: maker)
    graph = StateGraph(maker.exploration, isSure: isSure)
    tally = SearchTally(maker, limit: limit)
    standing = StandingRuns(maker)
    conditions = model.conditions.map { RememberedAnswers($0 ?? []) }
    always = model.always.map { RememberedAnswers($0) }
    sometimes = model.sometimes.map { RememberedAnswers($0) }
  }

  /// Throws where the model proves not to be of the sort.
  func search() throws(Unfit) {
    defer {
      standing.drop()
      dropRecent()
    }
    for start in maker.starts.indices {
      var variants: [[Int]] = [[]]
      while let inner = variants.popLast(), tally.mayGoOn() {
        let (run, ending) = maker.begin(start, inner)
        defer { run.close() }
        variants += StateSearch.variants(of: run.inner, behind: inner)
        try arrive(
          try arrival(run, ending), from: nil, start, RunMaker.Choice(move: .script, inner: inner))
      }
    }
    var next = 0
    var asked = 0
    while next < graph.count, tally.isUnderWay {
      if next & 0xff == 0 || tally.generated - asked > 10_000 {
        asked = tally.generated
        if !tally.mayGoOn() { return }
        onProgress?(
          ExploreProgress(
            states: graph.count, frontier: graph.count - next,
            depth: graph.turns(to: next)))
      }
      if !graph.isViolating(next) { try expand(next) }
      next += 1
    }
    if tally.isUnderWay, let (violation, number) = graph.endlessness(in: maker) {
      violate(violation, at: number)
    }
  }

  // MARK: Runs

  /// A run that stands at a state, to be asked and not to be led on.
  private func run(at number: Int) -> ExploredRun {
    standing.look(at: number, in: graph, &tally)
  }

  private func takeRun(at number: Int) -> ExploredRun {
    standing.take(at: number, in: graph, &tally)
  }

  /// What has just taken a turn may go on from there: a long script is led once, and each of several side by side.
  private func keep(_ run: ExploredRun) {
    recent?.close()
    recent = run
  }

  private func dropRecent() {
    recent?.close()
    recent = nil
  }

  /// That run stands at a state now.
  private func standRecent(at number: Int, behind current: Int) {
    guard let run = recent.take() else { return }
    maker.prepare(run)
    standing.put(run, at: number, goingOnFrom: current)
  }

  // MARK: States

  /// Where a turn leads.
  private enum Arrival {
    case over
    case stopped([Failure], World)
    case state([UInt32], Violation?)
  }

  private func arrival(
    _ run: ExploredRun, _ ending: ExploredRun.Ending
  ) throws(Unfit) -> Arrival {
    switch ending {
    case .over: .over
    case .stopped(let failures): .stopped(failures, run.world)
    case .went: .state(try rows.row(of: run), nil)
    case .violated(let violation): .state(try rows.row(of: run), violation)
    }
  }

  private func arrive(
    _ arrival: Arrival, from parent: Int?, _ start: Int, _ choice: RunMaker.Choice
  ) throws(Unfit) {
    defer { dropRecent() }
    let row: [UInt32]
    let violation: Violation?
    switch arrival {
    case .over:
      if let parent { graph.noteEnd(parent) }
      return
    case .stopped(let failures, let world): return tally.stop(failures, in: world)
    case .state(let reached, let found): (row, violation) = (reached, found)
    }
    var fingerprint = Fingerprint(rows.fingerprint(of: row))
    if let violation, !violation.isOfState { fingerprint.add(violation.name) }
    let (number, isNew) = graph.add(
      fingerprint, parent.map { .turn(from: $0) } ?? .start(start), choice)
    if let parent { graph.connect(parent, to: number) }
    guard isNew else { return }
    waiting += row
    if let violation { return violate(violation, at: number) }
    if let parent { standRecent(at: number, behind: parent) }
    for place in tally.unseen where holds(place, row, at: number) { tally.unseen.remove(place) }
    tally.checkLimit(graph.count, holding: waiting.count * 4 + rows.bytes + keys.bytes)
  }

  private func violate(_ violation: Violation, at number: Int) {
    graph.noteViolation(number)
    tally.violate(
      violation, at: number, turns: graph.turns(to: number), of: graph.count)
  }

  /// The row of a state that is gone on from now.
  private func takeRow(_ number: Int) -> [UInt32] {
    let begin = (number - firstWaiting) * model.width
    let row = Array(waiting[begin..<begin + model.width])
    if begin > 1 << 16, begin * 2 > waiting.count {
      waiting.removeFirst(begin)
      firstWaiting = number
    }
    return row
  }

  private func expand(_ number: Int) throws(Unfit) {
    let row = takeRow(number)
    let options: NextMoves
    do throws(ExploredFault) { options = try self.options(number, row) } catch {
      return violate(error.violation, at: number)
    }
    graph.note(number, isQuiet: options.isQuiet)
    if options.isEnd, !options.isOutOfSteps {
      tally.hasEnd = true
      if let violation = violationAtEnd(number) { return violate(violation, at: number) }
    }
    for move in options.moves {
      try go(move, from: number, row)
      if !tally.isUnderWay { return }
    }
  }

  private func violationAtEnd(_ number: Int) -> Violation? {
    if maker.tables.file.eventually.isEmpty, !maker.exploration.forbid.contains(.unanswered) {
      return nil
    }
    return run(at: number).violationAtEnd()
  }

  // MARK: What can happen

  private func options(
    _ number: Int, _ row: [UInt32]
  ) throws(ExploredFault) -> NextMoves {
    let disturbed = rows.disturbed(row[model.disturbed])
    if disturbed.hasDelayed { return try run(at: number).options() }
    let standings = RowStandings(row, rows)
    var options = NextMoves()
    var lines = ReadyLines(maker.exploration.delivery, standings, maker.coverage)
    for (place, item) in rows.lists[row[model.ready]].enumerated() {
      lines.add(standings.turn(rows.item(item)), place, &options)
    }
    options.isQuiet = options.moves.isEmpty
    let script = rows.facts(row[model.script])
    if let threads = rows.threads(row[model.script]) {
      for thread in threads { options.moves.append(.thread(thread)) }
    } else if options.isQuiet, !script.isOver {
      options.moves.append(.script)
    }
    options.hasDefault = !options.moves.isEmpty
    try options.addEvents(of: maker.exploration, behind: Int(row[model.count])) {
      (event, _, options) throws(ExploredFault) in
      for values in try ways(of: event, number, row) { options.moves.append(.event(event, values)) }
    }
    if !maker.plan.faults.isEmpty {
      options.addFaults(of: maker.plan, behind: disturbed.faults) {
        standings.disturbable(begun: disturbed.begun)
      }
    }
    return options
  }

  /// The values of an event's names with which it can happen.
  private func ways(
    of event: Int, _ number: Int, _ row: [UInt32]
  ) throws(ExploredFault) -> [[Value]] {
    if model.conditions[event] != nil, let known = conditions[event].answer(row, 0) {
      return try answers[Int(known)].get()
    }
    let run = run(at: number)
    let result: Result<[[Value]], ExploredFault>
    do throws(ExploredFault) {
      var options = NextMoves()
      try run.addEvent(event, maker.exploration.events[event], &options)
      result = .success(
        options.moves.map {
          guard case .event(_, let values) = $0 else { return [] }
          return values
        })
    } catch {
      result = .failure(error)
    }
    if model.conditions[event] != nil {
      conditions[event].remember(UInt32(answers.count), row, 0)
      answers.append(result)
    }
    return try result.get()
  }

  // MARK: Turns

  private func go(_ move: Move, from number: Int, _ row: [UInt32]) throws(Unfit) {
    guard let (read, variants) = try variants(of: move, from: number, row) else {
      return try goByReplay(move, from: number)
    }
    for turn in variants {
      let arrival: Arrival
      if let known = try self.arrival(of: turn, move, from: number, row, read) {
        arrival = known
        if let onDoubt { try compare(known, move, turn.inner, from: number, onDoubt) }
        for part in turn.reached { maker.coverage.note(part) }
      } else {
        let run = takeRun(at: number)
        keep(run)
        led += 1
        arrival = try self.arrival(run, run.take(move, turn.inner))
      }
      tally.generated += 1
      try arrive(
        arrival, from: number, 0, RunMaker.Choice(move: move, inner: turn.inner))
      if !tally.isUnderWay { return }
    }
  }

  /// In which ways a turn goes, by the least that tells; nil where nothing does.
  private func variants(
    of move: Move, from number: Int, _ row: [UInt32]
  ) throws(Unfit) -> (TurnRead, [RememberedTurn])? {
    var next = reads.read(move, row)
    while let read = next {
      let key = Int(keys.number(of: read.key))
      if key == turns.count { turns.append(try remember(move, from: number, row, read)) }
      if let variants = turns[key], read.fits(variants) { return (read, variants) }
      dropRecent()
      next = read.thread == nil ? nil : reads.read(move, row, isWhole: true)
    }
    return nil
  }

  private func compare(
    _ known: Arrival, _ move: Move, _ inner: [Int], from number: Int, _ tell: (String) -> Void
  ) throws(Unfit) {
    let run = maker.run(at: number, in: graph, &tally)
    defer { run.close() }
    let led = try arrival(run, run.take(move, inner))
    switch (known, led) {
    case (.over, .over): return
    case (.state(let row, let violation), .state(let other, let found)):
      if row == other, violation?.name == found?.name { return compare(run, row, tell) }
      tell(
        """
        \(graph.path(to: number).choices.map(\.move)), then \(move) \(inner)
        \(rows.words(row)) \(violation?.name ?? "")
        by replay \(rows.words(other)) \(found?.name ?? "")
        """)
    case (.over, _), (.state, _), (.stopped, _):
      tell("\(graph.path(to: number).choices.map(\.move)), then \(move) \(inner): not over")
    }
  }

  /// Whether rows tell the same worlds apart as descriptions do.
  private func compare(_ run: ExploredRun, _ row: [UInt32], _ tell: (String) -> Void) {
    let print = Fingerprint(rows.fingerprint(of: row))
    let text = run.description(withOrder: false).description
    if let other = described[print], other != text { tell("one row:\n\(other)\nand:\n\(text)") }
    if let other = prints[text], other != print { tell("two rows:\n\(text)\n\(rows.words(row))") }
    described[print] = text
    prints[text] = print
  }

  private func goByReplay(_ move: Move, from number: Int) throws(Unfit) {
    var variants: [[Int]] = [[]]
    while let inner = variants.popLast() {
      let run = takeRun(at: number)
      keep(run)
      led += 1
      let ending = run.take(move, inner)
      if let onDoubt, case .went = ending { compare(run, try rows.row(of: run), onDoubt) }
      tally.generated += 1
      variants += StateSearch.variants(of: run.inner, behind: inner)
      try arrive(
        try arrival(run, ending), from: number, 0, RunMaker.Choice(move: move, inner: inner))
      if !tally.mayGoOn() { return }
    }
  }

  /// Takes a turn in every way in which it can go. Nil where it does more than can be remembered.
  private func remember(
    _ move: Move, from number: Int, _ row: [UInt32], _ read: TurnRead
  ) throws(Unfit) -> [RememberedTurn]? {
    var places = Set(read.places)
    // Whoever it sends the first message to is made by it.
    for member in model.members.indices where !rows.isMade(member, row) {
      places.insert(model.states.lowerBound + member)
      places.insert(model.standings.lowerBound + member)
    }
    var turns: [RememberedTurn] = []
    var variants: [[Int]] = [[]]
    while let inner = variants.popLast() {
      guard tally.mayGoOn() else { return nil }
      let run = takeRun(at: number)
      keep(run)
      led += 1
      guard let taken = try take(move, inner, run) else { return nil }
      var turn = taken.turn
      variants += StateSearch.variants(of: run.inner, behind: inner)
      if let behind = taken.behind,
        !turn.note(from: read.taken, to: behind, in: places, of: read, rows)
      {
        return nil
      }
      turns.append(turn)
    }
    if turns.count > 1 { dropRecent() }
    return turns
  }

  /// Takes a turn for itself. Gives the row behind it, where there is one; nil where more goes on than
  /// the turn.
  private func take(
    _ move: Move, _ inner: [Int], _ run: ExploredRun
  ) throws(Unfit) -> (turn: RememberedTurn, behind: [UInt32]?)? {
    var body: Result<[UInt32], Unfit>?
    var threads: Result<[UInt32], Unfit>?
    run.onPiece = { [self] piece in
      func row() -> Result<[UInt32], Unfit> {
        Result { () throws(Unfit) in try rows.row(of: run) }
      }
      switch piece {
      case .body: body = row()
      case .threads(isNothing: true): threads = body
      case .threads(isNothing: false): threads = row()
      }
    }
    let coverage = Coverage()
    run.world.coverage = coverage
    // Properties are asked by themselves.
    run.run.isRepeating = true
    let withdrawn = run.world.scheduler.withdrawnCount
    let ending = run.take(move, inner)
    run.onPiece = nil
    // A ready turn that is taken back and one that comes instead are not one by another name.
    if run.world.scheduler.withdrawnCount > withdrawn { return nil }
    switch ending {
    case .stopped: return nil
    case .over:
      if body != nil { return nil }
      return (RememberedTurn(inner: inner, .over, reached: coverage.seen), nil)
    case .violated(let violation):
      if body != nil { break }
      let turn = RememberedTurn(inner: inner, .failed(violation), reached: coverage.seen)
      return (turn, try rows.row(of: run))
    case .went: break
    }
    guard let body = try body?.get(), let threads = try threads?.get() else { return nil }
    let script = threads[model.script] == body[model.script] ? nil : threads[model.script]
    var behind = body
    if let script { behind[model.script] = script }
    // Where threads end other things may change too.
    guard rows.comeUp(&behind), behind == threads else { return nil }
    let turn = RememberedTurn(
      inner: inner, .went(run.noticed), script: script, reached: coverage.seen)
    return (turn, body)
  }

  /// Where a remembered turn leads; nil where a run has to tell.
  private func arrival(
    of turn: RememberedTurn, _ move: Move, from number: Int, _ row: [UInt32], _ read: TurnRead
  ) throws(Unfit) -> Arrival? {
    var new = read.taken
    guard turn.change(&new, rows) else { return nil }
    let noticed: Violation?
    switch turn.ending {
    case .over: return .over
    case .failed(let violation): return .state(new, violation)
    case .went(let violation): noticed = violation
    }
    for (property, places) in model.always.enumerated()
    where places.contains(where: { row[$0] != new[$0] }) {
      let found = violation(property, new, behind: move, turn.inner, from: number)
      if found > 0 { return .state(new, violations[found - 1]) }
    }
    turn.endThreads(&new, rows)
    guard rows.comeUp(&new) else { return nil }
    if new[model.ready] == 0 {
      if rows.facts(new[model.script]).goesOn { return nil }
      if maker.exploration.forbid.contains(.deadlock),
        model.standings.contains(where: { rows.facts(new[$0]).waits })
      {
        return nil
      }
    }
    return .state(new, noticed)
  }

  // MARK: Questions

  /// One more than the place of what does not hold behind a turn, or 0.
  private func violation(
    _ property: Int, _ row: [UInt32], behind move: Move, _ inner: [Int], from number: Int
  ) -> Int {
    if let known = always[property].answer(row, 0) { return Int(known) }
    let run = recent ?? takeRun(at: number)
    if recent == nil {
      keep(run)
      run.run.isRepeating = true
      run.world.coverage = nil
      _ = run.take(move, inner)
    }
    // Where somebody has stopped it the search ends next.
    if run.stopped != nil { return 0 }
    var found = 0
    if let failure = run.run.failure(ofAlways: property) {
      violations.append(Violation(failure))
      found = violations.count
    }
    always[property].remember(UInt32(found), row, 0)
    return found
  }

  private func holds(_ place: Int, _ row: [UInt32], at number: Int) -> Bool {
    if let known = sometimes[place].answer(row, 0) { return known > 0 }
    let holds = run(at: number).holds(maker.exploration.sometimes[place]) == true
    sometimes[place].remember(holds ? 1 : 0, row, 0)
    return holds
  }
}
