/// What verbs take, and what goes with them.
extension ScenarioSchema {
  typealias Text = (text: String, example: String?)

  /// A definition for each verb, adverb and outcome that holds no steps.
  mutating func defineVerbs() {
    let variants: [(Word, Place)] = [
      (.set, .method), (.emit, .method), (.return, .middleware), (.stop, .computation),
      (.invalidate, .computation),
    ]
    let verbs = Shape.verbs.words.filter { !$0.holdsSteps }.map { ($0, Place.script) } + variants
    for (verb, place) in verbs { define(verb.definition(place), verb.schema(place)) }
    for word in Shape.adverbs.words where !word.holdsSteps {
      define(word.definition(.script), word.schema(.script))
    }
    for word in Shape.outcomes.words {
      define(word.definition(.script), ScenarioSchema.outcome(word).schema)
    }
    let outcomes = Shape.outcomes.words.filter { $0 != .replies }.map {
      (name: $0.rawValue, schema: Schema.reference($0.definition(.script)))
    }
    define("outcomes", Schema().with("properties", outcomes))
  }
}

extension Word {
  fileprivate typealias Place = ScenarioReader.Place

  /// Whether the step's own steps stand behind the word, which depend on its place.
  var holdsSteps: Bool {
    switch self {
    case .then, .else, .do, .batch, .nonreactive, .onInvalidate, .onStop, .afterFlush: true
    default: false
    }
  }

  /// The name of the definition of what the word takes at the place.
  func definition(_ place: ScenarioReader.Place) -> String {
    switch self {
    case .set where place == .method || place.isActor: "step.setOfAnOwnState"
    case .emit where !place.isScript: "step.emitInABody"
    case .return where place == .middleware: "step.returnOfAMiddleware"
    case .stop where place.hasSelf || place.isActor: "step.stopInABody"
    case .invalidate where place.hasSelf: "step.invalidateInABody"
    default: "step.\(rawValue)"
    }
  }

  /// Whether what the verb takes depends on the place.
  var hasVariants: Bool {
    switch self {
    case .set, .emit, .return, .stop, .invalidate: true
    default: false
    }
  }

  fileprivate func schema(_ place: Place) -> Schema {
    let entry = entry(place)
    return takes(place).described(entry.text, entry.example)
  }

  /// The types of what the word takes.
  private func takes(_ place: Place) -> Schema {
    switch self {
    case .set where place == .method:
      Schema("object", "string").with("minProperties", 1)
        .with(pattern: "^=", "a map of paths and values, or a formula for the whole state")
    case .set: .paths
    case .depend, .changed: .path
    case .as: .local
    case .invalidate where place.hasSelf, .stop where place.hasSelf: .name
    case .invalidate, .stop:
      Schema("string").with(pattern: "^(?!self$)", "here is none that self could mean")
    case .start, .stub, .watch, .become, .crash, .restart, .cancel: .name
    case .flush, .stash, .unstash:
      // Alone in a list, so that no editor fills in the word "null".
      Schema().with("anyOf", [Schema("null")])
    case .if, .unless, .until: .formula
    case .for:
      .addressed(
        Schema("string", "array", "object").with(pattern: "^=", "a list, a map or a formula")
      )
    case .repeat: .count
    case .let: .filled().with("propertyNames", .reference("name"))
    case .emit where place.isScript: .filled()
    case .return where place == .middleware:
      Schema("string", "object", "null").with("minLength", 1)
        .with("minProperties", 1).with("maxProperties", 1)
    case .emit: Schema.value.with("minProperties", 1)
    case .return, .fail, .reply: .value
    case .mutation: .aCase
    case .send, .dispatch, .tell, .ask, .forward: .addressed(.aCase)
    case .present, .replace:
      .addressed(.aCase.with(pattern: "^(?!=)", "the name of a route, and no formula"))
    case .dismiss:
      Schema("string", "object").with("minProperties", 1).with("maxProperties", 1)
        .with("additionalProperties", Schema("string", "integer").with("minimum", 0))
    case .call, .resolve, .reject:
      Schema("object", "string").with("minProperties", 1).with("maxProperties", 1)
        .with("propertyNames", .reference("methodName"))
        .with(pattern: "^[^.]+\\..+$", "a service and its method, such as github.search")
    case .spawn: Schema("object", "string").with("minProperties", 1).with("maxProperties", 1)
    case .advance, .wait, .every, .after, .timeout: .duration
    case .autorun:
      ScenarioSchema.map(
        .autorun,
        ScenarioSchema.runEntries + [
          ScenarioSchema.Entry(.name, .partName, "The name by which it is known.")
        ], needs: [.name, .run])
    case .drop, .duplicate: Word.disturbance(isLate: false)
    case .delay: Word.disturbance(isLate: true)
    case .sync: .flag
    case .note: .text
    default: preconditionFailure("the schema does not say what \(self) takes")
    }
  }

  private static func disturbance(isLate: Bool) -> Schema {
    let by = ScenarioSchema.Entry(.by, .duration, "How much later it comes.", "by: 1s")
    let entries = [
      ScenarioSchema.Entry(
        .from, Schema("string"), "Who sends it: an actor, or `script`. Anyone unless given."),
      ScenarioSchema.Entry(
        .to, Schema("string"), "The actor that it is sent to. Any unless given."),
    ]
    return isLate
      ? ScenarioSchema.map(.putOff, entries + [by], needs: [.by]).with("minProperties", 2)
      : ScenarioSchema.map(.disturbance, entries).with("minProperties", 1)
  }

  /// What the word does, and an example of it.
  func entry(_ place: ScenarioReader.Place) -> ScenarioSchema.Text {
    switch self {
    case .set where place == .method || place.isActor:
      (
        "Writes the own state: by its own paths, or the whole of it by a formula.",
        "set: {token: = message}"
      )
    case .set:
      ("Writes cells, all in one turn.", "set: {price: 20, person.name: Ada}")
    case .depend: ("Reads a path for the dependency alone.", "depend: person.name")
    case .changed: ("Makes a cell count as changed though its value is the same.", "changed: price")
    case .invalidate: ("Makes a computation run again, in a body also `self`.", "invalidate: label")
    case .flush: ("Runs all invalidated computations now.", "flush:")
    case .start: ("Starts a computation that has been stopped, anew.", "start: label")
    case .stop:
      ("Ends a computation or an actor. In a body `self` is the one at work.", "stop: label")
    case .send: ("Sends an action to a reactor.", "send: {search: {updateQuery: swift}}")
    case .dispatch: ("Dispatches an action to a store.", "dispatch: {app: {add: Milk}}")
    case .tell: ("Sends a message to an actor; nobody waits.", "tell: {session: Logout}")
    case .ask:
      (
        "Sends a message to an actor and promises its answer. A body waits for it.",
        "ask: {session: {Login: {email: a@b.c}}}\nas: login"
      )
    case .call:
      (
        "Calls a method of a service. A body waits for the answer.",
        "call: {github.search: swift}\nas: repos"
      )
    case .present: ("Pushes a route of a store.", "present: {app: {details: {id: 3}}}")
    case .dismiss:
      (
        "Pops the route on top; that of the name, where it is on top; or down to so many.",
        "dismiss: {app: details}"
      )
    case .replace: ("Swaps the route on top.", "replace: {app: {details: {id: 4}}}")
    case .stub:
      ("Cuts a reactor off: actions are recorded, and `set` sets its state.", "stub: search")
    case .spawn: ("Makes a new actor of that kind.", "spawn: {worker: {size: 1}}\nas: helper")
    default: laterEntry
    }
  }

  /// The rest of them.
  private var laterEntry: ScenarioSchema.Text {
    switch self {
    case .watch: ("Tells this actor `Terminated` when that one ends.", "watch: worker")
    case .become: ("Changes to another of the actor's behaviors.", "become: open")
    case .stash: ("Puts the message aside, its answer open.", "stash:")
    case .unstash: ("Puts what was put aside back, before newer messages.", "unstash:")
    case .advance:
      ("Moves the virtual time on; what is due by then happens.", "advance: 300ms")
    case .wait: ("Waits; the rest of the body goes on later.", "wait: 300ms")
    case .every:
      (
        "Does steps again and again, first after one interval.",
        "every: 1s\ndo: [{emit: {clock: tick}}]"
      )
    case .if, .unless:
      (
        "Does the steps of `then` where the formula is \(self == .if ? "true" : "false"), else "
          + "those of `else`.", "\(rawValue): price > 5\nthen: [{emit: {log: dear}}]"
      )
    case .for:
      (
        "Does steps for each element of a list, or key of a map.",
        "for: {x: [1, 2]}\ndo: [{set: {price: = x}}]"
      )
    case .repeat: ("Does steps so many times.", "repeat: 3\ndo: [{send: {counter: increment}}]")
    case .batch:
      ("Does several steps in one turn.", "batch:\n  - set: {price: 1}\n  - set: {quantity: 2}")
    case .let: ("Binds names for the steps behind it, evaluated at once.", "let: {before: = total}")
    case .autorun:
      (
        "Makes a computation inside this one, stopped when this one is invalidated or stopped.",
        "autorun: {name: inner, run: [{emit: = price}]}"
      )
    case .nonreactive:
      ("Steps whose reads are not tracked.", "nonreactive: [{emit: {log: = price}}]")
    case .onInvalidate: ("Steps that are done when this run is invalidated.", nil)
    case .onStop: ("Steps that are done when this computation is stopped.", nil)
    case .afterFlush: ("Steps that are done once no computation is invalid any more.", nil)
    case .emit:
      (
        "Emits a value under the name of the part, or values under names of channels.",
        "emit: {log: = price}"
      )
    case .mutation: ("Emits a mutation, which is reduced at once.", "mutation: {setLoading: true}")
    case .return:
      ("Ends the body with a result. A middleware's null catches the action.", "return: = args")
    case .reply: ("Answers the message.", "reply: = state.token")
    case .fail: ("Ends the body with a failure.", "fail: offline")
    case .forward:
      ("Lets another actor answer the message.", "forward: {api: {Request: = message}}")
    case .resolve: ("Answers the oldest open call.", "resolve: {github.held: [a, b]}")
    case .reject: ("Fails the oldest open call.", "reject: {github.held: offline}")
    case .cancel: ("Cancels a promise that `as` has bound.", "cancel: login")
    case .crash: ("Makes an actor fail, as its supervisor sees it.", "crash: worker")
    case .restart: ("Begins an actor anew.", "restart: worker")
    case .drop: ("Loses the next such message.", "drop: {from: shop, to: payment}")
    case .duplicate: ("Lets the next such message come twice.", "duplicate: {to: payment}")
    case .delay: ("Lets the next such message come late.", "delay: {to: payment, by: 1s}")
    default: adverbEntry
    }
  }

  private var adverbEntry: ScenarioSchema.Text {
    switch self {
    case .then: ("The steps where the condition holds.", nil)
    case .else:
      ("The steps where it does not hold, or where the answer is a failure (`error`).", nil)
    case .do: ("The steps that are done again and again.", nil)
    case .until: ("Ends the `every` once it is true.", "until: count == 3")
    case .sync: ("Whether the action is handled at once, not in a turn of its own.", nil)
    case .timeout: ("How long to wait for the answer.", "timeout: 1s")
    case .after: ("Does the event so much later, without waiting.", "after: 300ms")
    case .as: ("The name of the result for what follows.", "as: login")
    case .note: ("A text for the log.", nil)
    default: preconditionFailure("the schema says nothing of \(self)")
    }
  }
}
