import Loader
import Scenarios
import TestSupport
import Testing
import Values

@testable import Runner

/// Steps that need no body are done without one. The same steps behind which stands one that does, and
/// is never come to, are done by a body: whoever looks must see the same.
struct BodilessTests {
  /// Bodies of computations and reactions, and steps that set them off.
  private struct Program {
    private var random: Seeded
    /// What stands behind the steps of each body.
    private let end: String
    private var locals: [String] = []
    private var made = 0
    private var isReaction = false

    init(_ seed: UInt64, behind end: String) {
      random = Seeded(seed)
      self.end = end
    }

    mutating func text() -> String {
      var lines = ["cells: {a: 0, b: 1, c: 0}", "computations:"]
      for name in ["seen", "again"] { lines.append("  \(name): \(body(depth: 2))") }
      lines.append("actors:")
      isReaction = true
      for name in ["one", "two"] {
        lines += ["  \(name):", "    state: {n: 0}"]
        if random.chance(50) { lines.append("    supervision: {restarts: 3}") }
        lines.append("    behaviors:")
        for behavior in ["first", "second"] {
          lines.append("      \(behavior):")
          for message in ["Ping", "Pong"] { lines.append("        \(message): \(body(depth: 3))") }
        }
      }
      lines += ["  leaf:", "    on: {Go: [{emit: = message}, {stop: self}]}", "steps:"]
      for _ in 0..<6 {
        let number = random.below(5)
        lines.append(
          random.chance(30)
            ? "  - set: {\(random.chance(50) ? "a" : "b"): \(number)}"
            : "  - tell: {\(actor()): {\(message()): \(number)}}")
      }
      return lines.joined(separator: "\n")
    }

    private mutating func actor() -> String { random.chance(50) ? "one" : "two" }

    private mutating func message() -> String { random.chance(60) ? "Ping" : "Pong" }

    private mutating func body(depth: Int) -> String {
      locals = isReaction ? ["message", "state.n"] : ["a", "b"]
      let steps = (0..<(1 + random.below(5))).map { _ in step(depth: depth) }
      return "[" + (steps + (end.isEmpty ? [] : [end])).joined(separator: ", ") + "]"
    }

    private mutating func operand() -> String { locals[random.below(locals.count)] }

    private mutating func number() -> String {
      switch random.below(4) {
      case 0: "\(operand()) + 1"
      case 1: "(\(operand()) + \(operand())) % 7"
      case 2: "\(random.below(6))"
      default: operand()
      }
    }

    private mutating func condition() -> String {
      "\(operand()) \(random.chance(50) ? ">" : "==") \(random.below(4))"
    }

    /// A name that nothing else is called by.
    private mutating func name() -> String {
      made += 1
      return "v\(made)"
    }

    /// Steps of a block, of which nothing is in sight behind it.
    private mutating func block(depth: Int, binding name: String? = nil) -> String {
      let outside = locals
      if let name { locals.append(name) }
      let steps = (0..<(1 + random.below(3))).map { _ in step(depth: depth - 1) }
      locals = outside
      return "[" + steps.joined(separator: ", ") + "]"
    }

    private mutating func step(depth: Int) -> String {
      let note = random.chance(10) ? "note: here, " : ""
      switch random.below(depth > 0 ? 13 : 7) {
      case 0, 1: return "{\(note)set: {\(target): '= \(number())'}}"
      case 2: return "{\(note)emit: '= \(number())'}"
      case 3:
        let (name, value) = (name(), number())
        locals.append(name)
        return "{\(note)let: {\(name): '= \(value)'}}"
      case 4, 5: return isReaction ? sending(note) : "{\(note)emit: {log: '= \(number())'}}"
      case 6: return isReaction ? living(note) : "{\(note)emit: {log: '= \(number())'}}"
      case 7, 8: return choosing(note, depth)
      case 9:
        let name = name()
        return
          "{\(note)for: {\(name): [1, '= \(number())']}, do: \(block(depth: depth, binding: name))}"
      case 10: return "{\(note)repeat: \(random.below(3)), do: \(block(depth: depth))}"
      case 11:
        let (name, value) = (name(), number())
        let steps = block(depth: depth)
        locals.append(name)
        return "{\(note)batch: [{let: {\(name): '= \(value)'}}, \(steps.dropFirst().dropLast())]}"
      default:
        return "{\(note)unless: '= \(condition())', then: \(block(depth: depth))}"
      }
    }

    /// Computations write what none of them reads, so that they come to an end.
    private var target: String { isReaction ? "n" : "c" }

    /// Both ways may bind the same name, which is then in sight behind them.
    private mutating func choosing(_ note: String, _ depth: Int) -> String {
      let condition = condition()
      let (then, otherwise) = (block(depth: depth), block(depth: depth))
      guard random.chance(50) else {
        return "{\(note)if: '= \(condition)', then: \(then), else: \(otherwise)}"
      }
      let (name, first, second) = (name(), number(), number())
      locals.append(name)
      return "{\(note)if: '= \(condition)', then: [\(then.dropFirst().dropLast()), "
        + "{let: {\(name): '= \(first)'}}], else: [{let: {\(name): '= \(second)'}}]}"
    }

    /// What is sent becomes less, so that it comes to an end.
    private mutating func sending(_ note: String) -> String {
      "{if: '= message > 0', then: [{\(note)tell: {\(actor()): {\(message()): '= message - 1'}}}]}"
    }

    private mutating func living(_ note: String) -> String {
      switch random.below(5) {
      case 0: return "{\(note)become: \(random.chance(50) ? "first" : "second")}"
      case 1:
        let name = name()
        return
          "{batch: [{spawn: leaf, as: \(name)}, {\(note)tell: {\(name): {Go: '= \(number())'}}}]}"
      case 2: return "{if: '= \(condition())', then: [{\(note)stop: self}]}"
      case 3:
        return "{if: '= \(condition())', then: [{\(note)fail: '= \"at \" + string(message)'}]}"
      default: return "{\(note)watch: \(actor())}"
      }
    }
  }

  private func told(_ text: String) throws -> [String] {
    let loaded = ScenarioLoader.load(bytes: Array(text.utf8), name: "test.yaml")
    let problems = loaded.diagnostics.map { $0.text(in: loaded.sources) }.joined()
    let file = try #require(loaded.file, "\(problems)\n\(text)")
    let result = onLargeStack {
      let runner = ScenarioRunner(file)
      return runner.run(runner.candidates[0], isRecording: true)
    }
    let log = try #require(result.log)
    let entries = log.entries.map { entry in
      let event = entry.event
      let words: [Any?] = [
        event.kind, event.subject, event.other, event.name, event.text, event.old, event.value,
        event.count, entry.parent, entry.cause, entry.turn, entry.time,
      ]
      return words.map { word in word.map { "\($0)" } ?? "-" }.joined(separator: " ")
    }
    return entries + result.failures.map(\.message)
  }

  @Test(arguments: 0..<150)
  func whatIsDoneWithoutABodyIsTheSame(number: Int) throws {
    let seed = 20_261_124 + UInt64(number)
    var plain = Program(seed, behind: "")
    var bodily = Program(seed, behind: "{if: '= false', then: [{wait: 1s}]}")
    let (without, with) = (plain.text(), bodily.text())
    let (told, expected) = (try told(without), try told(with))
    #expect(!told.isEmpty)
    let lines = max(told.count, expected.count)
    let first = (0..<lines).first { number in
      number >= told.count || number >= expected.count || told[number] != expected[number]
    }
    guard let first else { return }
    let (one, other) = (told.dropFirst(first).first ?? "-", expected.dropFirst(first).first ?? "-")
    Issue.record("seed \(seed): without a body\n\(one)\nwith one\n\(other)\n\(without)")
  }
}
