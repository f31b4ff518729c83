import Scenarios
import Values

/// The search of all states where they are tables of what cells hold: a row of numbers each, of which only
/// those are kept from which it still has to go on. What an event leads to, and what a property gives, is
/// remembered for what it reads.
///
/// It comes to the same as `StateSearch`, in the same order. Every event is a deviation, and nothing
/// else is: so the first violation, in the order of turns and of picks, is the one with the fewest
/// deviations.
final class FlatSearch {
  private let maker: RunMaker
  private let bench: FlatBench
  private(set) var tally: SearchTally
  private var seen: FingerprintSet
  /// By state, the one from which it was come to first, and by which of the ways on from there; of a
  /// beginning none, and which it is.
  private var parents: [UInt32] = []
  private var picks: [UInt32] = []
  private static let none = UInt32.max

  var onProgress: (@Sendable (ExploreProgress) -> Void)?

  /// States from which it has to go on, all of which were come to in as many turns.
  private struct Level {
    /// One row behind the other.
    var rows: [UInt32] = []
    var numbers: [UInt32] = []
    var prints: [FlatPrint] = []

    mutating func removeAll() {
      rows.removeAll(keepingCapacity: true)
      numbers.removeAll(keepingCapacity: true)
      prints.removeAll(keepingCapacity: true)
    }
  }

  private var current = Level()
  private var next = Level()
  /// How many turns lead to the states of the next level.
  private var turns = 0
  private let width: Int
  /// Where a row holds how many events there were; nil where any number may be.
  private let countPlace: Int?

  // MARK: What is remembered

  /// The ways in which an event can happen: a range of `successors`.
  private struct Answer {
    var first = 0
    var count = 0
    /// What its formulas failed with, in `violations`; -1 for nothing.
    var fault = -1
  }

  private struct Successor {
    /// A range of `changes`.
    let first: Int
    let count: Int
    /// What is violated as it happens, in `violations`; -1 for nothing.
    let violation: Int
    /// The places that it changes, where there are no more than 64.
    let changed: UInt64
    /// What it comes to of the model, in `reached`.
    let reached: Int
  }

  private var events: [RememberedAnswers]
  private var answers: [Answer] = []
  private var successors: [Successor] = []
  private var changes: [(place: Int32, value: UInt32)] = []
  private var violations: [Violation] = []
  /// What turns come to of the model, each once, and whether one of those has been taken.
  private var reached: [(parts: Set<Coverage.Part>, isTaken: Bool)] = []
  private var reachedNumbers: [Set<Coverage.Part>: Int] = [:]
  /// Of properties: 0 where they hold, or one more than the place of the violation.
  private var always: [RememberedAnswers]
  private var sometimes: [RememberedAnswers]
  private var atEnd: RememberedAnswers
  /// The places that each of `always` reads, as `Successor` tells those that it changes.
  private let alwaysReads: [UInt64]
  /// No more is remembered than this, in numbers of 32 bits or so.
  private static let mostRemembered = 40_000_000
  /// How much of `answers`, `successors`, `changes` is remembered: what is behind is forgotten with the state.
  private var remembered = (answers: 0, successors: 0, changes: 0)
  private var present: [Int] = []

  // MARK: What is drawn

  /// Hears of all states and turns, where somebody wants a picture of them.
  private let picture: StateMachineMaker?
  private var places: RememberedAnswers
  private var words: [String] = []
  /// By its number, a state's place in the picture.
  private var pictured: [Int] = []

  init(
    _ maker: RunMaker, _ model: FlatModel, limit: Int, isSure: Bool,
    drawing picture: StateMachineMaker? = nil
  ) {
    self.maker = maker
    self.picture = picture
    bench = FlatBench(maker, model, drawing: picture)
    places = RememberedAnswers(model.pictured)
    tally = SearchTally(maker, limit: limit)
    seen = FingerprintSet(isSure: isSure)
    countPlace = maker.exploration.steps == nil ? nil : model.cells.count
    width = model.cells.count + (countPlace == nil ? 0 : 1)
    events = model.events.map { RememberedAnswers($0) }
    always = model.always.map { RememberedAnswers($0) }
    sometimes = model.sometimes.map { RememberedAnswers($0) }
    atEnd = RememberedAnswers(model.eventually)
    alwaysReads = model.always.map { FlatSearch.bits($0) }
  }

  private static func bits(_ places: [Int]) -> UInt64 {
    places.reduce(0) { $0 | ($1 < 64 ? 1 << UInt64($1) : .max) }
  }

  /// How many states there are.
  var count: Int { parents.count }

  /// Throws where the model proves not to be of the sort.
  func search() throws(Unfit) {
    defer { bench.close() }
    for start in maker.starts.indices where tally.isUnderWay { try begin(start) }
    while !next.numbers.isEmpty, tally.isUnderWay {
      swap(&current, &next)
      next.removeAll()
      turns += 1
      for place in current.numbers.indices {
        if place & 0xfff == 0 {
          if !tally.mayGoOn() { break }
          let frontier = current.numbers.count - place + next.numbers.count
          onProgress?(ExploreProgress(states: self.count, frontier: frontier, depth: turns - 1))
        }
        try expand(place)
        if !tally.isUnderWay { break }
      }
    }
  }

  /// The picks that lead to a state, the number of the beginning first.
  func path(to number: Int) -> (start: Int, picks: [Int]) {
    var path: [Int] = []
    var place = number
    while parents[place] != FlatSearch.none {
      path.append(Int(picks[place]))
      place = Int(parents[place])
    }
    return (Int(picks[place]), path.reversed())
  }

  // MARK: States

  private func begin(_ start: Int) throws(Unfit) {
    var (row, ending) = try bench.start(start)
    if countPlace != nil { row.append(0) }
    var print = FlatPrint()
    for (place, value) in row.enumerated() { print.toggle(place, value) }
    switch ending {
    case .over: return
    case .stopped(let failures): return tally.stop(failures, in: bench.world)
    case .went:
      guard let number = add(print, FlatSearch.none, start) else { return }
      if let picture { try draw(row, in: picture, isStart: true) }
      next.rows += row
      next.numbers.append(UInt32(number))
      next.prints.append(print)
      try look(at: next.rows.count - width)
    case .violated(let violation):
      if !violation.isOfState { print.add(violation) }
      guard let number = add(print, FlatSearch.none, start) else { return }
      if let picture { try draw(row, in: picture, isStart: true) }
      violate(violation, at: number, turns: 0)
    }
  }

  /// The number of a state; nil where it is known.
  private func add(_ print: FlatPrint, _ parent: UInt32, _ pick: Int) -> Int? {
    guard seen.insert(print) else { return nil }
    parents.append(parent)
    picks.append(UInt32(pick))
    return parents.count - 1
  }

  /// A state that is new.
  private func draw(
    _ row: [UInt32], in picture: StateMachineMaker, isStart: Bool = false
  ) throws(Unfit) {
    let place = try place(of: row, in: picture)
    pictured.append(place)
    picture.count(place)
    if isStart { picture.noteStart(place) }
    if let excess = picture.excess { tally.end(at: excess) }
  }

  private func place(of row: [UInt32], in picture: StateMachineMaker) throws(Unfit) -> Int {
    if let known = places.answer(row, 0) { return Int(known) }
    let place = try bench.place(in: picture, of: row[...])
    places.remember(UInt32(place), row, 0)
    return place
  }

  /// A turn, wherever it leads.
  private func draw(_ successor: Int, from place: Int, isNew: Bool) throws(Unfit) {
    guard let picture else { return }
    var row = Array(current.rows[place * width..<(place + 1) * width])
    for number in successors[successor].first..<successors[successor].first
      + successors[successor].count
    {
      row[Int(changes[number].place)] = changes[number].value
    }
    if isNew { try draw(row, in: picture) }
    picture.turn(
      from: pictured[Int(current.numbers[place])], to: try self.place(of: row, in: picture),
      words[successor])
  }

  private func violate(_ violation: Violation, at number: Int, turns: Int) {
    picture?.noteViolation(pictured[number])
    tally.violate(violation, at: number, turns: turns, of: count)
  }

  private func expand(_ place: Int) throws(Unfit) {
    let row = place * width
    defer { forget() }
    present.removeAll(keepingCapacity: true)
    var count = 0
    for event in events.indices {
      let number = try answer(event, row)
      let answer = answers[number]
      if answer.fault >= 0 {
        let number = Int(current.numbers[place])
        return violate(violations[answer.fault], at: number, turns: turns - 1)
      }
      if tally.stopped != nil { return }
      count += answer.count
      present.append(number)
    }
    var isOut = false
    if let countPlace, let steps = maker.exploration.steps {
      isOut = Int(current.rows[row + countPlace]) >= steps
    }
    if count == 0 {
      try end(place)
    } else if !isOut {
      try goOn(place)
    }
  }

  /// Every way on from a state.
  private func goOn(_ place: Int) throws(Unfit) {
    var pick = 0
    for number in present {
      let answer = answers[number]
      for successor in answer.first..<answer.first + answer.count {
        tally.generated += 1
        note(reached: successors[successor].reached)
        try take(successor, from: place, pick)
        if !tally.isUnderWay { return }
        pick += 1
      }
    }
  }

  private func take(_ taken: Int, from place: Int, _ pick: Int) throws(Unfit) {
    let successor = successors[taken]
    let row = place * width
    var print = current.prints[place]
    for number in successor.first..<successor.first + successor.count {
      let change = changes[number]
      print.change(
        Int(change.place), current.rows[row + Int(change.place)], to: change.value)
    }
    if let countPlace {
      let events = current.rows[row + countPlace]
      print.change(countPlace, events, to: events + 1)
    } else if successor.count == 0, successor.violation < 0 {
      return
    }
    if successor.violation >= 0 { print.add(violations[successor.violation]) }
    let added = add(print, current.numbers[place], pick)
    if picture != nil { try draw(taken, from: place, isNew: added != nil) }
    guard let number = added else { return }
    if successor.violation >= 0 {
      return violate(violations[successor.violation], at: number, turns: turns)
    }
    let start = next.rows.count
    for column in row..<row + width { next.rows.append(current.rows[column]) }
    for number in successor.first..<successor.first + successor.count {
      next.rows[start + Int(changes[number].place)] = changes[number].value
    }
    if let countPlace { next.rows[start + countPlace] += 1 }
    for property in always.indices where alwaysReads[property] & successor.changed != 0 {
      let found = try violation(property, start)
      if found > 0 {
        next.rows.removeLast(width)
        return violate(violations[found - 1], at: number, turns: turns)
      }
    }
    next.numbers.append(UInt32(number))
    next.prints.append(print)
    try look(at: start)
  }

  /// What is asked of every state that is new.
  private func look(at start: Int) throws(Unfit) {
    for place in tally.unseen where try holds(place, start) { tally.unseen.remove(place) }
    tally.checkLimit(
      count, holding: (current.rows.count + next.rows.count) * 4 + bench.values.bytes)
  }

  /// Where nothing can happen any more.
  private func end(_ place: Int) throws(Unfit) {
    tally.hasEnd = true
    picture?.noteEnd(pictured[Int(current.numbers[place])])
    if maker.tables.file.eventually.isEmpty { return }
    let row = place * width
    let found: UInt32
    if let known = atEnd.answer(current.rows, row) {
      found = known
    } else {
      found = note(try bench.violationAtEnd(in: current.rows[row..<row + width]))
      atEnd.remember(found, current.rows, row)
    }
    if found > 0 {
      violate(
        violations[Int(found) - 1], at: Int(current.numbers[place]), turns: turns - 1)
    }
  }

  // MARK: Questions

  /// What can come of an event: the place in `answers`.
  private func answer(_ event: Int, _ row: Int) throws(Unfit) -> Int {
    if let known = events[event].answer(current.rows, row) { return Int(known) }
    var answer = Answer(first: successors.count)
    switch try bench.outcomes(of: event, in: current.rows[row..<row + width]) {
    case .failure(let fault): answer.fault = Int(note(fault.violation)) - 1
    case .success(let outcomes):
      for outcome in outcomes { add(outcome) }
      answer.count = outcomes.count
    }
    answers.append(answer)
    let number = answers.count - 1
    // A run that was not let go on gives no answer.
    if hasRoom, tally.stopped == nil {
      events[event].remember(UInt32(number), current.rows, row)
      remembered = (answers.count, successors.count, changes.count)
    }
    return number
  }

  private func add(_ outcome: FlatBench.Outcome) {
    let first = changes.count
    var changed: UInt64 = 0
    for change in outcome.changes {
      changes.append((Int32(change.place), change.value))
      changed |= FlatSearch.bits([change.place])
    }
    var violation = -1
    switch outcome.ending {
    case .went, .over: break
    case .violated(let found): violation = Int(note(found)) - 1
    case .stopped(let failures): tally.stop(failures, in: bench.world)
    }
    if picture != nil { words.append(outcome.words) }
    successors.append(
      Successor(
        first: first, count: outcome.changes.count, violation: violation, changed: changed,
        reached: number(of: outcome.reached)))
  }

  private func number(of parts: Set<Coverage.Part>) -> Int {
    if let known = reachedNumbers[parts] { return known }
    reachedNumbers[parts] = reached.count
    reached.append((parts, false))
    return reached.count - 1
  }

  private func note(reached number: Int) {
    if reached[number].isTaken { return }
    reached[number].isTaken = true
    for part in reached[number].parts { maker.coverage.note(part) }
  }

  /// One more than its place; 0 for none.
  private func note(_ violation: Violation?) -> UInt32 {
    guard let violation else { return 0 }
    violations.append(violation)
    return UInt32(violations.count)
  }

  private var hasRoom: Bool {
    changes.count * 4 + successors.count * 8 < FlatSearch.mostRemembered
      && answers.count * width < FlatSearch.mostRemembered
  }

  /// Lets go of what there was no room for.
  private func forget() {
    if answers.count == remembered.answers { return }
    answers.removeLast(answers.count - remembered.answers)
    successors.removeLast(successors.count - remembered.successors)
    if picture != nil { words.removeLast(words.count - successors.count) }
    changes.removeLast(changes.count - remembered.changes)
  }

  private func violation(_ property: Int, _ start: Int) throws(Unfit) -> Int {
    if let known = always[property].answer(next.rows, start) { return Int(known) }
    let row = next.rows[start..<start + width]
    let found = note(try bench.violation(ofAlways: property, in: row))
    if always[property].count * width < FlatSearch.mostRemembered {
      always[property].remember(found, next.rows, start)
    }
    return Int(found)
  }

  private func holds(_ place: Int, _ start: Int) throws(Unfit) -> Bool {
    if let known = sometimes[place].answer(next.rows, start) { return known == 1 }
    let holds = try bench.holds(place, in: next.rows[start..<start + width])
    if sometimes[place].count * width < FlatSearch.mostRemembered {
      sometimes[place].remember(holds ? 1 : 0, next.rows, start)
    }
    return holds
  }
}

extension FlatPrint {
  /// What failed on the way makes a state of its own.
  fileprivate mutating func add(_ violation: Violation) {
    var name = Fingerprint()
    name.add(violation.name)
    add(name.first, name.second)
  }
}
