/// The local names in sight, innermost last. A name may be bound several times.
struct Locals {
  /// What a name stands for.
  enum Meaning: Equatable {
    /// What the language or `let` binds.
    case value
    /// A column of `each`, or the element of a `for`: data of the file, and so nothing that an
    /// expectation could look at.
    case column
    case promise
    /// An actor of that kind, which `spawn` made.
    case actor(String)
    /// The state of a part, as its bodies and reducers call it.
    case state(PropertyUse.Subject)

    var isActor: Bool { if case .actor = self { true } else { false } }
  }

  private var bindings = Bindings<Meaning>()

  var names: [String] { bindings.names }

  var count: Int { bindings.count }

  func contains(_ name: String) -> Bool { bindings.contains(name) }

  mutating func push(_ name: String, _ meaning: Meaning = .value) { bindings.push(name, meaning) }

  /// Forgets all but the first names.
  mutating func pop(to count: Int) { bindings.pop(to: count) }

  /// The names of promises, the innermost last.
  var promised: [String] { bindings.names { $0 == .promise } }

  /// Whether the name, as it is bound last, is that of a promise.
  func isPromise(_ name: String) -> Bool { bindings[name] == .promise }

  /// The names that `spawn` bound, the innermost last.
  var spawned: [String] { bindings.names { $0.isActor } }

  /// Whether the name, as it is bound last, is that of a spawned actor.
  func isActor(_ name: String) -> Bool { bindings[name]?.isActor == true }

  /// Whether the name, as it is bound last, is a column of `each` or the element of a `for`.
  func isColumn(_ name: String) -> Bool { bindings[name] == .column }

  /// The names that a path may begin with, the innermost last.
  var readable: [String] { bindings.names { $0 != .column } }

  /// Whose properties are those of the name, as it is bound last; nil where that is not known.
  func subject(_ name: String) -> PropertyUse.Subject? {
    switch bindings[name] {
    case .state(let subject): subject
    case .promise: .promise(name)
    case .actor(let kind): .own(kind)
    case .value, .column, nil: nil
    }
  }
}
