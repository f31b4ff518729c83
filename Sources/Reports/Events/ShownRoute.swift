import Values

/// What a store shows, as a `presented` event tells it.
struct ShownRoute {
  /// As written, and so not safe to print.
  private let name: String
  private let arguments: Value
  private let screen: Value
  private let modal: Value

  init(_ record: Value) {
    func part(_ key: String) -> Value {
      if case .map(let map) = record { map[key] ?? .null } else { .null }
    }
    if case .string(let route) = part("route") { name = route } else { name = "" }
    arguments = part("args")
    screen = part("screen")
    modal = part("modal")
  }

  /// `details {id: 3} as "Todo 3", modal`: safe to print.
  var words: String {
    var words = SafeText.shown(name)
    if case .null = arguments {} else { words += " \(arguments)" }
    words += " as \(screen)"
    switch modal {
    case .bool(false): return words
    case .bool(true): return words + ", modal"
    case .null, .int, .uint, .double, .string, .bytes, .list, .map, .timestamp, .duration, .type,
      .optional, .opaque:
      return words + ", modal \(modal)"
    }
  }
}
