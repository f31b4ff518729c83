import Scenarios
import Values

/// The states that a search has come to, each with how it was come to first: columns of numbers, some 40
/// bytes a state.
struct StateGraph {
  /// A state's own bits.
  private struct Flags: OptionSet {
    let rawValue: UInt8

    /// No turn is ready.
    static let quiet = Flags(rawValue: 1)
    /// A run ends with a turn from there, for want of something to choose from.
    static let endsThere = Flags(rawValue: 2)
    /// Something does not hold there, so that nothing behind it counts.
    static let violating = Flags(rawValue: 4)
  }

  /// Where it was come to first.
  enum Origin {
    /// From a state, with one turn.
    case turn(from: Int)
    /// It is a beginning, of the world with that number.
    case start(Int)
  }

  private var prints: NumberedPrints
  /// The state from which it was come to; of beginnings, below zero, the complement of the world's number.
  private var parents: [Int32] = []
  /// What was chosen there, by numbers of `choices`; of beginnings what was chosen in the first turn.
  private var chosen: [UInt32] = []
  private var choices = InternedChoices()
  private var turns: [Int32] = []
  private var flags: [Flags] = []
  /// The states to which the turns from each lead, and how many of them there are from each; empty where
  /// nobody wants to know.
  private var edges: [Int32] = []
  private var edgeCounts: [UInt32] = []
  private let hasEdges: Bool

  init(_ exploration: Exploration, isSure: Bool) {
    prints = NumberedPrints(isSure: isSure)
    hasEdges = exploration.forbid.contains(.endless)
  }

  var count: Int { parents.count }

  /// The number of the state, and whether it is new.
  mutating func add(
    _ fingerprint: Fingerprint, _ origin: Origin, _ choice: @autoclosure () -> RunMaker.Choice
  ) -> (number: Int, isNew: Bool) {
    let (number, isNew) = prints.number(of: fingerprint)
    if !isNew { return (number, false) }
    switch origin {
    case .turn(let from):
      parents.append(Int32(from))
      turns.append(turns[from] + 1)
    case .start(let start):
      parents.append(~Int32(start))
      turns.append(0)
    }
    chosen.append(choices.number(of: choice()))
    flags.append([])
    if hasEdges { edgeCounts.append(0) }
    return (number, true)
  }

  /// The turns from a state must be told one behind the other, and states in the order of their numbers.
  mutating func connect(_ from: Int, to: Int) {
    if !hasEdges { return }
    edges.append(Int32(to))
    edgeCounts[from] += 1
  }

  /// How many turns lead to a state.
  func turns(to number: Int) -> Int { Int(turns[number]) }

  func isViolating(_ number: Int) -> Bool { flags[number].contains(.violating) }

  mutating func note(_ number: Int, isQuiet: Bool) {
    if isQuiet { flags[number].insert(.quiet) }
  }

  mutating func noteEnd(_ number: Int) { flags[number].insert(.endsThere) }

  mutating func noteViolation(_ number: Int) { flags[number].insert(.violating) }

  /// The beginning of a run, and the turns behind it.
  typealias Path = (start: Int, first: [Int], choices: [RunMaker.Choice])

  /// How a state was come to first.
  func path(to number: Int) -> Path {
    var path: [RunMaker.Choice] = []
    var place = number
    while parents[place] >= 0 {
      path.append(choices[chosen[place]])
      place = Int(parents[place])
    }
    return (Int(~parents[place]), choices[chosen[place]].inner, path.reversed())
  }

  /// The turns to a state from the last of some, given in their order, by way of which it was come to first: the place
  /// of that one among them, and the turns. Nil where it was come to by way of none of them.
  func choices(
    fromLastOf earlier: [Int], to number: Int
  ) -> (place: Int, choices: [RunMaker.Choice])? {
    var path: [RunMaker.Choice] = []
    var place = number
    // Each state has a higher number than the one from which it was come to.
    for (index, candidate) in earlier.enumerated().reversed() {
      while place > candidate, parents[place] >= 0 {
        path.append(choices[chosen[place]])
        place = Int(parents[place])
      }
      if place == candidate { return (index, path.reversed()) }
    }
    return nil
  }

  /// A state from which it never becomes quiet, where that is forbidden.
  func endlessness(in maker: RunMaker) -> (Violation, number: Int)? {
    guard maker.exploration.forbid.contains(.endless), let number = endless else { return nil }
    return (.endlessness(in: maker), number)
  }

  /// The first state from which none can be reached where nothing is ready; nil where there is none, and
  /// what violates something counts as an end.
  private var endless: Int? {
    // The states from which there are turns to each, one behind the other.
    var begins = [Int](repeating: 0, count: count + 1)
    for target in edges { begins[Int(target) + 1] += 1 }
    for number in 0..<count { begins[number + 1] += begins[number] }
    var before = [Int32](repeating: 0, count: edges.count)
    var filled = begins
    var edge = 0
    for from in 0..<count {
      for _ in 0..<edgeCounts[from] {
        let target = Int(edges[edge])
        before[filled[target]] = Int32(from)
        filled[target] += 1
        edge += 1
      }
    }
    var reaches = Array(repeating: false, count: count)
    var waiting: [Int] = []
    for (number, flags) in flags.enumerated() where !flags.isEmpty {
      reaches[number] = true
      waiting.append(number)
    }
    while let number = waiting.popLast() {
      for place in begins[number]..<begins[number + 1] where !reaches[Int(before[place])] {
        reaches[Int(before[place])] = true
        waiting.append(Int(before[place]))
      }
    }
    return reaches.firstIndex(of: false)
  }
}

/// Fingerprints, each known by its number: eight bytes each, sixteen where two numbers count, and room in
/// a table.
private struct NumberedPrints {
  private var first: [UInt64] = []
  /// Empty where one number counts.
  private var second: [UInt64] = []
  private let isSure: Bool
  /// The numbers, plus one; 0 for none.
  private var table = [UInt32](repeating: 0, count: 1 << 10)
  private var mask = 1 << 10 - 1

  init(isSure: Bool) { self.isSure = isSure }

  /// Numbers go by the order in which prints were first asked for.
  mutating func number(of print: Fingerprint) -> (number: Int, isNew: Bool) {
    var place = start(print.first)
    while table[place] != 0 {
      let found = Int(table[place]) - 1
      if first[found] == print.first, !isSure || second[found] == print.second {
        return (found, false)
      }
      place = (place + 1) & mask
    }
    first.append(print.first)
    if isSure { second.append(print.second) }
    table[place] = UInt32(first.count)
    if first.count * 4 > table.count * 3 { grow() }
    return (first.count - 1, true)
  }

  private func start(_ print: UInt64) -> Int {
    Fingerprint.place(of: print, below: mask)
  }

  private mutating func grow() {
    mask = table.count * 2 - 1
    table = Array(repeating: 0, count: mask + 1)
    for (number, print) in first.enumerated() {
      var place = start(print)
      while table[place] != 0 { place = (place + 1) & mask }
      table[place] = UInt32(number + 1)
    }
  }
}

/// What was chosen in turns, each once: there are few of them beside the states.
private struct InternedChoices {
  private var choices: [RunMaker.Choice] = []
  private var numbers: [UInt64: [UInt32]] = [:]

  subscript(_ number: UInt32) -> RunMaker.Choice { choices[Int(number)] }

  mutating func number(of choice: RunMaker.Choice) -> UInt32 {
    let hash = choice.inner.reduce(choice.move.hash) { ($0 &* 31) ^ UInt64(bitPattern: Int64($1)) }
    for number in numbers[hash] ?? [] {
      let known = choices[Int(number)]
      if known.inner == choice.inner, known.move.isSame(as: choice.move) { return number }
    }
    let number = UInt32(choices.count)
    choices.append(choice)
    numbers[hash, default: []].append(number)
    return number
  }
}
