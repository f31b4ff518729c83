/// Benchmarks of the engine and of formulas.
@main
enum Benchmarks {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "signals":
      guard let benchmark = SignalsBenchmark(Array(arguments.dropFirst())) else { return usage() }
      benchmark.run()
    case "answer": SignalsBenchmark.answer()
    case "formulas": try FormulasBenchmark().run()
    case "evaluate" where arguments.count == 3, "compile" where arguments.count == 3:
      try FormulasBenchmark.repeated(
        Array(arguments)[0], Array(arguments)[1], Int(Array(arguments)[2]) ?? 0)
    case "limits":
      var limits = try LimitsBenchmark()
      limits.run()
    case "repeat" where arguments.count == 3:
      // One shape, so many updates, and nothing else: for counting instructions.
      let (name, count) = (Array(arguments)[1], Int(Array(arguments)[2]) ?? 0)
      if let shape = SignalGroup.shape(name) {
        shape.repeated(count)
      } else {
        ActorsBenchmark.repeated(name, count)
      }
    case "actors" where arguments.count == 4:
      // One engine and shape, so many messages, and nothing else: for counting instructions.
      await ActorsBenchmark().runOne(Array(arguments)[1], Array(arguments)[2], arguments.last ?? "")
    case "actors": await ActorsBenchmark().run()
    case "memory": MemoryBenchmark().run()
    case "turns": TurnsBenchmark().run()
    case "reactors":
      ReactorsBenchmark().run()
      RecordsBenchmark().run()
    case "stores": StoresBenchmark().run()
    default: usage()
    }
  }

  private static func usage() {
    print(
      """
      usage: Benchmarks signals [SHAPE...] [--rounds COUNT] [--peer|--floor NAME COMMAND]...
             Benchmarks answer
             Benchmarks formulas
             Benchmarks evaluate|compile FORMULA COUNT
             Benchmarks limits
             Benchmarks repeat SHAPE|pair|ring|fan|map-pair COUNT
             Benchmarks actors [typed|number|map|swift pair|ring|fan COUNT]
             Benchmarks memory
             Benchmarks turns
             Benchmarks reactors
             Benchmarks stores
      """)
  }
}
