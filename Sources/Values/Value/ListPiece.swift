/// Elements of a list in the making, which is put together of pieces that later lists share with it.
package struct ListPiece: Sendable {
  /// Nil where there are none.
  private let node: RopeNode?
  /// Of the elements together.
  private let measure: Measure

  /// At most `RopeNode.width` elements.
  package init(_ elements: [Value]) {
    precondition(elements.count <= RopeNode.width, "a piece is small")
    var measure = Measure()
    for element in elements { measure.add(element) }
    self.measure = measure
    node = elements.isEmpty ? nil : RopeNode(leaf: elements, depth: measure.depth)
  }

  /// Pieces in a row. As many as stand in a branch of a list are put together in constant time, others
  /// in logarithmic time each.
  package init(joining pieces: [ListPiece]) {
    var measure = Measure()
    var nodes: [RopeNode] = []
    for piece in pieces {
      measure.depth = max(measure.depth, piece.measure.depth)
      measure.elements += piece.measure.elements
      measure.text += piece.measure.text
      if let node = piece.node { nodes.append(node) }
    }
    self.measure = measure
    if nodes.count <= RopeNode.width, nodes.allSatisfy({ $0.height == nodes[0].height }) {
      node = nodes.isEmpty ? nil : RopeNode(nodes)
    } else {
      node = nodes.dropFirst().reduce(nodes[0]) { RopeNode.joined($0, $1) }
    }
  }

  /// What stands in a piece that was put together of none; for others nothing.
  package var elements: [Value] { node?.elements ?? [] }

  /// The list of the elements; throws where it would exceed `ValueLimits`. Constant time.
  package func list() throws(ValueFault) -> List {
    guard let node, node.count > List.flat else { return try List(node?.values ?? []) }
    var whole = measure
    whole.depth += 1
    return List(storage: List.RopeStorage(Rope(node), try whole.checked()))
  }
}
