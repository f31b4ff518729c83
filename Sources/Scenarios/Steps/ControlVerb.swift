/// Verbs that say which steps are done, how often, and what they know.
public enum ControlVerb: Sendable {
  case loop(LoopVerb)
  case batch([Step], exports: [Export])
  /// Each entry sees those before it.
  case bind([Definition])
  /// Each entry sees those before it, and binds one element of its list: in a run the first.
  case choose([Definition])
  /// The steps of a procedure, in scripts alone.
  case perform(Performance)
  /// Scripts side by side, in scripts alone; in a run one behind the other.
  case interleave([Thread])

  /// A local, and what it stands for behind its definition.
  public struct Definition: Sendable {
    public var name: NumberedName
    public var value: Datum

    public init(_ name: NumberedName, _ value: Datum) {
      self.name = name
      self.value = value
    }
  }

  /// A local that steps inside a step have bound, which is in sight behind it.
  public struct Export: Sendable {
    public var name: String
    /// The number of the local at the end of the steps of `then`, or of the only ones; nil where they
    /// leave it null.
    public var then: Int?
    /// The same at the end of those of `else`.
    public var otherwise: Int?

    public init(_ name: String, then: Int?, otherwise: Int? = nil) {
      self.name = name
      self.then = then
      self.otherwise = otherwise
    }
  }

  /// One of several scripts side by side.
  public struct Thread: Sendable {
    public var steps: [Step]
    /// What it has bound that is in sight behind all of them: no other thread has a name of these.
    public var exports: [Export]

    public init(_ steps: [Step], exports: [Export]) {
      self.steps = steps
      self.exports = exports
    }
  }

  /// A procedure by its number in the file, and what it is given; null where nothing is.
  public struct Performance: Sendable {
    public var procedure: NumberedName
    public var arguments: Datum?

    public init(_ procedure: NumberedName, _ arguments: Datum?) {
      self.procedure = procedure
      self.arguments = arguments
    }
  }
}

/// Steps that are done as often as something says: not at all or once, for each element, so many
/// times.
public enum LoopVerb: Sendable {
  case condition(Condition)
  /// One pass for each element of the list, or each key of the map, bound to the name.
  case elements(NumberedName, Datum, [Step])
  case times(Datum, [Step])
}

/// `if` and `unless`.
public final class Condition: Sendable {
  public let formula: Formula
  /// What the formula gives where the steps of `then` are done.
  public let expected: Bool
  public let then: [Step]
  public let otherwise: [Step]
  public let exports: [ControlVerb.Export]

  public init(
    _ formula: Formula, expected: Bool, then: [Step], otherwise: [Step],
    exports: [ControlVerb.Export]
  ) {
    self.formula = formula
    self.expected = expected
    self.then = then
    self.otherwise = otherwise
    self.exports = exports
  }
}

extension ControlVerb {
  /// The locals of the steps inside that are in sight behind it, in the order of their numbers there.
  public var exports: [Export] {
    switch self {
    case .loop(.condition(let condition)): condition.exports
    case .batch(_, let exports): exports
    case .interleave(let threads): threads.flatMap(\.exports)
    case .loop(.elements), .loop(.times), .bind, .choose, .perform: []
    }
  }

  var needsBody: Bool {
    switch self {
    case .loop(let loop): loop.steps.needBody
    case .batch(let steps, _): steps.needBody
    case .bind, .choose: false
    case .perform, .interleave: true
    }
  }

  func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .loop(let loop): loop.eachPiece(visit)
    case .batch(let steps, _): visit(.steps(steps))
    case .interleave(let threads): for thread in threads { visit(.steps(thread.steps)) }
    case .bind(let definitions), .choose(let definitions):
      for definition in definitions {
        visit(.datum(definition.value))
        visit(.local(definition.name.name))
      }
    case .perform(let performance):
      if let arguments = performance.arguments { visit(.datum(arguments)) }
    }
  }
}

extension LoopVerb {
  /// The steps inside, whether or not they are done.
  public var steps: [Step] {
    switch self {
    case .condition(let condition): condition.then + condition.otherwise
    case .elements(_, _, let steps), .times(_, let steps): steps
    }
  }

  fileprivate func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .condition(let condition):
      visit(.formula(condition.formula))
      visit(.steps(condition.then))
      visit(.steps(condition.otherwise))
    case .elements(let name, let datum, let steps):
      visit(.datum(datum))
      visit(.local(name.name))
      visit(.steps(steps))
    case .times(let times, let steps):
      visit(.datum(times))
      visit(.steps(steps))
    }
  }
}
