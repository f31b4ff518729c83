public import Values

/// How the schedules of a file are to be explored. `run` pays no heed to it.
public struct Exploration: Sendable {
  public enum Schedules: String, Sendable, CaseIterable {
    case exhaustive
    case pct
    case random
  }

  /// Which messages may overtake which.
  public enum Delivery: String, Sendable, CaseIterable {
    /// None.
    case causal
    /// Those that have not the same sender and receiver.
    case pairwise
    case unordered
  }

  public enum Fault: String, Sendable, CaseIterable {
    case drop
    case duplicate
    case crash
    case delay
  }

  public enum Expectation: String, Sendable, CaseIterable {
    case holds
    case violated
  }

  public var schedules = Schedules.exhaustive
  public var delivery = Delivery.causal
  /// The actors that each fault may befall, in the order of the file.
  public var faults: [(fault: Fault, actors: [Name])] = []
  /// The most faults in a run.
  public var budget = 1
  /// Steps that may happen besides the script's.
  public var events: [Step] = []
  /// The most such steps in a run.
  public var steps = 0
  public var expectation = Expectation.holds
  public var span: SourceSpan

  public init(span: SourceSpan) {
    self.span = span
  }
}
