import Scenarios

/// What stands behind a verb: what an editor is told that it takes, and where steps behind it stand.
/// Verbs that take the same share a form.
struct Form: Sendable {
  typealias Place = StepPlace

  /// At some places it takes something else, or it is told otherwise.
  struct Variant: Sendable {
    let places: Places
    /// Of the definition in the schema.
    let name: String
    let takes: @Sendable () -> Schema
    /// Where these differ.
    let text: String?
    let example: String?
  }

  let takes: @Sendable () -> Schema
  private(set) var variants: [Variant] = []
  /// What the verb is as a bare word, `- flush`; nil where it needs more than its name.
  private(set) var bare: Verb?
  /// Where the steps behind the verb itself stand; nil where it holds none.
  private(set) var inner: (@Sendable (Place) -> Place)?

  /// The schema is made only when it is asked for.
  init(_ takes: @autoclosure @escaping @Sendable () -> Schema) { self.takes = takes }

  func but(
    at places: Places, as name: String,
    _ takes: @autoclosure @escaping @Sendable () -> Schema, _ text: String? = nil,
    _ example: String? = nil
  ) -> Form {
    var form = self
    form.variants.append(
      Variant(places: places, name: name, takes: takes, text: text, example: example))
    return form
  }

  func variant(at place: Place) -> Variant? {
    variants.first { $0.places.contains(place.kind) }
  }
}

// MARK: The forms that verbs share

extension Form {
  /// Nothing: `flush`, `- stash`.
  static func nothing(_ verb: Verb) -> Form {
    // Alone in a list, so that no editor fills in the word "null".
    var form = Form(Schema().with("anyOf", [Schema("null")]))
    form.bare = verb
    return form
  }

  static let data = Form(.value)
  static let duration = Form(.duration)
  /// A duration that is not zero.
  static let interval = Form(.interval)
  /// The name of a part, of a local, of a behavior.
  static let name = Form(.name)
  /// `{part: case}`: an action or a message.
  static let toPart = Form(.addressed(.aCase))
  /// An actor.
  static let actor = Form(.actor)
  /// `{actor: message}`.
  static let toActor = Form(.addressed(.aCase, by: "actorName"))
  /// `{store: route}`, or `{store: {route: arguments}}`.
  static let route = Form(
    .addressed(.aCase.with(pattern: "^(?!=)", "the name of a route, and no formula")))
  /// `{service.method: value}`.
  static let method = Form(
    Schema("object", "string").with("minProperties", 1).with("maxProperties", 1)
      .with("propertyNames", .reference("methodName"))
      .with(pattern: "^[^.]+\\..+$", "a service and its method, such as github.search"))

  /// A list of steps, at a place of its own where that is not the step's.
  static func steps(at inner: @escaping @Sendable (Place) -> Place) -> Form {
    var form = Form(.value)
    form.inner = inner
    return form
  }

  /// The steps stand where the verb does; of a script they are part of one turn.
  static func within(_ holder: Place.Holder) -> @Sendable (Place) -> Place {
    { $0.isScript ? .within(holder) : $0 }
  }

  /// The steps are set off later by what runs there.
  static func handling(_ holder: Place.Holder? = nil) -> @Sendable (Place) -> Place {
    { place in place.isScript ? holder.map { .within($0) } ?? place : .handler }
  }
}
