import Reactor

/// Times the shapes, and the same ones on peers: programs that answer a line `SHAPE COUNT` with the
/// nanoseconds that so many updates took, or with `unknown`. All take their samples in turns, each round
/// the other way about, and of each the shortest counts: whatever else the machine does makes a
/// sample longer and never shorter.
struct SignalsBenchmark {
  private struct Opponent {
    let name: String
    let command: [String]
    let process: Peer
    /// Whether it does less than a peer, or what nobody would write: it is shown, and is not among the best.
    let isFloor: Bool
  }

  private let only: [String]
  private let rounds: Int
  private let peers: [Opponent]

  /// - Parameter arguments: The shapes that are wanted, all where none are named; `--rounds COUNT`; and
  ///   `--peer NAME COMMAND` for each peer, the words of whose command are parted by blanks, `--floor NAME COMMAND`
  ///   for what is only shown beside them.
  init?(_ arguments: [String]) {
    var (only, peers): ([String], [Opponent]) = ([], [])
    var rounds = 15
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--rounds":
        guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0 else { return nil }
        rounds = number
      case "--peer", "--floor":
        guard let name = rest.popFirst(),
          let command = rest.popFirst()?.split(separator: " ").map(String.init),
          let process = Peer.start(command)
        else { return nil }
        peers.append(
          Opponent(name: name, command: command, process: process, isFloor: word == "--floor"))
      default:
        guard SignalGroup.shape(word) != nil else { return nil }
        only.append(word)
      }
    }
    (self.only, self.rounds, self.peers) = (only, rounds, peers)
  }

  func run() {
    print("nanoseconds an update, the least of \(rounds) samples")
    print(row("", ["ours"] + peers.map(\.name), [peers.isEmpty ? "" : "best / ours"]))
    for shape in UpdateShapes<Counted>(prefix: "").all
    where only.isEmpty || only.contains(shape.name) {
      check(shape)
    }
    for group in SignalGroup.all {
      let shapes = group.shapes.filter { only.isEmpty || only.contains($0.name) }
      if !shapes.isEmpty { report(group.title, shapes) }
    }
  }

  /// Ends the program where a peer does other work than the engine for so many updates of a shape.
  private func check(_ shape: SignalShape) {
    Counted.tally = .init()
    shape.repeated(100)
    let own = Counted.tally.text
    for peer in peers {
      let answer = peer.process.ask("check \(shape.name) 100") ?? "nothing"
      if answer != "unknown", answer != own {
        fatalError("\(shape.name): \(peer.name) counts \(answer), the engine \(own)")
      }
    }
  }

  private func report(_ title: String, _ shapes: [SignalShape]) {
    var ratios = peers.map { _ in [Double]() }
    var best: [Double] = []
    for shape in shapes {
      let (own, others) = measure(shape)
      for place in peers.indices {
        if let other = others[place] { ratios[place].append(other / own) }
      }
      let least = zip(peers, others).compactMap { $0.isFloor ? nil : $1 }.min().map { $0 / own }
      if let least { best.append(least) }
      print(
        row(
          shape.name,
          [Table.decimals(own, 1)] + others.map { $0.map { Table.decimals($0, 1) } ?? "" },
          [least.map { Table.decimals($0, 2) } ?? ""]))
    }
    guard shapes.count > 1, !ratios.allSatisfy(\.isEmpty) else { return }
    print(
      row(
        "  \(title): mean of peer / ours", [""] + ratios.map(Table.geometricMean),
        [best.isEmpty ? "" : Table.geometricMean(best)]))
    guard !best.isEmpty else { return }
    let blanks = ratios.map { _ in "" }
    print(row("  \(title): least", [""] + blanks, [Table.decimals(best.min() ?? 0, 2)]))
  }

  private func row(_ name: String, _ times: [String], _ ratio: [String]) -> String {
    Table.row([Table.row([name], width: 58)] + times + ratio, width: 14)
  }

  /// Nanoseconds of an update: ours, and each peer's that has the shape.
  private func measure(_ shape: SignalShape) -> (Double, [Double?]) {
    // Where each sample has a process of its own, there is nothing to be warmed up.
    let isCold = shape.start == .newProcess
    let sample = isCold ? { cold(shape, Self.ourselves) ?? .infinity } : shape.sampler()
    var own = Double.infinity
    var others: [Double?] = peers.map { _ in .infinity }
    for round in (isCold ? 0 : -3)..<rounds {
      let isOdd = round & 1 == 1
      if !isOdd { own = least(own, sample(), round) }
      for place in isOdd ? Array(peers.indices) : peers.indices.reversed() {
        guard let shortest = others[place] else { continue }
        let answer =
          isCold
          ? cold(shape, peers[place].command)
          : peers[place].process.answer("\(shape.name) \(shape.count)")
        others[place] = answer.map { least(shortest, $0 / Double(shape.count), round) }
      }
      if isOdd { own = least(own, sample(), round) }
    }
    return (own, others)
  }

  /// Rounds below 0 are for warming up.
  private func least(_ known: Double, _ sample: Double, _ round: Int) -> Double {
    round < 0 ? known : min(known, sample)
  }

  /// The answer of a process that is asked nothing else.
  private func cold(_ shape: SignalShape, _ command: [String]) -> Double? {
    guard let process = Peer.start(command) else { fatalError("cannot start \(command[0])") }
    defer { process.end() }
    return process.answer("\(shape.name) \(shape.count)")
  }

  /// The command that answers for the engine as peers answer for themselves.
  private static let ourselves = [CommandLine.arguments[0], "answer"]

  /// Answers every line `SHAPE COUNT` of the input as a peer does, but for the graph, which is a new one each time.
  static func answer() {
    while let line = readLine() {
      let name = line.prefix { $0 != " " }
      if let shape = SignalGroup.shape(String(name)) {
        Peer.reply(Table.decimals(shape.sampler()() * Double(shape.count), 0))
      } else {
        Peer.reply("unknown")
      }
    }
  }
}
