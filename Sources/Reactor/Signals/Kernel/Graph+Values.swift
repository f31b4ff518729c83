package import Values

extension Graph {
  /// Tells every value of the dynamic kind that cells and derived cells of the graph hold, and those
  /// that paths of derived records lead to. Linear in the number of nodes.
  package func eachValue(_ body: (Value) -> Void) {
    guard !kernel.state.pointee.isClosed else { return }
    for id in 1..<kernel.state.pointee.nodeCount
    where kernel.node(id).pointee.flags.has(.boxed) {
      let payload = kernel.node(id).pointee.payload
      if Payload.isBox(payload, of: Value.self) {
        body(Payload.value(payload, as: Value.self))
      } else if Payload.isBox(payload, of: Lookup.self) {
        switch Payload.value(payload, as: Lookup.self) {
        case .found(let value), .missing(_, let value): body(value)
        }
      }
    }
  }
}
