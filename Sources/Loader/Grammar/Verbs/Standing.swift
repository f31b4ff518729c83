/// Where a verb may stand: everywhere but at places that refuse it, each with what is said there.
struct Standing: Sendable {
  typealias Place = StepPlace

  /// Places, what speaks against the verb there, and what to write instead.
  struct Refusal: Sendable {
    let places: Places
    let message: String
    let help: @Sendable (Place) -> String?

    init(_ places: Places, _ message: String, _ help: String? = nil) {
      self.init(places, message, helping: { _ in help })
    }

    init(
      _ places: Places, _ message: String, helping help: @escaping @Sendable (Place) -> String?
    ) {
      self.places = places
      self.message = message
      self.help = help
    }
  }

  /// The first that holds is told.
  private let refusals: [Refusal]

  init(_ refusals: Refusal...) { self.refusals = refusals }

  func objection(at place: Place) -> (message: String, help: String?)? {
    let kind = place.kind
    for refusal in refusals where refusal.places.contains(kind) {
      return (refusal.message, refusal.help(place))
    }
    return nil
  }

  /// Where it does not stand, a sentence each.
  var sentences: [String] { refusals.map { "It \($0.message)." } }

  static let anywhere = Standing()
  /// In scripts, with what to write in a body.
  static func inScripts(_ help: String? = nil) -> Standing {
    Standing(Refusal(.bodies, "stands only in the steps of a scenario", help))
  }
  static let inBodies = Standing(Refusal(.scripts, "stands only in bodies"))
  static let inBodiesAndProcedures = Standing(
    Refusal(
      .scripts.subtracting(.procedure),
      "stands only in bodies, and in procedures outside a \"batch\"", helping: whereItReturns))
  static let inActors = Standing(
    Refusal([.scripts, .bodies.subtracting(.actors)], "stands only in the bodies of actors"))
  /// Where a computation runs.
  static let inComputations = Standing(
    Refusal([.handler, .tick], "stands where no computation runs"),
    Refusal(
      [.scripts, .bodies.subtracting(.computations)],
      "stands only in the bodies of computations"))
  /// Where a message is at work that somebody may wait for.
  static let atMessages = Standing(noMessage, answered, elsewhere)
  /// The same where the answer is the body's own to give.
  static let atOpenMessages = Standing(ownAnswer, noMessage, answered, elsewhere)
  /// The same for a verb that is spelt otherwise in a method.
  static func atOpenMessages(inMethods help: String) -> Standing {
    Standing(
      ownAnswer, noMessage, answered, Refusal(.method, "stands only in the bodies of actors", help),
      elsewhere)
  }

  private static let whereItReturns: @Sendable (Place) -> String? = { place in
    guard case .within(let holder) = place else {
      return "leave it out: a scenario gives nothing back"
    }
    return place.isLater || holder == .events
      ? "leave it out: nobody waits for what these steps give"
      : "in a procedure, put it behind the \"\(holder.rawValue)\""
  }

  private static let ownAnswer = Refusal(
    .reaction, "cannot stand in a \"do\", which answers true at its end", "write: {future: [...]}")
  private static let noMessage = Refusal(
    .setup, "cannot stand in a \"setup\", where no message is at work")
  private static let answered = Refusal(
    .cancellation, "cannot stand in an \"onCancel\", for nobody waits for the answer any more")
  private static let elsewhere = Refusal(
    [.scripts, .bodies.subtracting(.actors)], "stands only in the bodies of actors")
}
