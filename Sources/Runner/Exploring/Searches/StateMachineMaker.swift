import Scenarios
import Values

/// Puts together the state machine that a search goes through: states that look alike become one, and
/// turns that change nothing of that are left out.
final class StateMachineMaker {
  /// What states are merged by; where there are none each state stands for itself.
  let formulas: [Formula]
  private(set) var machine = StateMachine()
  private var numbers: [[String]: Int] = [:]
  private var turns: [Pair: Int] = [:]
  private var words: [Pair: TextSet] = [:]

  private struct Pair: Hashable {
    let from: Int
    let to: Int
  }

  init(by formulas: [Formula]) { self.formulas = formulas }

  /// The most states that are worth drawing.
  private var most: Int { formulas.isEmpty ? 200 : 2_000 }

  /// Why there is nothing to draw: there are too many states.
  var excess: String? { machine.states.count > most ? "\(most) states to be drawn" : nil }

  /// The place of what a run looks like between two turns.
  func place(of run: ExploredRun) -> Int {
    if !formulas.isEmpty { return place(of: values(in: run)) }
    let lines = run.description(withOrder: false).lines
    return place(
      of: lines.compactMap { StateMachine.Label($0) },
      knownBy: lines.map { "\($0.path) \($0.content)" })
  }

  /// What the formulas give.
  func values(in run: ExploredRun) -> [StateMachine.Label] {
    formulas.map { formula in
      StateMachine.Label(formula.text, run.value(of: formula)?.brief ?? "fails")
    }
  }

  func place(of labels: [StateMachine.Label]) -> Int {
    place(of: labels, knownBy: labels.map(\.value))
  }

  private func place(of labels: [StateMachine.Label], knownBy key: [String]) -> Int {
    if let known = numbers[key] { return known }
    numbers[key] = machine.states.count
    machine.states.append(StateMachine.State(labels))
    return machine.states.count - 1
  }

  /// One state more looks so.
  func count(_ place: Int) { machine.states[place].count += 1 }

  func noteStart(_ place: Int) { machine.states[place].isStart = true }

  func noteEnd(_ place: Int) { machine.states[place].isEnd = true }

  func noteViolation(_ place: Int) { machine.states[place].isViolating = true }

  func turn(from: Int, to: Int, _ text: String) {
    if from == to { return }
    let pair = Pair(from: from, to: to)
    guard words[pair, default: []].insert(text) else { return }
    if let known = turns[pair] {
      machine.turns[known].words.append(text)
    } else {
      turns[pair] = machine.turns.count
      machine.turns.append(StateMachine.Turn(from: from, to: to, words: [text]))
    }
  }

  func finish(bound: String?) -> StateMachine {
    machine.bound = bound
    return machine
  }
}

extension StateMachine.Label {
  /// A line of a world's description, where it tells something to people: where scripts and bodies are is
  /// seen of the turns.
  fileprivate init?(_ line: WorldDescription.Line) {
    let words = line.path.split(separator: " ")
    guard let first = words.first,
      !["script", "thread", "body", "answer", "clock", "ready"].contains(first),
      words.last != "work", line.content != "idle", line.content != "null"
    else { return nil }
    let isOfPart = ["cell", "actor", "reactor", "store", "service"].contains(first)
    let name = isOfPart ? words.dropFirst().filter { $0 != "state" } : words[...]
    self.init(name.joined(separator: " "), line.content)
  }
}

extension ExploredRun {
  /// What a formula gives here; nil where it fails.
  fileprivate func value(of formula: Formula) -> Value? {
    world.looking { try? world.evaluate(formula, in: world.bare) }
  }

  /// What a turn is about that has just been taken, by what was said of it before.
  func pictured(_ move: Move, _ before: (actor: String, words: String)) -> String {
    var words: String
    switch move {
    case .script, .thread: words = lastWords
    case .event, .message, .crash: words = before.words
    case .ready, .overtaking, .delayed: words = "\(before.actor): \(before.words)"
    }
    for pick in inner {
      if let told = pick.toldWords { words += ", \(told)" }
    }
    return words
  }
}
