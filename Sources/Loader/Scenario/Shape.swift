/// A kind of map of the language, by the keys that it may have.
struct Shape {
  /// `a scenario`, for messages.
  let name: String
  let words: WordSet

  private init(_ name: String, _ words: WordSet) {
    self.name = name
    self.words = words
  }

  static let file = Shape(
    "a file",
    [
      .reactor, .name, .description, .tags, .use, .settings, .cells, .computations, .reactors,
      .stores, .parcels, .actors, .services, .always, .eventually, .explore, .scenarios, .steps,
    ])
  static let settings = Shape("the settings", [.flush, .seed, .start, .turns, .memory])
  static let scenario = Shape(
    "a scenario",
    [
      .name, .description, .tags, .skip, .todo, .timeout, .each, .given, .strict, .golden, .steps,
    ])
  static let cell = Shape(
    "a cell", [.value, .formula, .nonreactive, .reactive, .readonly, .open, .cutoff])
  static let computation = Shape("a computation", [.autostart, .run, .onError])
  static let autorun = Shape("an autorun", [.name, .run, .onError])
  static let pattern = Shape("an expected error", [.matches])

  // Reactors.
  static let reactor = Shape("a reactor", [.state, .open, .mutate, .reduce, .transform, .pulse])
  static let action = Shape("an action", [.run, .latest, .until])
  static let transform = Shape("a transform", [.action, .mutation, .state])
  static let operators = Shape(
    "an operator",
    [.map, .filter, .distinct, .debounce, .throttle, .delay, .take, .skip, .merge, .tap])
  static let merge = Shape("a merge", [.from, .as])

  // Stores and parcels.
  static let store = Shape("a store", [.state, .open, .middleware, .reducers, .routes, .parcels])
  static let parcel = Shape(
    "a parcel",
    [.focus, .prefix, .optional, .state, .open, .middleware, .reducers, .routes, .parcels])
  static let parcelUse = Shape("the use of a parcel", [.parcel, .focus, .prefix, .optional])
  static let middleware = Shape("a middleware", [.on])
  static let route = Shape("a route", [.screen, .modal])

  // Actors.
  static let actor = Shape(
    "an actor",
    [
      .provider, .router, .mailbox, .state, .open, .setup, .on, .behaviors, .supervision, .children,
    ])
  static let provider = Shape("a provider", [.pool])
  static let mailbox = Shape("a mailbox", [.limit, .overflow])
  static let reaction = Shape("a reaction", [.do, .result, .future, .onCancel])
  static let supervision = Shape("a supervision", [.strategy, .restarts, .within, .backoff])
  static let backoff = Shape("a backoff", [.min, .max])
  static let disturbance = Shape("a fault between two actors", [.from, .to])
  static let putOff = Shape("a delay", [.from, .to, .by])

  // Exploration.
  static let exploration = Shape(
    "an exploration",
    [.schedules, .delivery, .faults, .budget, .events, .steps, .expect])
  static let faults = Shape("a map of faults", [.drop, .duplicate, .crash, .delay])

  // Services.
  static let service = Shape("a service", [.provides, .state, .open, .methods])
  static let method = Shape("a method", [.replies])
  static let reply = Shape("a reply", [.return, .fail])

  /// Where a key may stand, for one that stands at the wrong place.
  static func homes(of word: Word) -> [Shape] {
    all.filter { $0.words.contains(word) }
  }

  private static let all = [
    file, settings, scenario, cell, computation, reactor, action, transform, operators, store,
    parcel, parcelUse, middleware, route, actor, mailbox, reaction, supervision, service, method,
    step, exploration,
  ]
}

/// A step and what may be in it.
extension Shape {
  static let verbs = WordSet(Grammar.shared.verbs.map(\.word))
  static let step = Shape("a step", WordSet(Grammar.shared.stepKeys.map(\.word)))
}

extension [String] {
  /// `a, b or c`.
  var alternatives: String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) or \(last)"
  }
}
