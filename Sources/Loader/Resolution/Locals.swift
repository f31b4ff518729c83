import Scenarios
import Values

/// The local names in sight, innermost last, with what each stands for in the frame of the body. A
/// name may be bound several times.
struct Locals {
  /// What a name stands for.
  enum Meaning {
    /// What the language or `let` binds.
    case value
    /// A column of `each`, an element or an argument: data of the file, and so nothing that an expectation could
    /// look at.
    case given(Giver)
    /// A promise of the script.
    case promise
    /// A timer: an `every`, or a step with `after`.
    case timer
    /// An actor which the `spawn` of a script made, where it stands for the actor's state; nil where it may be one of
    /// any, or a value.
    case spawned(NumberedName?)
    /// A reference to an actor: what the `spawn` of a body made, or `self`.
    case actor(NumberedName?)
    /// The state of a part, as its bodies and reducers call it.
    case state(PropertyUse.Subject)

    /// What a name stands for that has come to be this on one way and that on another; nil where it would be read in
    /// two ways.
    func joined(with other: Meaning) -> Meaning? {
      switch (self, other) {
      case (.value, .value), (.promise, .promise), (.timer, .timer): self
      case (.given(let one), .given(let two)): one == two ? self : .value
      case (.spawned(let one), .spawned(let two)):
        .spawned(one?.number == two?.number ? one : nil)
      case (.actor(let one), .actor(let two)): .actor(one?.number == two?.number ? one : nil)
      case (.spawned, .value), (.spawned, .given), (.value, .spawned), (.given, .spawned):
        .spawned(nil)
      case (.actor, .value), (.actor, .given), (.value, .actor), (.given, .actor): .actor(nil)
      case (.value, .given), (.given, .value), (.timer, .value), (.timer, .given), (.timer, .actor),
        (.value, .timer), (.given, .timer), (.actor, .timer):
        .value
      case (.promise, _), (_, .promise), (.spawned, _), (_, .spawned), (.state, _), (_, .state):
        nil
      }
    }

    /// For messages: `an actor`.
    var words: String {
      switch self {
      case .value, .given: "a value"
      case .promise: "the answer of a call"
      case .timer: "a timer"
      case .spawned, .actor: "an actor"
      case .state: "a state"
      }
    }

    var isPromise: Bool { if case .promise = self { true } else { false } }

    var isTimer: Bool { if case .timer = self { true } else { false } }

    var isActor: Bool {
      switch self {
      case .spawned, .actor: true
      case .value, .given, .promise, .timer, .state: false
      }
    }
  }

  /// What gives a name data of the file.
  enum Giver: String {
    case each, `for`, choose, perform
  }

  private struct Binding {
    let meaning: Meaning
    let slot: Slot
    /// How many locals the frame had before.
    let depth: Int
  }

  private var bindings = Bindings<Binding>()
  /// How many locals the frame has: the number of the next one.
  private(set) var depth = 0

  var names: [String] { bindings.names }

  var count: Int { bindings.count }

  func contains(_ name: String) -> Bool { bindings.contains(name) }

  /// Binds the next local of the frame; `skipping` are locals before it that have no name here.
  mutating func push(_ name: String, _ meaning: Meaning = .value, skipping: Int = 0) {
    let index = depth + skipping
    let slot: Slot =
      switch meaning {
      case .value, .given, .timer, .state, .actor: .local(index)
      case .promise: .promise(index)
      case .spawned: .reference(index)
      }
    bindings.push(name, Binding(meaning: meaning, slot: slot, depth: depth))
    depth = index + 1
  }

  /// Binds `state` to the state of the part at hand, which is no local of the frame.
  mutating func pushOwnState(of subject: PropertyUse.Subject) {
    bindings.push("state", Binding(meaning: .state(subject), slot: .own, depth: depth))
  }

  /// Binds `it` to the value that an expectation is about, which is no local of the frame.
  mutating func pushCandidate() {
    bindings.push("it", Binding(meaning: .value, slot: .it, depth: depth))
  }

  /// A name with what it stands for, and the number of its local.
  struct Bound {
    let name: String
    let meaning: Meaning
    let number: Int
  }

  /// The names that are bound behind the first so many, each as it is bound last, in the order in
  /// which they were bound first.
  func bound(from count: Int) -> [Bound] {
    var seen: TextSet = []
    return names[count...].compactMap { name in
      seen.insert(name) ? bound(name) : nil
    }
  }

  /// The name as it is bound last; nil for what is no local of the frame.
  func bound(_ name: String) -> Bound? {
    guard let binding = bindings[name], let number = binding.slot.localNumber else { return nil }
    return Bound(name: name, meaning: binding.meaning, number: number)
  }

  /// Forgets all but the first names.
  mutating func pop(to count: Int) {
    guard count < bindings.count else { return }
    depth = bindings[count].depth
    bindings.pop(to: count)
  }

  /// What the name stands for, as it is bound last.
  func slot(_ name: String) -> Slot? { bindings[name]?.slot }

  /// The names of promises, the innermost last.
  var promised: [String] { bindings.names { $0.meaning.isPromise } }

  /// The names of what can be cancelled, the innermost last.
  var cancellable: [String] {
    bindings.names { $0.meaning.isPromise || $0.meaning.isTimer }
  }

  /// The number of the name, as it is bound last, where it may refer to a timer: what `as` has bound,
  /// and any value, which may hold such a reference.
  func timer(_ name: String) -> Int? {
    guard let binding = bindings[name] else { return nil }
    return switch binding.meaning {
    case .timer, .value, .given: binding.slot.localNumber
    case .promise, .spawned, .actor, .state: nil
    }
  }

  /// The names that refer to actors, the innermost last.
  var actors: [String] { bindings.names { $0.meaning.isActor } }

  /// Whether the name, as it is bound last, refers to an actor.
  func isActor(_ name: String) -> Bool { bindings[name]?.meaning.isActor == true }

  /// The number of the actor that the name, as it is bound last, refers to an actor of; nil where that
  /// may be any.
  func kind(_ name: String) -> Int? {
    switch bindings[name]?.meaning {
    case .spawned(let kind?), .actor(let kind?): kind.number
    case .value, .given, .promise, .timer, .state, .spawned(nil), .actor(nil), nil: nil
    }
  }

  /// What gives the name, as it is bound last, data of the file; nil where it is anything else.
  func giver(_ name: String) -> Giver? {
    if case .given(let giver)? = bindings[name]?.meaning { giver } else { nil }
  }

  /// The names that a path may begin with, the innermost last.
  var readable: [String] {
    bindings.names { if case .given = $0.meaning { false } else { true } }
  }

  /// Whose properties are those of the name, as it is bound last; nil where that is not known.
  func subject(_ name: String) -> PropertyUse.Subject? {
    switch bindings[name]?.meaning {
    case .state(let subject): subject
    case .promise: .promise(name)
    case .spawned(let kind?): .own(kind.text)
    case .value, .given, .timer, .spawned(nil), .actor, nil: nil
    }
  }
}
