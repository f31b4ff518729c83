package import Values

extension Graph {
  /// Tells every value of the dynamic kind that cells and derived cells of the graph hold, and those
  /// that paths of derived records lead to. Linear in the number of nodes.
  package func eachValue(_ body: (Value) -> Void) {
    guard !kernel.state.pointee.isClosed else { return }
    for id in 1..<kernel.state.pointee.nodeCount
    where kernel.node(id).pointee.flags.has(.boxed) {
      let payload = kernel.node(id).pointee.payload
      let object = Payload.anyBox(payload)
      if let box = object as? Box<Value> {
        body(box.value)
      } else if let box = object as? Box<Lookup> {
        switch box.value {
        case .found(let value), .missing(_, let value): body(value)
        }
      }
    }
  }
}
