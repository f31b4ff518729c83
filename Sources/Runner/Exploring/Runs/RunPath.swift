/// A way through the turns of a run, with the numbers of what was picked.
struct RunPath {
  let start: Int
  /// What was chosen in the first turn, in which the world is made.
  private(set) var first: [Int] = []
  private(set) var choices: [RunMaker.Choice] = []
  /// The number of each move among those that could be taken.
  private(set) var indices: [Int] = []

  init(start: Int) { self.start = start }

  /// All that was picked, in order.
  var picks: [Int] {
    var picks = [start] + first
    for (choice, index) in zip(choices, indices) {
      picks.append(index)
      picks += choice.inner
    }
    return picks
  }

  /// What was chosen in the last turn of it.
  var lastInner: [Int] { choices.last?.inner ?? first }

  /// Whether it is what a run takes by itself, from the one start.
  var isTakenByRun: Bool {
    !choices.indices.contains(where: { isLed(at: $0) })
      && (first + choices.flatMap(\.inner)).allSatisfy { $0 == 0 }
  }

  /// Whether a move is none that a run takes by itself.
  func isLed(at place: Int) -> Bool { indices[place] > 0 || choices[place].move.isFromOutside }

  mutating func add(_ choice: RunMaker.Choice, _ index: Int) {
    choices.append(choice)
    indices.append(index)
  }

  /// The first so many turns of it.
  func prefix(_ count: Int) -> RunPath {
    var path = self
    path.choices.removeSubrange(min(count, choices.count)...)
    path.indices.removeSubrange(min(count, indices.count)...)
    return path
  }

  /// With other choices inside the last turn.
  func replacingInner(by inner: [Int]) -> RunPath {
    var path = self
    if let last = path.choices.popLast() {
      path.choices.append(RunMaker.Choice(move: last.move, inner: inner))
    } else {
      path.first = inner
    }
    return path
  }
}
