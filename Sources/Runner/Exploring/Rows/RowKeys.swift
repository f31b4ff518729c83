import Reactor
import Scenarios
import Values

/// Makes the keys of the texts of one world, of what they are made of: not a word of it is written.
///
/// What a text says must be in its key, and nothing of the world besides. So it follows what
/// `StateWriter` writes, piece by piece.
final class RowKeys {
  let run: ExploredRun
  private let rows: PartRows
  /// By actors, at which place among what lingers of them a body is.
  private var lingering: [Int: [ObjectIdentifier: Int]] = [:]

  init(_ run: ExploredRun, _ rows: PartRows) {
    self.run = run
    self.rows = rows
  }

  // MARK: What is under way

  func key(of mail: Mail) -> TextKey {
    var key = TextKey(.message)
    add(mail.parts, to: &key)
    return key
  }

  /// A ready turn, or with what is left of its time that of a timer; nil where its party is to be asked.
  func key(of turn: Turn, in rest: Int64? = nil) -> TextKey? {
    let world = run.world
    guard turn.party == world.party, let work = world.scheduled[turn.word] else { return nil }
    var key = TextKey(rest == nil ? .turn : .timer)
    if let rest { key.add(long: rest) }
    add(work.turnParts, to: &key)
    return key
  }

  func key(of element: ReadyTurns.Element) -> TextKey {
    var key = TextKey(.element)
    key.add(element.entry)
    add(element.value, to: &key)
    return key
  }

  func key(of dispatch: ReadyTurns.Dispatch) -> TextKey {
    var key = TextKey(.dispatch)
    key.add(rows.keyed.number(of: dispatch.action))
    add(dispatch.payload, to: &key)
    return key
  }

  /// A body that is over but for its timers. It has a key where nothing else is left of it.
  func key(ofLingering body: Body) -> TextKey {
    var key = TextKey(.lingering)
    guard body.status == .lingering, body.wait == nil, body.purpose is Work,
      !body.parts.all.contains(where: \.isAtWork)
    else {
      key.fail()
      return key
    }
    add(body.purpose.purposeParts, to: &key)
    add(body.frame, to: &key)
    key.add(body.timers.count)
    for timer in body.timers {
      add(timer.parts, to: &key)
      add(timer.pending, to: &key)
    }
    return key
  }

  private func add(_ pending: PendingWork?, to key: inout TextKey) {
    guard let pending else { return key.add(0) }
    guard let rest = run.world.scheduler.rest(of: pending.timer) else { return key.add(1) }
    key.add(2)
    key.add(long: rest)
  }

  // MARK: Scripts side by side

  /// Where one of them is, and what it has bound. It has a key where that is no promise, and nothing in it
  /// looks back at what was before.
  func key(ofThread number: Int, in threads: Threads) -> TextKey {
    var key = TextKey(.thread)
    key.add(number)
    if let bound = threads.bound[number] {
      if !bound.promises.isEmpty { key.fail() }
      key.add(0)
      add(bound.values[...], to: &key)
    } else if let cursor = threads.cursors[number] {
      key.add(1)
      add(cursor.place, cursor.locals.locals, to: &key)
    } else {
      key.add(1)
      add(run.run.place, run.run.frame.locals, to: &key)
    }
    return key
  }

  private func add(_ place: ScriptPlace, _ locals: LocalValues, to key: inout TextKey) {
    if !place.promises.isEmpty || place.pendingRow != nil { return key.fail() }
    key.add(place.blocks.count)
    for block in place.blocks { add(block, to: &key) }
    if let waiting = place.waiting { add(waiting, to: &key) } else { key.add(0) }
    add(locals, to: &key)
  }

  private func add(_ block: ScriptPlace.Block, to key: inout TextKey) {
    key.add(block.steps.count)
    if let first = block.steps.first { key.add(rows.keyed.number(of: first)) }
    key.add(block.next)
    key.add(block.base)
    guard let loop = block.loop else { return key.add(0) }
    if loop.caller != nil || !loop.opened.kept.isEmpty { return key.fail() }
    let left = loop.passes.count - loop.pass - 1
    if let elements = loop.passes.elements?.values {
      key.add(1)
      add(elements.suffix(left), to: &key)
    } else {
      key.add(2)
      key.add(left)
    }
  }

  private func add(_ waiting: ScriptPlace.Waiting, to key: inout TextKey) {
    if !waiting.opened.kept.isEmpty { return key.fail() }
    switch waiting.stage {
    case .event(nil, nil): key.add(1)
    case .event: return key.fail()
    case .moving(let advance):
      key.add(2)
      key.add(long: advance.end.nanoseconds - run.world.scheduler.now.nanoseconds)
    case .arrived: key.add(3)
    }
    key.add(rows.keyed.number(of: waiting.opened.step))
  }

  // MARK: Pieces

  private func add(_ parts: [StatePart], to key: inout TextKey) {
    for part in parts { add(part, to: &key) }
  }

  private func add(_ part: StatePart, to key: inout TextKey) {
    switch part {
    case .text(let text):
      key.add(0)
      key.add(rows.keyed.number(of: text))
    case .value(let value):
      key.add(1)
      add(value, to: &key)
    case .written(let written):
      key.add(2)
      key.add(rows.keyed.number(of: written.name))
      add(written.payload, to: &key)
    case .locals(let locals):
      key.add(3)
      add(locals, to: &key)
    case .step(let step):
      key.add(4)
      key.add(rows.keyed.number(of: step))
    case .frame(let frame):
      key.add(5)
      add(frame, to: &key)
    case .span(let nanoseconds):
      key.add(6)
      key.add(long: nanoseconds)
    case .actor(let number):
      key.add(7)
      add(run.actors.runs[number], to: &key)
    case .named(let body as Body):
      key.add(8)
      add(body, to: &key)
    case .error, .named: key.fail()
    }
  }

  private func add(_ value: Value, to key: inout TextKey) {
    let number = rows.number(of: value)
    if rows.keyed.mayName(value, number) { return key.fail() }
    key.add(number)
  }

  private func add(_ values: ArraySlice<Value>, to key: inout TextKey) {
    key.add(values.count)
    for value in values { add(value, to: &key) }
  }

  private func add(_ locals: LocalValues, to key: inout TextKey) {
    key.add(locals.count)
    for place in 0..<locals.count { add(locals[place], to: &key) }
  }

  private func add(_ frame: Frame, to key: inout TextKey) {
    if frame.place != nil || frame.computation != nil { return key.fail() }
    key.add(frame.part.map { $0 + 1 } ?? 0)
    guard let actor = run.actors.actor(of: frame) else { return key.add(0) }
    key.add(1)
    add(actor, to: &key)
  }

  /// One that has ended is named by another name where there is another one of its name.
  private func add(_ actor: ActorRun, to key: inout TextKey) {
    key.add(rows.model.member(actor))
    key.add(actor.isNumbered || run.actors.references[actor.name] === actor ? 1 : 0)
  }

  /// A body of an actor, as others see it: by which of that one's it is.
  private func add(_ body: Body, to key: inout TextKey) {
    guard body.call == nil, let actor = body.actor else { return key.fail() }
    add(actor, to: &key)
    if actor.work?.body === body { return key.add(0) }
    if actor.setup === body { return key.add(1) }
    guard let place = place(of: body, amongLingeringOf: actor) else { return key.fail() }
    key.add(2)
    key.add(place)
  }

  private func place(of body: Body, amongLingeringOf actor: ActorRun) -> Int? {
    if lingering[actor.number] == nil {
      var places: [ObjectIdentifier: Int] = [:]
      for (place, body) in actor.lingering.all.enumerated() {
        places[ObjectIdentifier(body)] = place
      }
      lingering[actor.number] = places
    }
    return lingering[actor.number]?[ObjectIdentifier(body)]
  }
}
