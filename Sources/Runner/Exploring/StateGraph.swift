import Scenarios

/// The states that a search has come to, each with how it was come to first.
struct StateGraph {
  struct Node {
    /// Nil for the beginnings.
    let parent: Int32?
    /// The world from which it begins, and what was chosen in its first turn; of beginnings alone.
    let start: Int32
    let choice: RunMaker.Choice
    let turns: Int32
    /// Whether no turn is ready.
    var isQuiet = false
    /// Whether a run ends with a turn from there, for want of something to choose from.
    var endsThere = false
    /// Whether something does not hold there, so that nothing behind it counts.
    var isViolating = false
  }

  private(set) var nodes: [Node] = []
  private var numbers: [Fingerprint: Int32] = [:]
  /// The states to which the turns from each lead.
  private(set) var edges: [[Int32]] = []
  private let isSure: Bool

  init(isSure: Bool) { self.isSure = isSure }

  var count: Int { nodes.count }

  /// The number of the state, and whether it is new.
  mutating func add(
    _ fingerprint: Fingerprint, _ node: @autoclosure () -> Node
  ) -> (number: Int, isNew: Bool) {
    let key = isSure ? fingerprint : fingerprint.short
    if let number = numbers[key] { return (Int(number), false) }
    numbers[key] = Int32(nodes.count)
    nodes.append(node())
    edges.append([])
    return (nodes.count - 1, true)
  }

  mutating func connect(_ from: Int, to: Int) { edges[from].append(Int32(to)) }

  mutating func note(_ number: Int, isQuiet: Bool) { nodes[number].isQuiet = isQuiet }

  mutating func noteEnd(_ number: Int) { nodes[number].endsThere = true }

  mutating func noteViolation(_ number: Int) { nodes[number].isViolating = true }

  /// How a state was come to first: the beginning, and the turns behind it.
  func path(to number: Int) -> (start: Int, first: [Int], choices: [RunMaker.Choice]) {
    var choices: [RunMaker.Choice] = []
    var place = number
    while let parent = nodes[place].parent {
      choices.append(nodes[place].choice)
      place = Int(parent)
    }
    return (Int(nodes[place].start), nodes[place].choice.inner, choices.reversed())
  }

  /// The first state from which none can be reached where nothing is ready; nil where there is none, and
  /// what violates something counts as an end.
  var endless: Int? {
    var before: [[Int32]] = Array(repeating: [], count: nodes.count)
    for (from, targets) in edges.enumerated() {
      for target in targets { before[Int(target)].append(Int32(from)) }
    }
    var reaches = Array(repeating: false, count: nodes.count)
    var waiting: [Int] = []
    for (number, node) in nodes.enumerated()
    where node.isQuiet || node.isViolating || node.endsThere {
      reaches[number] = true
      waiting.append(number)
    }
    while let number = waiting.popLast() {
      for other in before[number] where !reaches[Int(other)] {
        reaches[Int(other)] = true
        waiting.append(Int(other))
      }
    }
    return reaches.firstIndex(of: false)
  }
}
