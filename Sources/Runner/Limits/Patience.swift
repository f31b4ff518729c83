public import Values

/// Why a scenario ends before its script does.
public enum Ending: Sendable, Equatable {
  /// Somebody interrupts the run: the verdict says nothing.
  case interrupted
  /// The real time that the scenario may take is over: it fails.
  case scenarioOverdue
  /// The real time that the run may take, as it was written, is over: the scenario under way fails.
  case runOverdue(String)
}

/// The real time, which the runner does not know, for as long as one scenario runs.
///
/// `begin` is told what the scenario may take, nil where it says nothing, and gives what is then
/// asked again and again, at least before every turn and some hundred steps of bodies.
public struct Patience {
  public typealias Question = () -> Ending?

  let begin: (Duration?) -> Question

  public init(_ begin: @escaping (Duration?) -> Question) { self.begin = begin }

  /// Waits for ever.
  public static var endless: Patience { Patience { _ in { nil } } }
}
