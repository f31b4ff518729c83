import Scenarios

/// How many turns a world has taken by itself since the outside last did something: its script, an event, a
/// fault. Of all these there is an end, so that a run in which this has one ends.
struct TurnsAlone {
  /// As many are taken by a run that nobody has found an end of.
  static let most = 10_000
  /// Behind as many what priorities hold back has its chance as well: else what goes on for ever by itself would
  /// keep all else from happening.
  static let mostUnfair = 1_000

  /// No run goes further, whatever its script still has to do: there may be a million timers in one `advance`.
  static let mostInAll = 100_000

  private(set) var count = 0
  /// How many turns there were, whoever caused them.
  private(set) var all = 0
  /// How many there were when no turn was ready last.
  private var countAtRest: Int?

  mutating func add(_ move: Move) {
    all += 1
    switch move {
    case .ready, .overtaking, .delayed: count += 1
    case .script, .thread, .event, .message, .crash: (count, countAtRest) = (0, nil)
    }
  }

  /// What can happen behind them.
  mutating func note(_ options: NextMoves) { if options.isQuiet { countAtRest = count } }

  /// What a run that is ended here was ended at; nil where it may go on.
  var bound: Explored.Cut.Bound? {
    if count >= TurnsAlone.most { return .turnsAlone(TurnsAlone.most) }
    return all >= TurnsAlone.mostInAll ? .turns(TurnsAlone.mostInAll) : nil
  }

  /// How many there were behind the first state from which on a turn was always ready.
  var countWithoutRest: Int { count - (countAtRest.map { $0 + 1 } ?? 0) }

  /// Whether there was always a turn that was ready in the latter half of them.
  var isEndless: Bool { count >= TurnsAlone.most && (countAtRest ?? 0) < TurnsAlone.most / 2 }
}
