import CEL
import Values

/// Times evaluating and compiling formulas, in turns with those other implementations of CEL that
/// are installed: a sample of each a round, every round another one first. Ratios are taken round by
/// round; what is printed is their median.
///
/// The others are Python packages. What calling them costs is seen in the row of the formula `1`;
/// the columns "net" take it off their side, and nothing off ours.
struct FormulasBenchmark {
  private struct Rival {
    let name: String
    let peer: Peer
  }

  private static let packages = [
    (name: "C++", package: "cel-expr-python"),
    (name: "Rust", package: "common-expression-language"),
  ]
  private let rounds = 15
  private let host: FormulaHost
  private var rivals: [Rival] = []

  init() throws {
    host = try FormulaHost.standard()
    let description = try host.description(of: FormulaCase.all)
    for (name, package) in FormulasBenchmark.packages {
      let command = ["python3", Peer.script("formulas.py"), package]
      if let peer = Peer.start(command), let answer = peer.ask(description), answer != "missing" {
        print("\(name): \(package) \(answer)")
        rivals.append(Rival(name: name, peer: peer))
      } else {
        print("\(name) is left out, being not installed: pip install \(package)")
      }
    }
  }

  /// Compiles or evaluates one formula so many times, and nothing else: for counting instructions.
  static func repeated(_ action: String, _ name: String, _ count: Int) throws {
    guard let formula = FormulaCase.all.first(where: { $0.name == name }) else {
      return print("no formula \(name)")
    }
    let host = try FormulaHost.standard()
    let program = try Expression.parse(formula.formula).plan(in: host)
    for _ in 0..<count {
      if action == "compile" {
        _ = try Expression.parse(formula.formula).plan(in: host)
      } else {
        _ = program.evaluate(host)
      }
    }
  }

  func run() throws {
    for action in ["evaluate", "compile"] {
      var columns = ["", "ns to \(action)"]
      for rival in rivals { columns += [rival.name, "ratio", "net ratio"] }
      print("\n" + Table.row(columns, width: 13))
      var trivial: [[Double]]?
      for formula in FormulaCase.all { try report(formula, action, &trivial) }
    }
    try lengths()
  }

  /// `trivial` holds the rivals' times for the trivial formula, which comes first.
  private func report(
    _ formula: FormulaCase, _ action: String, _ trivial: inout [[Double]]?
  ) throws {
    let sample = try action == "evaluate" ? evaluating(formula) : compiling(formula)
    for rival in rivals { try compare(rival, formula) }
    let counts = calibrated(sample, formula, action)
    var own: [Double] = []
    var others = [[Double]](repeating: [], count: rivals.count)
    for round in -2..<rounds {
      for turn in 0...rivals.count {
        let who = (turn + round + 2) % (rivals.count + 1)
        let time =
          who == 0
          ? sample(counts[0]) : ask(rivals[who - 1], formula, action, counts[who])
        if round < 0 { continue }
        if who == 0 { own.append(time) } else { others[who - 1].append(time) }
      }
    }
    var columns = [formula.name, Table.decimals(Table.median(own), 1)]
    for (index, times) in others.enumerated() {
      let overhead = Table.median(trivial?[index] ?? [])
      let ratios = zip(times, own).map { $0 / $1 }
      let net = zip(times, own).map { ($0 - overhead) / $1 }
      columns += [
        Table.decimals(Table.median(times), 0), Table.decimals(Table.median(ratios), 1) + "x",
        trivial == nil ? "-" : Table.decimals(Table.median(net), 1) + "x",
      ]
    }
    if trivial == nil { trivial = others }
    print(Table.row(columns, width: 13))
  }

  /// How many times each does it in one sample, so that it takes some milliseconds.
  private func calibrated(
    _ sample: (Int) -> Double, _ formula: FormulaCase, _ action: String
  ) -> [Int] {
    let target = 4_000_000.0
    let times = [sample(200)] + rivals.map { ask($0, formula, action, 50) }
    return times.map { max(10, min(200_000, Int(target / max(1, $0)))) }
  }

  /// Nanoseconds for each.
  private func ask(
    _ rival: Rival, _ formula: FormulaCase, _ action: String, _ count: Int
  ) -> Double {
    rival.peer.nanoseconds("\(action) \(count) \(formula.name)") / Double(count)
  }

  /// Both must give the same value, or the times say nothing.
  private func compare(_ rival: Rival, _ formula: FormulaCase) throws {
    let value = try program(formula.formula, host).evaluate(host).get().json.text
    let answer = rival.peer.ask("value 1 \(formula.name)")
    guard answer == value else {
      fatalError("\(formula.name): \(value), but \(rival.name) says \(answer ?? "nothing")")
    }
  }

  private func program(_ formula: String, _ host: FormulaHost) throws -> Program {
    try Expression.parse(formula).plan(in: host)
  }

  private func evaluating(_ formula: FormulaCase) throws -> (Int) -> Double {
    let program = try program(formula.formula, host)
    return { count in
      time(count) {
        if case .error(let error) = program.evaluate(host) { fatalError(error.message) }
      }
    }
  }

  private func compiling(_ formula: FormulaCase) throws -> (Int) -> Double {
    { count in
      time(count) {
        guard (try? program(formula.formula, host)) != nil else { fatalError("no formula") }
      }
    }
  }

  private func time(_ count: Int, _ body: () -> Void) -> Double {
    let start = Clock.nanoseconds()
    for _ in 0..<count { body() }
    return Double(Clock.nanoseconds() - start) / Double(count)
  }

  /// What an element costs in comprehensions over longer and longer lists.
  private func lengths() throws {
    print("\nns an element, by the length of the list")
    let width = 12
    print(
      String(repeating: " ", count: 40)
        + Table.row([""] + FormulaCase.lengths.map { "\($0)" }, width: width))
    for formula in FormulaCase.comprehensions {
      var columns = [""]
      for length in FormulaCase.lengths {
        let list = try Value.list(of: (0..<Int64(length)).map { .int($0) })
        let host = FormulaHost([("l", list)])
        let program = try program(formula, host)
        let times = (0..<rounds).map { _ in
          time(max(1, 40_000 / length)) {
            if case .error(let error) = program.evaluate(host) { fatalError(error.message) }
          } / Double(length)
        }
        columns.append(Table.decimals(Table.median(times), 1))
      }
      let padding = String(repeating: " ", count: max(0, 40 - formula.count))
      print(formula + padding + Table.row(columns, width: width))
    }
  }
}
