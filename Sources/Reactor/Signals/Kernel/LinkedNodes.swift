/// The nodes on one side of another: what it has read, in the order of reading, or who depends on it, in the order of
/// linking. A link that has been passed may go meanwhile, and the nodes may move; the next link must stand.
struct LinkedNodes: Sequence, IteratorProtocol {
  private let kernel: Kernel
  private let areInputs: Bool
  private var index: UInt32

  @inline(__always)
  init(_ kernel: Kernel, from first: UInt32, areInputs: Bool) {
    self.kernel = kernel
    self.areInputs = areInputs
    index = first
  }

  @inline(__always)
  mutating func next() -> UInt32? {
    if index == 0 { return nil }
    let link = kernel.link(index)
    index = areInputs ? link.pointee.nextDependency : link.pointee.next
    return areInputs ? link.pointee.dependency : link.pointee.dependent
  }
}

extension Kernel {
  @inline(__always)
  func inputs(of id: UInt32) -> LinkedNodes {
    LinkedNodes(self, from: node(id).pointee.firstDependency, areInputs: true)
  }

  @inline(__always)
  func dependents(of id: UInt32) -> LinkedNodes {
    LinkedNodes(self, from: node(id).pointee.firstDependent, areInputs: false)
  }
}
