extension YAMLDocument {
  /// Whether it is a key of such a map, and which.
  func key<Key: MapKey>(_ id: ID, of _: Key.Type) -> Key? { withText(target(id), Key.keys.find) }

  /// What stands first behind a key, if it is a map that has it.
  func value<Key: MapKey>(of key: Key, in map: ID) -> ID? {
    let map = target(map)
    guard self[map].kind == .map else { return nil }
    return entries(map).first { self.key($0.key, of: Key.self) == key }?.value
  }
}
