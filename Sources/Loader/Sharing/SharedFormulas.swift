import CEL

/// The formulas of a shared document, by the nodes that hold them.
final class SharedFormulas: Sendable {
  private let parsed = Guarded([UInt32: Expression]())

  subscript(node: UInt32) -> Expression? { parsed.with { $0[node] } }

  func keep(_ expression: Expression, of node: UInt32) { parsed.with { $0[node] = expression } }
}
