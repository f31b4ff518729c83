/// How much an actor lets wait, and what happens to what is too much.
public struct Mailbox: Hashable, Sendable {
  /// What happens to a message that finds no room.
  public enum Overflow: Hashable, Sendable {
    /// The sender fails.
    case fail
    /// The new message becomes a dead letter (Pekko: drop newest).
    case dropNew
    /// The one that has waited longest does, and the new one takes its own place at the end.
    case dropOld
  }

  /// How many messages may be queued, the one at work not counted. Nil: any number.
  public var limit: Int?
  /// What happens where `limit` is reached.
  public var overflow: Overflow
  /// How many messages may be put aside by `stash`.
  public var stashLimit: Int

  /// A mailbox; by default any number of messages may wait. No limit is below zero.
  public init(limit: Int? = nil, overflow: Overflow = .fail, stashLimit: Int = 1000) {
    require(limit ?? 0 >= 0 && stashLimit >= 0, "a mailbox with room for less than nothing")
    self.limit = limit
    self.overflow = overflow
    self.stashLimit = stashLimit
  }
}

/// A message found no room.
public struct MailboxFull: Error, Equatable {
  /// Whose mailbox it is.
  public let actor: ActorID
  /// How many messages may wait there.
  public let limit: Int

  /// The mailbox of an actor, and how many may wait there.
  public init(actor: ActorID, limit: Int) {
    self.actor = actor
    self.limit = limit
  }
}

/// There is no room to put a message aside.
public struct StashFull: Error, Equatable {
  /// Whose stash it is.
  public let actor: ActorID
  /// How many messages may be put aside there.
  public let limit: Int

  /// The stash of an actor, and how many may be put aside there.
  public init(actor: ActorID, limit: Int) {
    self.actor = actor
    self.limit = limit
  }
}

/// There may not be another actor.
public enum ActorLimit: Error, Equatable {
  /// So many are alive.
  case tooMany(limit: Int)
  /// Children of children, so many generations.
  case tooDeep(limit: Int)

  /// What reports say of it: one line without an end mark.
  public var message: String {
    switch self {
    case .tooMany(let limit): "more than \(limit) actors are alive"
    case .tooDeep(let limit): "more than \(limit) generations of actors"
    }
  }
}

extension MailboxFull: CustomStringConvertible {
  public var description: String { "the mailbox is full (\(limit))" }
}

extension StashFull: CustomStringConvertible {
  public var description: String { "the stash is full (\(limit))" }
}

extension ActorLimit: CustomStringConvertible {
  public var description: String { message }
}
