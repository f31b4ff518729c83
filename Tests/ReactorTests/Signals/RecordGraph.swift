import Values

@testable import Reactor

/// Records, derived cells of them and of each other, and computations that say what they see, for those who make
/// the same twice. Nodes are told by numbers, the records' first.
class RecordGraph {
  let graph = Graph()
  let log = Log()
  let records: [RecordCell]
  private(set) var derived: [Derived<Value>] = []

  init(_ records: Int) {
    let graph = graph
    self.records = (0..<records).map { _ in graph.record(.int(0)) }
  }

  func add(_ body: @escaping () throws -> Value) { derived.append(graph.derived(body)) }

  func watch(_ nodes: [Int]) throws {
    for (number, node) in nodes.enumerated() {
      try graph.computation { [unowned self] _ in
        log("\(number) sees \(Result { try read(node) })")
      }
    }
  }

  func read(_ node: Int) throws -> Value {
    node < records.count ? records[node].value : try derived[node - records.count].value
  }
}
