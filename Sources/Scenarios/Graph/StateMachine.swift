/// The state machine that a model amounts to: the states that explored runs have come to, merged where
/// they look alike, and the turns that lead from one to another.
///
/// States stand in the order in which they were come to, turns in the order in which they were first
/// taken, so that equal explorations give equal machines.
public struct StateMachine: Sendable, Equatable {
  public struct State: Sendable, Equatable {
    /// What it looks like.
    public var labels: [Label]
    /// How many states of the model look so.
    public var count = 0
    /// Whether a run begins there, or ends there.
    public var isStart = false
    public var isEnd = false
    /// Whether something does not hold in one of them.
    public var isViolating = false

    public init(_ labels: [Label]) { self.labels = labels }
  }

  /// Something that was looked at, and what it gave.
  public struct Label: Sendable, Equatable {
    /// A formula, or the name of what stands in the state.
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public struct Turn: Sendable, Equatable {
    /// Places among the states.
    public var from: Int
    public var to: Int
    /// What the turns are about that lead there, each once.
    public var words: [String]

    public init(from: Int, to: Int, words: [String]) {
      self.from = from
      self.to = to
      self.words = words
    }
  }

  public var states: [State] = []
  public var turns: [Turn] = []
  /// What ended the exploration before it had seen all: there may be more.
  public var bound: String?

  public init() {}
}
