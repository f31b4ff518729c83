/// A derived cell has come to read itself.
public struct CycleError: Error, Equatable {
  /// The labels on the way round, the first again at the end.
  public let path: [String]

  /// - Parameter path: the labels on the way round, the first again at the end.
  public init(path: [String]) { self.path = path }

  /// What reports say of it: one line without an end mark.
  public var message: String { "cycle: " + path.joined(separator: " -> ") }
}

/// Evaluations nest deeper than `Graph.depthLimit`.
public struct DepthError: Error, Equatable {
  /// How many levels there may be.
  public let limit: Int

  /// - Parameter limit: how many levels there may be.
  public init(limit: Int) { self.limit = limit }

  /// What reports say of it: one line without an end mark.
  public var message: String { "evaluation nests more than \(limit) levels deep" }
}

/// A flush was asked for where none can be.
public enum FlushError: Error {
  /// Asked for by something that a flush runs.
  case insideFlush
  /// Asked for by a body that is being run.
  case insideComputation

  /// What reports say of it: one line without an end mark.
  public var message: String {
    switch self {
    case .insideFlush: "flush inside a flush"
    case .insideComputation: "flush inside a computation"
    }
  }
}

/// A flush used up its budget and work remains.
public struct BudgetError: Error, Equatable {
  /// The labels of what ran most often in the last turns, in the order in which it ran, beginning
  /// with what was made first.
  public let turning: [String]

  /// - Parameter turning: the labels of what ran most often at last.
  public init(turning: [String]) { self.turning = turning }

  /// What reports say of it: one line without an end mark.
  public var message: String {
    "the flush did not come to an end; what kept turning: " + turning.joined(separator: ", ")
  }
}

extension CycleError: CustomStringConvertible {
  public var description: String { message }
}

extension DepthError: CustomStringConvertible {
  public var description: String { message }
}

extension FlushError: CustomStringConvertible {
  public var description: String { message }
}

extension BudgetError: CustomStringConvertible {
  public var description: String { message }
}
