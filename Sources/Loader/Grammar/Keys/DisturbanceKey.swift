/// Between whom a message is lost or doubled.
enum DisturbanceKey: String, MapKey {
  case from, to

  static let mapName = MapName.disturbance
  static let keys = table()

  var declaration: KeyDeclaration {
    switch self {
    case .from:
      KeyDeclaration(
        Schema("string").called("an actor, or `script`"), "Who sends it.", unless: "anyone")
    case .to:
      KeyDeclaration(
        .actor, "The actor that it is sent to.", unless: "any")
    }
  }

  /// The same of a message that comes late.
  var late: PutOffKey {
    switch self {
    case .from: .from
    case .to: .to
    }
  }
}

/// Between whom a message comes late, and how late.
enum PutOffKey: String, MapKey {
  case from, to, by

  static let mapName = MapName.putOff
  static let keys = table()
  static let needed: [PutOffKey] = [.by]

  var declaration: KeyDeclaration {
    switch self {
    case .from: DisturbanceKey.from.declaration
    case .to: DisturbanceKey.to.declaration
    case .by: KeyDeclaration(.duration, "How much later it comes.", "by: 1s")
    }
  }
}
