extension ScenarioReader {
  /// Which steps and names make sense.
  enum Place: Equatable {
    /// Formulas of the model, outside bodies.
    case model
    /// The body of a computation.
    case computation
    /// A body set off by a computation, which itself does not run then.
    case handler
    /// The steps that an `every` of a computation does.
    case tick
    /// The body of an action of the reactor.
    case reactor
    /// The steps of an operator.
    case tap
    case middleware
    /// The body of a service's method.
    case method
    /// What an actor does when it is made.
    case setup
    /// A body that answers a message at its end.
    case reaction
    /// A body that answers a message when it replies.
    case future
    /// What is done where such a body is cancelled.
    case cancellation
    /// The steps of a scenario.
    case script
    /// Steps of a scenario that one of its steps holds and that do not settle by themselves: of
    /// `batch`, `nonreactive`, `afterFlush`, `every`, or of the `else` of a call.
    case within(Word)
    /// The outcomes of a step, and properties.
    case outcome
    /// The rows of `each`, which stand before any world.
    case row

    /// Whether a computation is at hand that `self` can mean.
    var hasSelf: Bool { self == .computation || self == .handler || self == .tick }

    var isScript: Bool {
      switch self {
      case .script, .within: true
      default: false
      }
    }

    /// Whether what stands here can wait for time to pass.
    var canWait: Bool {
      switch self {
      case .computation, .tick, .reactor, .middleware, .method, .setup, .reaction, .future: true
      default: false
      }
    }

    /// Whether it is in an actor.
    var isActor: Bool {
      switch self {
      case .setup, .reaction, .future, .cancellation: true
      default: false
      }
    }
  }
}

/// Which verbs stand where.
extension ScenarioReader.Place {
  /// What speaks against a verb here, and what to write instead; nil where it makes sense.
  func objection(to word: Word) -> (message: String, help: String?)? {
    if self == .within(.events) {
      return Shape.events.contains(word) ? nil : ("is no event that could be chosen", nil)
    }
    switch word {
    case .advance:
      if case .within(let word) = self {
        return word == .every || word == .else
          ? ("cannot stand in steps that are done later", "put it behind the \"\(word.rawValue)\"")
          : ("cannot be part of one turn", "put it behind the \(word.rawValue)")
      }
      return isScript
        ? nil
        : ("stands only in the steps of a scenario", canWait ? "in a body write: wait" : nil)
    case .wait where self == .within(.every):
      return ("cannot stand in steps that a scenario does later", "write \"after\" on an event")
    case .wait where isScript:
      return ("stands only in bodies", "a scenario's time moves by: advance")
    case .wait where !canWait, .every where !canWait && !isScript:
      return ("cannot stand in steps that are done at once", nil)
    case .depend, .onInvalidate, .onStop:
      if self == .computation { return nil }
      return self == .handler || self == .tick
        ? ("stands where no computation runs", nil)
        : ("stands only in the bodies of computations", nil)
    case .autorun where !isScript && self != .computation && self != .handler:
      return ("stands only in the bodies of computations", nil)
    case .mutation where self != .reactor:
      return (
        "stands only in the bodies of a reactor's actions",
        "write: send: {reactor: action}"
      )
    case .return where isScript, .fail where isScript:
      return ("stands only in bodies", nil)
    case .cancel where !isScript:
      return ("stands only in the steps of a scenario", "a body waits for each of its calls")
    default: return isActor ? objectionInActor(to: word) : objectionOutside(to: word)
    }
  }

  /// What speaks against a verb in an actor.
  private func objectionInActor(to word: Word) -> (message: String, help: String?)? {
    switch (word, self) {
    case (.ask, .cancellation), (.call, .cancellation):
      (
        "cannot stand in steps that are done at once",
        word == .ask ? "to send a message without waiting, write: tell" : nil
      )
    case (.reply, .reaction), (.forward, .reaction):
      ("cannot stand in a \"do\", which answers true at its end", "write: {future: [...]}")
    case (.reply, .setup), (.forward, .setup), (.stash, .setup):
      ("cannot stand in a \"setup\", where no message is at work", nil)
    case (.reply, .cancellation), (.forward, .cancellation), (.stash, .cancellation):
      ("cannot stand in an \"onCancel\", for nobody waits for the answer any more", nil)
    default: Self.onlyInScripts(word)
    }
  }

  /// What speaks against a verb of actors outside of them.
  private func objectionOutside(to word: Word) -> (message: String, help: String?)? {
    switch word {
    case .reply, .forward, .become, .stash, .unstash, .watch:
      (
        "stands only in the bodies of actors",
        word == .reply && self == .method ? "a method answers with: return" : nil
      )
    case .ask where self == .handler || self == .tap:
      (
        "cannot stand in steps that are done at once",
        "to send a message without waiting, write: tell"
      )
    default: isScript ? nil : Self.onlyInScripts(word)
    }
  }

  private static func onlyInScripts(_ word: Word) -> (message: String, help: String?)? {
    switch word {
    case .drop, .duplicate: ("stands only in the steps of a scenario", nil)
    case .delay: ("stands only in the steps of a scenario", "in a body write: wait")
    default: nil
    }
  }
}
