enum ServiceKey: String, MapKey {
  case open, state, provides, methods

  static let mapName = MapName.service
  static let keys = table()

  var declaration: KeyDeclaration {
    switch self {
    case .open: .openState
    case .state:
      KeyDeclaration(.record, "The state to start from, which its methods `set`.", unless: "`null`")
    case .provides:
      KeyDeclaration(
        .otherNames, "Other names under which its methods can be called.",
        "provides: [SessionProvider]")
    case .methods:
      KeyDeclaration(
        .map(to: .reference("method"), orNothing: true).called("a map of names to methods"),
        "Each method: a formula, a list of steps that `return`, `do` with such steps, `replies`, "
          + "one for each call, or `pending`, open until the script resolves it. `args` is what it was called with.",
        "methods:\n  search: [{wait: 200ms}, {return: '= [args]'}]\n  held: pending")
    }
  }
}

/// The keys of a method that is written long.
enum MethodKey: String, MapKey {
  case `do`, detached, replies

  static let mapName = MapName.method
  static let keys = table()
  /// What it does: it has one of these.
  static let bodies: [MethodKey] = [.do, .replies]

  var declaration: KeyDeclaration {
    switch self {
    case .do:
      KeyDeclaration(
        Schema.steps(.method), "Steps that `return` the answer.",
        "do: [{wait: 200ms}, {set: {stock: = state.stock - 1}}]")
    case .detached:
      KeyDeclaration(
        .flag,
        "Whether its steps go on, as a server does, where the caller is cancelled or its `timeout` "
          + "is over. Else they end with the call.", unless: "`false`", "detached: true")
    case .replies:
      KeyDeclaration(
        .list(.reference("reply")).called("a list of replies"),
        "What the calls are answered with, one after the other, the last for ever.",
        "replies: [{fail: offline}, {return: ok}]")
    }
  }
}

enum ReplyKey: String, MapKey {
  case `return`, fail

  static let mapName = MapName.reply
  static let keys = table()

  var declaration: KeyDeclaration {
    switch self {
    case .return: KeyDeclaration(.value, "The answer.", "{return: ok}")
    case .fail: KeyDeclaration(.value, "The reason of the failure.", "{fail: offline}")
    }
  }
}
