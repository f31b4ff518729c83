import Reactor

/// Messages a second: a ring, a pair, many to one. Through the typed API, with dynamic messages (a
/// name and a `Value`), and beside them Swift's own actors and Erlang, in one run. The engine is
/// single-threaded and deterministic; Erlang copies its messages and is fair between processes.
struct ActorsBenchmark {
  private let rounds = 7
  private let hops = 2_000_000

  func run() async {
    let engines: [any MessageEngine] = [
      TypedEngine(), DynamicEngine(payload: .number), DynamicEngine(payload: .map), SwiftEngine(),
    ]
    let erlang = ErlangPeer.start()
    var times = [[Double]](
      repeating: [Double](repeating: .infinity, count: 3), count: engines.count + 1)
    for _ in 0..<rounds {
      for (index, engine) in engines.enumerated() {
        times[index][0] = min(times[index][0], await engine.ring(2, hops))
        times[index][1] = min(times[index][1], await engine.ring(1000, hops))
        times[index][2] = min(times[index][2], await engine.fanIn(1000, each: 1000))
      }
      guard let erlang else { continue }
      for (column, line) in ["ring 2 500000", "ring 1000 500000", "fan 1000 500"].enumerated() {
        times[engines.count][column] = min(times[engines.count][column], erlang.nanoseconds(line))
      }
    }
    printTable(times, engines)
  }

  /// Nanoseconds a message of one engine and shape, the one run.
  func runOne(_ name: String, _ shape: String, _ count: String) async {
    let engines: [String: any MessageEngine] = [
      "typed": TypedEngine(), "number": DynamicEngine(payload: .number),
      "map": DynamicEngine(payload: .map), "swift": SwiftEngine(),
    ]
    guard let engine = engines[name], let count = Int(count), count > 0 else { return }
    var best = Double.infinity
    switch shape {
    case "fan": best = await engine.fanIn(1000, each: max(1, count / 1000))
    case "pair": best = await engine.ring(2, count)
    case "ring": best = await engine.ring(1000, count)
    default:
      guard let n = Int(shape) else { return }
      for _ in 0..<5 { best = min(best, await engine.ring(n, count)) }
    }
    print(Table.decimals(best, 2))
  }

  /// So many messages of one shape among typed actors, without an executor.
  static func repeated(_ shape: String, _ count: Int) {
    switch shape {
    case "pair": _ = TypedEngine().ring(2, count)
    case "ring": _ = TypedEngine().ring(1000, count)
    case "fan": _ = TypedEngine().fanIn(1000, each: max(1, count / 1000))
    case "map-pair": _ = DynamicEngine(payload: .map).ring(2, count)
    default: print("no shape \(shape)")
    }
  }

  private func printTable(_ times: [[Double]], _ engines: [any MessageEngine]) {
    print(Table.row(["million a second", "ping-pong", "ring of 1000", "1000 to 1"], width: 28))
    for (name, times) in zip(engines.map(\.name) + ["Erlang"], times) {
      if times[0] < .infinity {
        print(Table.row([name] + times.map { Table.decimals(1000 / $0, 1) }, width: 28))
      } else {
        print("\(name): not on this machine")
      }
    }
  }
}

/// Something that passes messages on. Each answers with nanoseconds a message.
protocol MessageEngine {
  var name: String { get }
  /// One message goes round among so many.
  func ring(_ count: Int, _ hops: Int) async -> Double
  /// So many send so many messages each to one.
  func fanIn(_ count: Int, each: Int) async -> Double
}

/// The same in Erlang, where there is one.
enum ErlangPeer {
  static func start() -> Peer? {
    let script = Peer.script("actors.erl")
    let code = """
      {ok, M, B} = compile:file("\(script)", [binary]),
      {module, M} = code:load_binary(M, "actors.erl", B), M:main(), halt().
      """
    guard let peer = Peer.start(["erl", "+S", "1", "-noshell", "-eval", code]),
      peer.ask("ring 2 1000") != nil
    else { return nil }
    return peer
  }
}
