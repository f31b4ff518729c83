public import Values

extension Graph {
  /// Tells every value of the dynamic kind that cells and derived cells of the graph hold, and those
  /// that paths of derived records lead to. Linear in the number of nodes.
  public func eachValue(_ body: (Value) -> Void) {
    let state = kernel.state.pointee
    guard !state.isClosed else { return }
    for id in 1..<state.nodeCount where kernel.node(id).pointee.flags.has(.boxed) {
      let payload = kernel.node(id).pointee.payload
      guard let object = UnsafeRawPointer(bitPattern: UInt(payload)) else { continue }
      Unmanaged<AnyObject>.fromOpaque(object)._withUnsafeGuaranteedRef { object in
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
}
