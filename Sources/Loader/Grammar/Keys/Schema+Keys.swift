extension Schema {
  /// A map of these keys, each with what is declared of it.
  static func map<Key: MapKey>(
    of _: Key.Type, types: [String] = [],
    declaring: (Key) -> KeyDeclaration = { $0.declaration }
  ) -> Schema {
    let all = Key.allCases.map { (name: $0.rawValue, declaration: declaring($0)) }
    let map = closed(
      all.map { ($0.name, $0.declaration.schema) },
      needs: Key.needed.map(\.rawValue), types: types)
    return Key.mapName == .file ? map : map.with("title", Key.mapName.title)
  }
}
