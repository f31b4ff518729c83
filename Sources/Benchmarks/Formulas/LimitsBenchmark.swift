import CEL
import Values

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a formula can cost at most: every function over large and unfitting arguments, and formulas
/// made to exhaust, each until its budget is spent. Prints the slowest and the hungriest.
struct LimitsBenchmark {
  private struct Result {
    let formula: String
    let milliseconds: Double
    let megabytes: Double
    let end: String
  }

  private let shown = 12
  private let host: FormulaHost
  private var results: [Result] = []

  init() throws {
    host = try HostileFormulas.host()
  }

  mutating func run() {
    for formula in HostileFormulas.made { measure(formula) }
    let calls = HostileFormulas.calls(of: Environment.standard.functionNames)
    for call in calls {
      guard let expression = try? Expression.parse(call) else { continue }
      if expression.check({ host.type(of: $0) }).findings.isEmpty {
        measure("many.all(turn, dyn(\(call)) != null)")
      }
    }
    print("\(results.count) formulas with a budget of \(Budget.standard)")
    show("slowest", results.sorted { $0.milliseconds > $1.milliseconds })
    show("hungriest", results.sorted { $0.megabytes > $1.megabytes })
  }

  private mutating func measure(_ formula: String) {
    guard let program = try? Expression.parse(formula).plan(in: host) else {
      fatalError("no formula: \(formula.prefix(100))")
    }
    let before = Resident.memory
    Resident.forgetPeak()
    let start = Clock.nanoseconds()
    let end: String
    switch program.evaluate(host) {
    case .value: end = "a value"
    case .error(let error): end = error.message
    }
    let time = Double(Clock.nanoseconds() - start) / 1e6
    results.append(
      Result(
        formula: formula, milliseconds: time, megabytes: Resident.peak - before, end: end))
  }

  private func show(_ title: String, _ results: [Result]) {
    print("\n" + Table.row([title, "ms", "MB"]))
    for result in results.prefix(shown) {
      print(
        Table.row(
          ["", Table.decimals(result.milliseconds, 1), Table.decimals(result.megabytes, 1)])
          + "   \(result.formula.prefix(90)): \(result.end.prefix(60))")
    }
  }
}

/// The process's memory, in megabytes. Where the system does not tell, all of it is 0.
enum Resident {
  static var memory: Double { field("VmRSS:") }
  static var peak: Double { field("VmHWM:") }

  /// Lets the peak begin anew.
  static func forgetPeak() {
    guard let file = fopen("/proc/self/clear_refs", "w") else { return }
    fputs("5", file)
    fclose(file)
  }

  private static func field(_ name: String) -> Double {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      let words = String(decoding: bytes, as: UTF8.self)
        .split { $0 == " " || $0 == "\t" || $0 == "\n" }
      if words.count > 1, words[0] == name { return (Double(words[1]) ?? 0) / 1024 }
    }
    return 0
  }
}
