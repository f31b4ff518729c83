import Reactor
import Values

/// Writes of one path of a large record: what is copied would show.
struct RecordsBenchmark {
  private let rounds = 7
  private let writes = 10_000

  func run() {
    print("records: nanoseconds a write of one path, with a flush, best of \(rounds)")
    for count in [10, 1000, 10_000] {
      report("one of \(count) properties", wide(count), ["p5"])
      report(
        "one of \(count) properties, and one that comes", wide(count), ["p5"], isMaking: true)
    }
    report("a path 20 deep", deep(20), Array(repeating: "inner", count: 20) + ["p5"])
    report("one of 10000 properties, read", wide(10_000), ["p5"], watched: ["p5"])
    report("one of 10000 properties, another read", wide(10_000), ["p5"], watched: ["p6"])
    report("one of 10000 properties, the whole read", wide(10_000), ["p5"], watched: [])
  }

  private func wide(_ count: Int) -> Value {
    record((0..<count).map { ("p\($0)", .int(Int64($0))) })
  }

  private func deep(_ depth: Int) -> Value {
    (0..<depth).reduce(wide(100)) { inner, _ in
      record([("inner", inner)] + (0..<100).map { ("q\($0)", .int(0)) })
    }
  }

  private func record(_ entries: [(String, Value)]) -> Value {
    guard let value = try? Value.record(entries) else { fatalError("beyond the limits") }
    return value
  }

  private func report(
    _ name: String, _ value: Value, _ path: [String], watched: [String]? = nil,
    isMaking: Bool = false
  ) {
    var best = Int.max
    for _ in 0..<rounds {
      let graph = Graph()
      let cell = graph.record(record([("state", value)]))
      // Nobody else holds it: it has been made anew by a write.
      try? cell.write(["state", "made"], .null)
      if let watched {
        _ = try? graph.computation { _ in _ = cell.read(["state"] + watched) }
      }
      let start = Clock.nanoseconds()
      for index in 0..<writes {
        try? cell.write(["state"] + path, .int(Int64(index) << 20))
        if isMaking, index % 100 == 0 { try? cell.write(["state", "n\(index)"], .null) }
        try? graph.flush()
      }
      best = min(best, Clock.nanoseconds() - start)
    }
    print("\(name): \(best / writes)")
  }
}
