import Scenarios
import Values

/// A run that does at each turn the earliest of what is left to be done that it can, else what a run does.
struct LedRun {
  private let maker: RunMaker
  private let run: ExploredRun
  private var path: RunPath
  private let isForEndless: Bool
  private var alone = TurnsAlone()
  private var recurrence = Recurrence()
  /// The turns up to the last one that a run does not take by itself.
  private var led = 0

  /// - Parameter isForEndless: Whether it is to be found that there is no rest.
  init(from start: Int, _ maker: RunMaker, isForEndless: Bool) {
    self.maker = maker
    self.isForEndless = isForEndless
    run = maker.make(start, isRecording: false)
    path = RunPath(start: start)
  }

  /// Where it violates something, and what; nil where nothing is violated.
  /// - Parameter turns: Counts the turns that are taken, of which there are no more than `most`.
  mutating func lead(
    by labels: [String], most: Int, counting turns: inout Int
  ) -> (path: RunPath, violation: Violation)? {
    let left = Labels(labels)
    defer { run.close() }
    run.guide = { choice, count in left.take((0..<count).map { "in: \(choice.words($0))" }) ?? 0 }
    var ending = run.begin(locals: maker.locals)
    path = path.replacingInner(by: run.inner.map(\.index))
    while path.choices.count <= most {
      switch ending {
      case .violated(let violation): return (path, violation)
      case .over, .stopped: return nil
      case .went: break
      }
      let options: NextMoves
      do throws(ExploredFault) { options = try run.options() } catch {
        return (path, error.violation)
      }
      if isForEndless, let isEndless = isEndless(behind: options) {
        return isEndless ? (endlessPath, .endlessness(in: maker)) : nil
      }
      let words = options.moves.map { RunReplay.words(for: $0, run) }
      guard let index = left.take(words) ?? (options.hasDefault ? 0 : nil) else {
        guard options.isEnd, !options.isOutOfSteps else { return nil }
        return run.violationAtEnd().map { (path, $0) }
      }
      let move = options.moves[index]
      ending = run.take(move)
      turns += 1
      path.add(RunMaker.Choice(move: move, inner: run.inner.map(\.index)), index)
      note(move, isLed: options.cost(index) > 0 || run.inner.contains { $0.index > 0 })
    }
    return nil
  }

  private mutating func note(_ move: Move, isLed: Bool) {
    alone.add(move)
    if isLed { led = path.choices.count }
    if isLed || alone.count == 0 { recurrence = Recurrence() }
  }

  /// Whether there is no rest from here on; nil as long as that is not known.
  private mutating func isEndless(behind options: NextMoves) -> Bool? {
    alone.note(options)
    if alone.bound != nil { return alone.isEndless }
    if options.isQuiet { recurrence = Recurrence() }
    if alone.count == 0 || options.isQuiet { return nil }
    return recurrence.isBack(run) ? true : nil
  }

  /// The way to where there is no rest any more, and nothing but what a run takes by itself.
  private var endlessPath: RunPath {
    path.prefix(max(led, path.choices.count - alone.countWithoutRest))
  }
}

/// What is left to be done, each word found at once, however much there is.
private final class Labels {
  /// Where each stands, the first place last.
  private var places: TextTable<[Int]> = [:]

  init(_ labels: [String]) {
    for (place, label) in labels.enumerated().reversed() {
      places[label, default: []].append(place)
    }
  }

  /// Takes the earliest of what is left that is one of these, and answers which of them it is.
  func take(_ words: [String]) -> Int? {
    var best: (place: Int, index: Int)?
    for (index, word) in words.enumerated() {
      guard let place = places[word]?.last, best.map({ place < $0.place }) ?? true else { continue }
      best = (place, index)
    }
    guard let best else { return nil }
    places[words[best.index]]?.removeLast()
    return best.index
  }
}
