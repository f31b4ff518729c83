/// Benchmarks of the engine. `swift run -c release Benchmarks signals [SHAPE...]`
@main
enum Benchmarks {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "signals":
      SignalsBenchmark(only: Array(arguments.dropFirst())).run()
    case "repeat" where arguments.count == 3:
      // One shape, so many updates, and nothing else: for counting instructions.
      SignalShape.named(Array(arguments)[1])?.repeated(Int(Array(arguments)[2]) ?? 0)
    default:
      print("usage: Benchmarks signals [SHAPE...]\n       Benchmarks repeat SHAPE COUNT")
    }
  }
}
