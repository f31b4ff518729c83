import Scenarios

/// What stands behind a verb: how it is read, and what an editor is told that it takes. Verbs that
/// take the same share a form.
struct Form: Sendable {
  typealias Place = ScenarioReader.Place
  typealias Read = @Sendable (inout ScenarioReader, StepSource) -> Verb?

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

  let read: Read
  let takes: @Sendable () -> Schema
  private(set) var variants: [Variant] = []
  /// What the verb is as a bare word, `- flush`; nil where it needs more than its name.
  private(set) var bare: Verb?
  /// Where the steps behind the verb itself stand; nil where it holds none.
  private(set) var inner: (@Sendable (Place) -> Place)?

  /// The schema is made only when it is asked for.
  init(_ takes: @autoclosure @escaping @Sendable () -> Schema, _ read: @escaping Read) {
    self.takes = takes
    self.read = read
  }

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

/// A step as it is being read.
struct StepSource {
  let verb: VerbDeclaration
  let key: ScenarioReader.ID
  let value: ScenarioReader.ID
  let parts: ScenarioReader.StepParts

  var word: Word { verb.word }

  /// `"tell"`, for messages.
  var what: String { "\"\(word.rawValue)\"" }
}

// MARK: The forms that verbs share

extension Form {
  /// Nothing: `flush`, `- stash`.
  static func nothing(_ verb: Verb) -> Form {
    // Alone in a list, so that no editor fills in the word "null".
    var form = Form(Schema().with("anyOf", [Schema("null")])) { reader, step in
      if !reader.isEmpty(step.value) { reader.reportType(step.what, takes: "nothing", step.value) }
      return verb
    }
    form.bare = verb
    return form
  }

  static func data(_ make: @escaping @Sendable (Datum) -> Verb) -> Form {
    Form(.value) { reader, step in make(reader.datum(step.value)) }
  }

  static func duration(_ make: @escaping @Sendable (Datum) -> Verb) -> Form {
    Form(.duration) { reader, step in make(reader.duration(step.value, of: step.what)) }
  }

  /// A path into a cell.
  static func cellPath(_ make: @escaping @Sendable (Path) -> Verb) -> Form {
    Form(.path) { reader, step in
      guard let path = reader.path(step.value) else { return nil }
      reader.checkCell(path, for: step.word.rawValue)
      return make(path)
    }
  }

  /// The name of an actor, or a local that refers to one.
  static func actor(_ make: @escaping @Sendable (Recipient) -> Verb) -> Form {
    Form(.name) { reader, step in reader.recipient(step.value, for: step.word).map(make) }
  }

  /// `{actor: message}`.
  static func message(_ make: @escaping @Sendable (Recipient, Case) -> Verb) -> Form {
    Form(.addressed(.aCase)) { reader, step in
      reader.addressed(step.word, step.value).map { make($0.recipient, $0.message) }
    }
  }

  /// `{store: route}`, or `{store: {route: arguments}}`.
  static func route(_ make: @escaping @Sendable (Verb.Presentation) -> Verb) -> Form {
    Form(.addressed(.aCase.with(pattern: "^(?!=)", "the name of a route, and no formula"))) {
      reader, step in
      reader.presentation(step.word, step.value).map(make)
    }
  }

  /// `{service.method: value}`.
  static func method(_ read: @escaping Read) -> Form {
    Form(
      Schema("object", "string").with("minProperties", 1).with("maxProperties", 1)
        .with("propertyNames", .reference("methodName"))
        .with(pattern: "^[^.]+\\..+$", "a service and its method, such as github.search"), read)
  }

  /// A list of steps, at a place of its own where that is not the step's.
  static func steps(
    at inner: @escaping @Sendable (Place) -> Place,
    _ make: @escaping @Sendable ([Step]) -> Verb
  ) -> Form {
    var form = Form(.value) { reader, step in
      make(
        reader.with(inner(reader.place)) { $0.steps(step.value, of: step.what) })
    }
    form.inner = inner
    return form
  }

  /// The steps stand where the verb does; of a script they are part of one turn.
  static func within(_ holder: ScenarioReader.Holder) -> @Sendable (Place) -> Place {
    { $0.isScript ? .within(holder) : $0 }
  }

  /// The steps are set off later by what runs there.
  static func handling(_ holder: ScenarioReader.Holder? = nil) -> @Sendable (Place) -> Place {
    { place in place.isScript ? holder.map { .within($0) } ?? place : .handler }
  }
}
