import Reactor
import Scenarios

/// What a turn reads, and what it takes out of the queues.
struct TurnRead {
  var key: [UInt32]
  /// Where it may change what stands there.
  var places: [Int]
  /// The row with the turn taken out of the queues.
  var taken: [UInt32]
  /// The units whose ready turns may be told of otherwise behind it; the key holds which these are.
  var units: [Int] = []
  /// The thread of the script of which alone it reads and changes where that is; nil where it may be all of the script.
  var thread: Int?
  /// Whether all others are over: what comes of its end is not its own then.
  var isLastThread = false

  /// Whether turns that were remembered for the same key come to the same.
  func fits(_ turns: [RememberedTurn]) -> Bool {
    !isLastThread || !turns.contains(where: \.endsThread)
  }
}

/// Says of turns what they may read, by the row of the state in which they are taken.
struct TurnReads {
  private let model: PartModel
  private let rows: PartRows
  /// Whether it is counted how many events there were.
  private let countsEvents: Bool
  /// What any turn may read.
  private let base: [Int]

  init(_ model: PartModel, _ rows: PartRows, in maker: RunMaker) {
    self.model = model
    self.rows = rows
    countsEvents = maker.exploration.steps != nil
    let isDisturbing = maker.plan.hasFaultsInTurns || !maker.tables.file.model.services.isEmpty
    base = (isDisturbing ? [model.disturbed] : []) + [model.made]
  }

  /// Nil where it may read anything.
  /// - Parameter isWhole: Whether a thread may read where the others are.
  func read(_ move: Move, _ row: [UInt32], isWhole: Bool = false) -> TurnRead? {
    switch move {
    case .ready(let place): return read(ready: place, row)
    case .overtaking(let actor, let place):
      return read(overtaking: RowStandings(row, rows).member(actor), place, row)
    case .thread(let number):
      guard let footprint = model.footprint(ofThread: number), !rows.hearsInEvent(row) else {
        return nil
      }
      if !isWhole, let read = read(thread: number, footprint, row) { return read }
      return read([3, UInt32(number)], footprint, row, adding: [model.script])
    case .event(let number, let values):
      guard let footprint = model.events[number], !rows.hearsInEvent(row) else { return nil }
      var read = read([4, UInt32(number)] + values.map { rows.number(of: $0) }, footprint, row)
      if countsEvents { read?.taken[model.count] += 1 }
      return read
    case .message(let fault, let actor, let place):
      return read(fault, RowStandings(row, rows).member(actor), place, row)
    case .script, .delayed, .crash: return nil
    }
  }

  // MARK: Footprints

  private func read(
    _ begin: [UInt32], _ footprint: PartModel.Footprint, _ row: [UInt32], adding more: [Int] = []
  ) -> TurnRead? {
    var places = base + more
    for place in footprint.places where !more.contains(place) { places.append(place) }
    for unit in footprint.units {
      let standing = row[model.standings.lowerBound + unit]
      // The messages in which it has asked would tell of it otherwise.
      if rows.facts(standing).asksActors { return nil }
      for other in rows.others(standing) where !places.contains(other) { places.append(other) }
    }
    var loads: [UInt32] = []
    for pool in footprint.pools {
      let members = model.members(of: pool)
      loads += rows.loads(of: members, row)
      for member in members {
        let standing = model.standings.lowerBound + member
        if !places.contains(standing) { places.append(standing) }
      }
    }
    return TurnRead(key: begin + places.map { row[$0] } + loads, places: places, taken: row)
  }

  private func read(
    _ begin: [UInt32], of unit: Int, _ text: UInt32?, _ row: [UInt32], _ taken: [UInt32]
  ) -> TurnRead? {
    guard let footprint = model.turns[unit] else { return nil }
    return read(begin, footprint, of: [unit], text, row, taken)
  }

  /// - Parameter units: Those that are at work in the turn besides reactors, stores and services that it
  ///   sets to work.
  private func read(
    _ begin: [UInt32], _ footprint: PartModel.Footprint, of units: [Int], _ text: UInt32?,
    _ row: [UInt32], _ taken: [UInt32]
  ) -> TurnRead? {
    var places: [Int] = []
    func add(_ place: Int) { if !places.contains(place) { places.append(place) } }
    for unit in units {
      add(model.standings.lowerBound + unit)
      add(model.states.lowerBound + unit)
    }
    if let text { rows.others(text).forEach(add) }
    for unit in units { rows.others(row[model.standings.lowerBound + unit]).forEach(add) }
    guard var read = read(begin, footprint, row, adding: places) else { return nil }
    read.taken = taken
    read.units = units
    read.key += rows.lists[taken[model.ready]].filter { rows.isOther($0, of: units) }.sorted()
    return read
  }

  /// What a thread reads by itself: so each of its steps is looked at once, and not for each place where the others
  /// may be.
  private func read(
    thread number: Int, _ footprint: PartModel.Footprint, _ row: [UInt32]
  ) -> TurnRead? {
    guard let (rest, own, isLast) = rows.alone(number, in: row[model.script]) else { return nil }
    var read = read([11, UInt32(number), rest, own], footprint, row)
    // Something else of it may point at the script.
    if read?.places.contains(model.script) ?? true { return nil }
    read?.thread = number
    read?.isLastThread = isLast
    return read
  }

  // MARK: Ready turns

  private func read(ready place: Int, _ row: [UInt32]) -> TurnRead? {
    var ready = Array(rows.lists[row[model.ready]])
    var taken = row
    let number = ready.remove(at: place)
    switch rows.item(number) {
    case .message(let actor, let message):
      taken[model.ready] = rows.number(of: ready)
      return read(
        [0, UInt32(actor), message, isMore(for: actor, taken)], of: actor, message, row, taken)
    case .next(let actor):
      let mail = rows.lists[row[model.mails.lowerBound + actor]]
      guard let first = mail.first else { return nil }
      taken[model.mails.lowerBound + actor] = rows.number(of: Array(mail.dropFirst()))
      taken[model.ready] = rows.number(of: ready)
      return read(
        [1, UInt32(actor), first, isMore(for: actor, taken)], of: actor, first, row, taken)
    case .entry(let unit, let words):
      taken[model.ready] = rows.number(of: ready)
      return read([5, UInt32(unit), words], of: unit, words, row, taken)
    case .queued(let unit):
      taken[model.ready] = rows.number(of: ready)
      return read([6, UInt32(unit)], of: unit, nil, row, taken)
    case .other(let whose?, let words):
      if rows.facts(words).isLabel, ready.contains(number) { return nil }
      taken[model.ready] = rows.number(of: ready)
      if rows.facts(words).isDelayedEvent {
        guard case .unit(let unit) = whose else { return nil }
        return read(delayedEvent: words, of: unit, row, taken)
      }
      switch whose {
      case .unit(let unit):
        return read(
          [2, UInt32(unit), words, isMore(for: unit, taken)], of: unit, words, row, taken)
      case .script:
        guard let footprint = model.steps else { return nil }
        let others = rows.others(words).filter { $0 != model.script }
        var read = read([7, words], footprint, row, adding: [model.script] + others)
        read?.taken = taken
        return read
      }
    case .other(nil, _): return nil
    }
  }

  /// Whether an actor will find another message.
  private func isMore(for unit: Int, _ taken: [UInt32]) -> UInt32 {
    guard model.members.indices.contains(unit) else { return 0 }
    return rows.lists[taken[model.mails.lowerBound + unit]].isEmpty ? 0 : 1
  }

  /// A step with `after` whose time has come. Whoever it sends to receives it in this very turn, or has it
  /// wait in its mailbox: so what they are at and what waits for them is read, whichever of them it is.
  private func read(
    delayedEvent words: UInt32, of unit: Int, _ row: [UInt32], _ taken: [UInt32]
  ) -> TurnRead? {
    guard let own = model.turns[unit], let footprint = model.delayedEvents[unit] else { return nil }
    return read(
      [10, UInt32(unit), words, isMore(for: unit, taken)], footprint,
      of: [unit] + own.receivers.filter { $0 != unit }, words, row, taken)
  }

  // MARK: Messages

  /// The message at a place; nil where none is there.
  private func message(_ place: WaitingPlace, of member: Int, _ row: [UInt32]) -> UInt32? {
    switch place {
    case .mail(let place):
      let mail = rows.lists[row[model.mails.lowerBound + member]]
      return place < mail.count ? mail[mail.startIndex + place] : nil
    case .sent(let place):
      let ready = rows.lists[row[model.ready]]
      guard place < ready.count,
        case .message(member, let message) = rows.item(ready[ready.startIndex + place])
      else { return nil }
      return message
    }
  }

  /// Takes a message out of where it waits. With the last one of a mailbox goes the turn that would take it.
  private func remove(_ place: WaitingPlace, of member: Int, _ row: inout [UInt32]) {
    switch place {
    case .mail(let place):
      var mail = Array(rows.lists[row[model.mails.lowerBound + member]])
      mail.remove(at: place)
      row[model.mails.lowerBound + member] = rows.number(of: mail)
      if mail.isEmpty { takeBackNext(of: member, &row) }
    case .sent(let place):
      var ready = Array(rows.lists[row[model.ready]])
      ready.remove(at: place)
      row[model.ready] = rows.number(of: ready)
    }
  }

  private func takeBackNext(of member: Int, _ row: inout [UInt32]) {
    var ready = Array(rows.lists[row[model.ready]])
    let next = rows.number(of: .next(of: member))
    guard let place = ready.firstIndex(of: next) else { return }
    ready.remove(at: place)
    row[model.ready] = rows.number(of: ready)
  }

  /// Who receives one message before others takes back the turn in which it would have taken the first of
  /// its mailbox, and posts it again behind, where there is one.
  private func read(
    overtaking member: Int, _ place: WaitingPlace, _ row: [UInt32]
  ) -> TurnRead? {
    guard let message = message(place, of: member, row),
      rows.facts(row[model.standings.lowerBound + member]).isFree
    else { return nil }
    var taken = row
    remove(place, of: member, &taken)
    takeBackNext(of: member, &taken)
    return read(
      [8, UInt32(member), message, isMore(for: member, taken)], of: member, message, row, taken)
  }

  /// A message that is lost or comes twice. Of an open question others tell how many messages ask it,
  /// wherever they are.
  private func read(
    _ fault: Exploration.Fault, _ member: Int, _ place: WaitingPlace, _ row: [UInt32]
  ) -> TurnRead? {
    guard let message = message(place, of: member, row), !rows.facts(message).isOpenQuestion
    else { return nil }
    var taken = row
    let kind: UInt32
    switch fault {
    case .drop:
      kind = 0
      remove(place, of: member, &taken)
    case .duplicate:
      kind = 1
      copy(place, of: member, &taken)
    case .delay, .crash, .crashMidway, .reject: return nil
    }
    return TurnRead(
      key: [9, kind, UInt32(member), message, row[model.disturbed]], places: [model.disturbed],
      taken: taken)
  }

  /// The copy stands directly behind the message.
  private func copy(_ place: WaitingPlace, of member: Int, _ row: inout [UInt32]) {
    let (list, place) =
      switch place {
      case .mail(let place): (model.mails.lowerBound + member, place)
      case .sent(let place): (model.ready, place)
      }
    var all = Array(rows.lists[row[list]])
    all.insert(all[place], at: place + 1)
    row[list] = rows.number(of: all)
  }
}
