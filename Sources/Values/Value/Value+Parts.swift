extension Value {
  /// What stands at a path of properties, each a key of the map before; nil where there is nothing.
  package func part(at path: [String]) -> Value? {
    var value = self
    for name in path {
      guard case .map(let map) = value, let next = map[name] else { return nil }
      value = next
    }
    return value
  }
}
