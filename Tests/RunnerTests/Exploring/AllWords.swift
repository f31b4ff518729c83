import Scenarios

@testable import Runner

/// All that is told of explorations.
func allWords(of results: [ScenarioResult]) -> [String] {
  results.map { result in
    var words = ["\(result.verdict)"]
    words += result.failures.map { "\($0.code) \($0.message) \($0.span) \($0.parts)" }
    guard let explored = result.explored else { return words.joined(separator: "\n") }
    words.append(
      "\(explored.verdict) \(explored.states) \(explored.violating) \(explored.generated)")
    words.append("\(explored.bound ?? "complete") \(explored.unseen) \(explored.notes)")
    if let found = explored.found {
      words.append("\(found.deviations) \(found.turns) \(found.isLeast) \(found.token)")
      words.append("\(found.schedule) \(found.failure.message)")
    }
    return words.joined(separator: "\n")
  }
}
