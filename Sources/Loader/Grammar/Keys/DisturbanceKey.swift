/// Between whom a message is lost or doubled.
enum DisturbanceKey: String, MapKey {
  case from, to

  static let mapName = MapName.disturbance
  static let keys = table()

  var declaration: KeyDeclaration {
    switch self {
    case .from:
      KeyDeclaration(
        Schema("string"), "Who sends it: an actor, or `script`. Anyone unless given.")
    case .to:
      KeyDeclaration(Schema("string"), "The actor that it is sent to. Any unless given.")
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

  var declaration: KeyDeclaration {
    switch self {
    case .from: DisturbanceKey.from.declaration
    case .to: DisturbanceKey.to.declaration
    case .by: KeyDeclaration(.duration, "How much later it comes.", "by: 1s", isNeeded: true)
    }
  }
}
