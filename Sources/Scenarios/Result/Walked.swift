/// What the walks of one scenario came to that fell to one of several runs, walk by walk: from those of all the
/// runs it can be told what one run would have come to.
public struct Walked: Sendable {
  /// Which of the walks of a scenario are a run's own, by their numbers from 0.
  public struct Share: Sendable, Equatable {
    public let first: Int
    public let stride: Int

    public init(first: Int, stride: Int) {
      self.first = first
      self.stride = stride
    }

    /// Every walk.
    public static let all = Share(first: 0, stride: 1)

    public func holds(_ walk: Int) -> Bool { walk % stride == first }

    /// The number of the own walk behind so many others of the share.
    public func number(_ place: Int) -> Int { first + place * stride }
  }

  public var share: Share
  /// How many walks there are, whosever they are.
  public var all: Int
  /// How many turns each of the own walks took, in order; one that found something ends them.
  public var turns: [Int] = []
  public var cuts: [Cut] = []
  public var parts: [Part] = []
  public var doubts: [Doubt] = []
  /// What ended the walks before all were walked.
  public var ending: Ending?
  /// Why the scenario is known to fail, if it says so: then that it fails is no failure.
  public var todo: String?
  /// As `Explored.notes`.
  public var notes: [String] = []

  public init(_ share: Share, of all: Int) {
    self.share = share
    self.all = all
  }

  /// The walks that were ended at one bound, by their numbers.
  public struct Cut: Sendable {
    public var bound: Explored.Cut.Bound
    public var walks: [Int]

    public init(_ bound: Explored.Cut.Bound, _ walks: [Int]) {
      self.bound = bound
      self.walks = walks
    }
  }

  /// Something that the model can do.
  public struct Part: Sendable {
    public var part: Explored.Unseen
    /// The first own walk that came to it.
    public var firstWalk: Int?

    public init(_ part: Explored.Unseen, firstWalk: Int?) {
      self.part = part
      self.firstWalk = firstWalk
    }
  }

  /// A failure, unless some walk shows that it is none.
  public struct Doubt: Sendable {
    public var failure: Failure
    /// The first own walk that shows it.
    public var refutedBy: Int?
    /// Whether it fails the scenario beside a violation, too.
    public var standsBesideViolation: Bool

    public init(_ failure: Failure, refutedBy: Int?, standsBesideViolation: Bool) {
      self.failure = failure
      self.refutedBy = refutedBy
      self.standsBesideViolation = standsBesideViolation
    }
  }

  public struct Ending: Sendable {
    /// The walk that found something, or in which something went wrong.
    public var walk: Int
    /// What fails the scenario for it; none where it is what was expected.
    public var failures: [Failure]
    /// Nil where no run could be told of.
    public var found: Explored.Found?

    public init(walk: Int, failures: [Failure], found: Explored.Found? = nil) {
      self.walk = walk
      self.failures = failures
      self.found = found
    }
  }
}
