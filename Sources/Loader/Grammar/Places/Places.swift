/// Kinds of places of steps, as a set.
struct Places: OptionSet, Sendable {
  let rawValue: UInt32

  static let script = Places(rawValue: 1 << 0)
  /// Steps that a scenario has done later: by its `every`.
  static let scriptTick = Places(rawValue: 1 << 1)
  /// Steps that a scenario has done later: in the `else` of its calls.
  static let scriptElse = Places(rawValue: 1 << 2)
  /// Steps of a scenario that are part of one turn: of its `batch`, `nonreactive`, `all`, `any` or `race`, of its
  /// handlers.
  static let turn = Places(rawValue: 1 << 3)
  /// The events of which an exploration may choose.
  static let events = Places(rawValue: 1 << 4)
  static let computation = Places(rawValue: 1 << 5)
  static let handler = Places(rawValue: 1 << 6)
  static let tick = Places(rawValue: 1 << 7)
  static let reactor = Places(rawValue: 1 << 8)
  static let tap = Places(rawValue: 1 << 9)
  static let middleware = Places(rawValue: 1 << 10)
  static let method = Places(rawValue: 1 << 11)
  static let setup = Places(rawValue: 1 << 12)
  static let reaction = Places(rawValue: 1 << 13)
  static let future = Places(rawValue: 1 << 14)
  static let cancellation = Places(rawValue: 1 << 15)
  static let procedure = Places(rawValue: 1 << 16)
  static let hook = Places(rawValue: 1 << 17)
  /// The scripts of an `interleave`.
  static let thread = Places(rawValue: 1 << 18)

  static let scripts: Places = [
    .script, .procedure, .thread, .scriptTick, .scriptElse, .turn, .events,
  ]
  static let actors: Places = [.setup, .reaction, .future, .cancellation]
  /// Where a computation is at hand that `self` can mean.
  static let computations: Places = [.computation, .handler, .tick]
  static let bodies: Places = [
    .computation, .handler, .tick, .reactor, .tap, .middleware, .method, .setup, .reaction,
    .future, .cancellation, .hook,
  ]
  /// Bodies that cannot wait for time to pass.
  static let instant: Places = [.handler, .tap, .cancellation]
}

extension StepPlace {
  /// Of which kind it is; none where no steps stand.
  var kind: Places {
    switch self {
    case .model, .outcome, .row: []
    case .script: .script
    case .procedure: .procedure
    case .thread: .thread
    case .within(.every): .scriptTick
    case .within(.else): .scriptElse
    case .within(.events): .events
    case .within(.batch), .within(.nonreactive), .within(.afterFlush), .within(.all),
      .within(.any), .within(.race):
      .turn
    case .computation: .computation
    case .hook: .hook
    case .handler: .handler
    case .tick: .tick
    case .reactor: .reactor
    case .tap: .tap
    case .middleware: .middleware
    case .method: .method
    case .setup: .setup
    case .reaction: .reaction
    case .future: .future
    case .cancellation: .cancellation
    }
  }
}
