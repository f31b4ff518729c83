public import Values

/// An actor: it handles messages one at a time and answers them.
public struct ActorDeclaration: Sendable {
  public enum Provider: Sendable {
    /// Made when it is first sent a message.
    case singleton
    /// Made at the start.
    case instance
    /// Up to so many workers, each made when it is needed.
    case pool(Int)
  }

  /// Which worker of a pool a message goes to.
  public enum Router: String, Sendable, CaseIterable {
    /// The first with nothing queued or at work, else a new one, else the first.
    case firstFree = "first_free"
    case roundRobin = "round_robin"
    case smallestMailbox = "smallest_mailbox"
    case broadcast
  }

  /// How many messages may wait, and what becomes of one too many.
  public struct Mailbox: Sendable {
    public enum Overflow: String, Sendable, CaseIterable {
      /// The sender's step fails.
      case fail
      case dropNew = "drop_new"
      case dropOld = "drop_old"
    }

    public var limit: Int
    public var overflow: Overflow

    public init(limit: Int, overflow: Overflow = .fail) {
      self.limit = limit
      self.overflow = overflow
    }
  }

  /// What a message sets off.
  public final class Reaction: Sendable {
    public enum Body: Sendable {
      /// Answers with the value at once.
      case result(Datum)
      /// Answers true when its steps are over.
      case steps([Step])
      /// Answers when it replies.
      case future([Step])

      /// What is done; a result is there without any.
      public var steps: [Step] {
        switch self {
        case .result: []
        case .steps(let steps), .future(let steps): steps
        }
      }

      /// What it is made of.
      public var piece: Piece {
        switch self {
        case .result(let datum): .datum(datum)
        case .steps(let steps), .future(let steps): .steps(steps)
        }
      }
    }

    public let message: Name
    public let kind: Body
    /// Done where the body is cancelled.
    public let onCancel: [Step]
    /// Its steps, where none of them needs a body; nil for others.
    public let plainSteps: [Step]?

    public init(_ message: Name, _ kind: Body, onCancel: [Step] = []) {
      self.message = message
      self.kind = kind
      switch kind {
      case .result: plainSteps = nil
      case .steps(let steps), .future(let steps): plainSteps = steps.needBody ? nil : steps
      }
      self.onCancel = onCancel
    }
  }

  /// A table of reactions, which `become` puts in the place of the one before.
  public final class Behavior: Sendable {
    public let name: Name
    public let reactions: [Reaction]
    private let names: [String]
    /// Beyond a few an index finds them; fewer are looked through.
    private let places: TextTable<Int>
    private static let scanned = 8

    public init(name: Name, reactions: [Reaction]) {
      self.name = name
      self.reactions = reactions
      names = reactions.map(\.message.text)
      places =
        reactions.count <= Behavior.scanned
        ? [:]
        : TextTable(
          names.enumerated().map { ($0.element, $0.offset) },
          uniquingKeysWith: { _, last in last })
    }

    /// The reaction to a message; nil where there is none.
    public func reaction(to message: String) -> Reaction? {
      place(ofReactionTo: message).map { reactions[$0] }
    }

    /// Where it stands among the reactions.
    public func place(ofReactionTo message: String) -> Int? {
      names.count > Behavior.scanned
        ? places[message] : names.lastIndex { Text.same($0, message) }
    }
  }

  /// When a child begins anew.
  public enum Restart: String, Sendable, CaseIterable {
    /// However it ended.
    case permanent
    /// Where it failed.
    case transient
    case temporary
  }

  public struct Child: Sendable {
    public var actor: NumberedName
    /// Nil for `permanent`.
    public var restart: Restart?

    public init(_ actor: NumberedName, restart: Restart? = nil) {
      self.actor = actor
      self.restart = restart
    }

    public var name: Name { actor.name }
    public var number: Int { actor.number }
    public var text: String { actor.name.text }
    public var span: SourceSpan { actor.name.span }
  }

  public var name: Name
  public var provider = Provider.singleton
  public var router = Router.firstFree
  public var mailbox: Mailbox?
  /// Null where none is given.
  public var state: Datum?
  /// Whether the state may have other properties than it starts with.
  public var isOpen = false
  /// Runs whenever the actor is made.
  public var setup: [Step] = []
  /// `on`, where there is one, under that name; then the `behaviors`. The first is what an actor
  /// begins with.
  public var behaviors: [Behavior] = []
  public var supervision: Supervision?
  /// Made with this one and supervised by it, in this order.
  public var children: [Child] = []
  /// The number of the actor whose child it is; nil for those that are nobody's children.
  public var parent: Int?
  /// When its parent begins it anew.
  public var restart = Restart.permanent

  public init(name: Name) { self.name = name }
}

/// What an actor does about its children that fail.
public struct Supervision: Sendable {
  public enum Strategy: String, Sendable, CaseIterable {
    case oneForOne = "one_for_one"
    case oneForAll = "one_for_all"
    case restForOne = "rest_for_one"
  }

  /// How long a restart is put off: the shortest time, doubled by each further restart.
  public struct Backoff: Sendable {
    public var shortest: Datum
    /// Nil for no end.
    public var longest: Datum?

    public init(shortest: Datum, longest: Datum? = nil) {
      self.shortest = shortest
      self.longest = longest
    }
  }

  /// What is done about a failure.
  public enum Directive: String, Sendable, CaseIterable {
    case resume, restart, stop, escalate
  }

  public struct Rule: Sendable {
    /// Stands somewhere in the text of the error.
    public var text: Name
    public var directive: Directive

    public init(_ text: Name, _ directive: Directive) {
      self.text = text
      self.directive = directive
    }
  }

  public var strategy = Strategy.oneForOne
  /// More restarts than these `within` the time are given up; nil: never.
  public var restarts: Int? = 1
  /// A duration; nil is five seconds.
  public var within: Datum?
  public var backoff: Backoff?
  /// In order; the first whose text stands in the error's decides.
  public var rules: [Rule] = []

  public init() {}
}
