import Scenarios
import Values

/// Goes a way through a run once more, and tells it: turn by turn, with the token by which it can be gone
/// again.
final class RunReplay {
  /// What a run came to.
  struct Told {
    var turns: [Explored.Turn] = []
    var picks: [ScheduleToken.Pick] = []
    var deviations = 0
    var violation: Violation?
    /// All that happened.
    var log: RunLog?
    /// Where what was to be picked was not there, or there was nothing more to pick: the number of the
    /// turn, from 1.
    var lostAt: Int?
    /// Where it was not let go on.
    var stopped: [Failure]?
    /// Why that is, where it is a matter of time.
    var ending: Ending?
    /// Whether the world's run is over for want of something to choose from.
    var isOver = false
    /// Whether it was ended, and nothing had come to rest in the latter half of it.
    var isEndless = false

    var count: Int { turns.count }
  }

  private let maker: RunMaker
  private var told = Told()
  /// What is known of each turn, for telling which has a part in how it ends.
  private var origins: [CausalPast.Origin] = []
  /// How many choices there have been, but for those inside the turn under way.
  private var place = 0
  /// How many there have been inside it.
  private var asked = 0
  /// The turns behind which it ends in any case; nil where it ends as the world does.
  private var most: Int?

  init(_ maker: RunMaker) { self.maker = maker }

  /// Goes the way that a search has found.
  static func tell(_ path: RunPath, _ maker: RunMaker) -> Told {
    var indices = path.indices[...]
    var inner: [[Int]] = [path.first] + path.choices.map(\.inner)
    inner.reverse()
    let replay = RunReplay(maker.withoutHurry)
    replay.most = path.choices.count
    return replay.go(
      from: path.start,
      turn: { _, _ in indices.popFirst() },
      inner: { inner.popLast() ?? [] }, guide: nil)
  }

  /// The numbers of the moves that a search of states has found.
  static func path(
    _ start: Int, _ first: [Int], _ choices: [RunMaker.Choice], _ maker: RunMaker
  ) -> RunPath {
    var path = RunPath(start: start).replacingInner(by: first)
    let (run, _) = maker.withoutHurry.begin(start, first)
    defer { run.close() }
    for choice in choices {
      guard let options = try? run.options(),
        let index = options.moves.firstIndex(where: { $0.isSame(as: choice.move) })
      else { return path }
      _ = run.take(choice.move, choice.inner)
      path.add(choice, index)
    }
    return path
  }

  /// The path of the moves that were picked by their numbers alone.
  static func path(_ start: Int, picks: [Int], _ maker: RunMaker) -> RunPath {
    var path = RunPath(start: start)
    let (run, _) = maker.withoutHurry.begin(start, [])
    defer { run.close() }
    for pick in picks {
      guard let options = try? run.options(), options.moves.indices.contains(pick) else { break }
      let choice = RunMaker.Choice(move: options.moves[pick], inner: [])
      _ = run.take(choice.move)
      path.add(choice, pick)
    }
    return path
  }

  /// Goes where a token leads, as far as the model lets it: what is not there any more is looked for by
  /// what it was about.
  ///
  /// - Parameter most: The turns behind which it ends in any case; for what is told of may be that there is
  ///   no end.
  static func follow(_ token: ScheduleToken, _ maker: RunMaker, most: Int? = nil) -> Told {
    let replay = RunReplay(maker)
    replay.most = most
    var picks = token.picks[...]
    func next(_ words: [String]) -> Int? {
      guard let pick = picks.first, pick.place == replay.place + replay.asked else { return nil }
      picks.removeFirst()
      if pick.index < words.count, ScheduleToken.check(words[pick.index]) == pick.check {
        return pick.index
      }
      // An edited model may have it elsewhere.
      if let index = words.firstIndex(where: { ScheduleToken.check($0) == pick.check }) {
        return index
      }
      if replay.told.lostAt == nil { replay.told.lostAt = replay.told.count + 1 }
      return nil
    }
    let start =
      maker.starts.count > 1
      ? next(maker.starts.indices.map { RunReplay.words(forStart: $0) }) : nil
    var told = replay.go(
      from: start ?? 0,
      turn: { options, run in
        let words = options.moves.map { RunReplay.words(for: $0, run) }
        return next(words) ?? (options.hasDefault ? 0 : nil)
      },
      inner: { [] },
      guide: { choice, count in
        defer { replay.asked += 1 }
        return next((0..<count).map { choice.words($0) }) ?? 0
      })
    if told.lostAt == nil, !picks.isEmpty { told.lostAt = told.count }
    return told
  }

  /// What each turn of a way is about, and each choice inside it that is not the first.
  /// - Parameter isAll: Else only of those that a run does not take by itself.
  static func labels(
    of path: RunPath, _ maker: RunMaker, isAll: Bool = true
  ) -> [String] {
    var labels: [String] = []
    let (run, _) = maker.withoutHurry.begin(path.start, path.first)
    defer { run.close() }
    labels += innerLabels(run)
    for (place, choice) in path.choices.enumerated() {
      if isAll || path.isLed(at: place) { labels.append(words(for: choice.move, run)) }
      _ = run.take(choice.move, choice.inner)
      labels += innerLabels(run)
    }
    return labels
  }

  private static func innerLabels(_ run: ExploredRun) -> [String] {
    run.inner.filter { $0.index > 0 }.map { "in: \($0.choice.words($0.index))" }
  }

  private static func words(forStart number: Int) -> String { "start \(number)" }

  static func words(for move: Move, _ run: ExploredRun) -> String {
    let (actor, words) = run.words(for: move)
    return "\(actor): \(words)"
  }

  /// All of a log, for comparing it with another.
  static func text(of log: RunLog?) -> String {
    (log?.entries ?? RunLog().entries).map { entry in
      let event = entry.event
      let words = [event.subject, event.other, event.name, event.text, event.cause].map {
        $0?.raw ?? ""
      }
      let values = [event.old, event.value].map { $0.map { "\($0)" } ?? "" }
      return "\(entry.turn) \(entry.time) \(event.kind.rawValue) \(words) \(values)"
    }.joined(separator: "\n")
  }

  // MARK: Going

  private func go(
    from start: Int, turn: (NextMoves, ExploredRun) -> Int?, inner: () -> [Int],
    guide: ((InnerChoice, Int) -> Int)?
  ) -> Told {
    if maker.starts.count > 1 { note(start, RunReplay.words(forStart: start), cost: 0) }
    let run = maker.make(start, isRecording: true)
    defer { run.close() }
    run.guide = guide
    finish(run, run.begin(locals: maker.locals, inner()), nil)
    told.turns.removeAll()
    var alone = TurnsAlone()
    while told.violation == nil, told.stopped == nil, !told.isOver {
      let options: NextMoves
      do throws(ExploredFault) { options = try run.options() } catch {
        told.violation = error.violation
        break
      }
      alone.note(options)
      let mayGoOn = most.map { told.count < $0 } ?? (alone.bound == nil)
      guard !options.moves.isEmpty, mayGoOn, let index = turn(options, run) else {
        if options.isEnd, !options.isOutOfSteps { told.violation = run.violationAtEnd() }
        break
      }
      alone.add(options.moves[index])
      take(index, options, run, inner())
    }
    told.isEndless = alone.isEndless
    told.log = run.run.log
    setOff()
    return told
  }

  /// Marks the turns that have no part in what is violated: of models of actors alone, since what others
  /// read of each other is not known turn by turn.
  private func setOff() {
    let parts = maker.tables.file.parts
    guard told.violation?.isOfLastTurn == true, maker.tables.model.cells.isEmpty,
      parts.count(of: .actor) == parts.count
    else { return }
    let past = CausalPast.turns(
      origins, sendingTo: told.turns.last?.sent.map(\.receiver) ?? [], in: told.log)
    for (number, isPast) in past.enumerated() where told.turns.indices.contains(number) {
      told.turns[number].isPast = isPast
    }
  }

  private func take(_ index: Int, _ options: NextMoves, _ run: ExploredRun, _ inner: [Int]) {
    let move = options.moves[index]
    var (actor, words) = run.words(for: move)
    note(index, "\(actor): \(words)", cost: options.cost(index))
    let before = run.run.log?.entries.count ?? 0
    let (isWide, victim) = (move.isWide(in: run), move.victim(in: run))
    let changes = run.actors.disturbances.changes
    let ending = run.take(move, inner)
    switch move {
    case .script, .thread: words = run.lastWords
    case .ready, .overtaking, .delayed, .event, .message, .crash: break
    }
    if words.hasPrefix("\(actor).") { words = String(words.dropFirst(actor.count + 1)) }
    actor = actor.isEmpty ? "world" : actor
    var turn = Explored.Turn(actor: actor, words: words, deviations: options.cost(index))
    if let entries = run.run.log?.entries, before <= entries.count {
      for entry in entries.dropFirst(before) where entry.event.kind == .told {
        guard let receiver = entry.event.other, let message = entry.event.name else { continue }
        turn.sent.append(Explored.Turn.Sent(to: receiver.raw, message.raw))
      }
    }
    origins.append(
      CausalPast.Origin(
        start: before, part: victim ?? actor,
        isWide: isWide || words == "advance" || run.actors.disturbances.changes > changes,
        isCaused: move.isCaused))
    finish(run, ending, turn)
  }

  /// Notes what was chosen inside the turn, and how it went.
  private func finish(_ run: ExploredRun, _ ending: ExploredRun.Ending, _ turn: Explored.Turn?) {
    asked = 0
    var turn = turn ?? Explored.Turn(actor: "", words: "")
    for pick in run.inner {
      let words = pick.choice.words(pick.index)
      note(pick.index, words, cost: pick.index > 0 ? 1 : 0)
      if pick.index > 0 { turn.deviations += 1 }
      if let told = pick.toldWords { turn.choices.append(told) }
    }
    told.turns.append(turn)
    switch ending {
    case .went: break
    case .over: told.isOver = true
    case .violated(let violation): told.violation = violation
    case .stopped(let failures):
      (told.stopped, told.ending) = (failures, run.world.watchdog.ending)
    }
  }

  /// One choice more.
  private func note(_ index: Int, _ words: String, cost: Int) {
    told.deviations += cost
    if index > 0 || cost > 0 {
      told.picks.append(
        ScheduleToken.Pick(place: place, index: index, check: ScheduleToken.check(words)))
    }
    place += 1
  }
}
