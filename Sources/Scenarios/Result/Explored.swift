public import Values

/// What an exploration of one scenario came to.
public struct Explored: Sendable {
  public enum Verdict: String, Sendable {
    /// In all that was seen.
    case holds
    case violated
  }

  public var verdict = Verdict.holds
  /// What ended it before it had seen all: `1000 states`; nil where it has.
  public var bound: String?
  /// How many states were seen, and in how many of them something does not hold.
  public var states = 0
  public var violating = 0
  /// How many turns were taken, each in the search once.
  public var generated = 0
  /// How many runs were walked; nil where all was searched.
  public var walks: Int?
  /// How many there are of which these are a part; nil where they are all.
  public var allWalks: Int?
  /// What fails if the walks of others do not come to it, either.
  public var undecided: [String] = []
  /// Those of them that were ended before they came to an end, by what ended them.
  public var cuts: [Cut] = []
  /// Why each run was led anew from its beginning: `there are parts other than cells`. Nil where there
  /// was a faster way, or nothing was searched.
  public var byReplay: String?
  /// By how many bits states were told apart; nil where nothing was searched.
  public var bits: Int?
  /// Whether some message could have overtaken another's, by another delivery than `causal`.
  public var hasRivals = false
  public var found: Found?
  /// What no run has come to of what the model can do, in the order of the file.
  public var unseen: [Unseen] = []
  /// What else there is to be said of it, a sentence each.
  public var notes: [String] = []

  public init() {}

  /// Whether all was seen.
  public var isComplete: Bool { bound == nil && walks == nil }

  /// Walks that were ended before they came to an end, so that what lies behind was not seen.
  public struct Cut: Sendable {
    public enum Bound: Sendable, Equatable {
      /// More of them are only in a walk where the file says how many.
      case events(Int)
      /// So many in a row that the world took by itself.
      case turnsAlone(Int)
      case turns(Int)

      /// `100 events`.
      public var words: String {
        switch self {
        case .events(let most): most.counted("event")
        case .turnsAlone(let most): "\(most.counted("turn")) without rest"
        case .turns(let most): most.counted("turn")
        }
      }

      /// How walks come further.
      public var cure: String {
        switch self {
        case .events: "`steps` of `explore` says how many events a run may have"
        case .turnsAlone: "end what sets itself off again, or let a step set off less"
        case .turns: "make the script shorter, or several scenarios of it"
        }
      }
    }

    public var bound: Bound
    public var walks = 1

    public init(at bound: Bound, in walks: Int = 1) {
      self.bound = bound
      self.walks = walks
    }
  }

  /// Something that no run has come to.
  public struct Unseen: Sendable, Hashable {
    /// `account.Close`, `fault crash`; of a branch `branch`, and its place says which.
    public var words: String
    public var span: SourceSpan?

    public init(_ words: String, at span: SourceSpan? = nil) {
      self.words = words
      self.span = span
    }
  }

  /// A run in which something does not hold.
  public struct Found: Sendable {
    public var failure: Failure
    /// How often something else was taken than a run takes.
    public var deviations: Int
    /// How many turns it takes, the first of which makes the world and does not count.
    public var turns: Int
    /// Whether there is none with fewer deviations, nor with as many and fewer turns.
    public var isLeast: Bool
    public var token: String
    public var schedule: [Turn]

    public init(
      failure: Failure, deviations: Int, turns: Int, isLeast: Bool, token: String,
      schedule: [Turn]
    ) {
      self.failure = failure
      self.deviations = deviations
      self.turns = turns
      self.isLeast = isLeast
      self.token = token
      self.schedule = schedule
    }
  }

  /// One turn of such a run.
  public struct Turn: Sendable, Equatable {
    /// Who acts: `script`, `script 2`, an actor, a reactor, `outside`.
    public var actor: String
    /// What it is about: `Withdraw`, `send Withdraw`, `drop Charge`.
    public var words: String
    /// Whom it sends messages to, with their names.
    public var sent: [Sent]
    /// How many of its choices a run would have made otherwise.
    public var deviations: Int
    /// What was chosen inside it.
    public var choices: [String]
    /// Whether it has a part in what is violated, as far as is known.
    public var isPast = true

    public init(
      actor: String, words: String, sent: [Sent] = [], deviations: Int = 0, choices: [String] = []
    ) {
      self.actor = actor
      self.words = words
      self.sent = sent
      self.deviations = deviations
      self.choices = choices
    }

    public struct Sent: Sendable, Equatable {
      public var receiver: String
      public var message: String

      public init(to receiver: String, _ message: String) {
        self.receiver = receiver
        self.message = message
      }
    }
  }
}
