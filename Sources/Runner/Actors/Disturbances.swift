import Reactor
import Scenarios
import Values

/// A fault of the script that waits for its message.
final class Disturbance {
  let fault: Verb.Disturbance
  let step: Step
  let sender: Sender?
  let recipient: Address?
  /// In nanoseconds, of a delay.
  let span: Int64

  enum Sender {
    case script
    case actor(Address)
  }

  init(
    _ fault: Verb.Disturbance, _ step: Step, from sender: Sender?, to recipient: Address?,
    span: Int64
  ) {
    self.fault = fault
    self.step = step
    self.sender = sender
    self.recipient = recipient
    self.span = span
  }

  var words: String {
    switch fault.kind {
    case .drop: "dropped"
    case .duplicate: "duplicated"
    case .delay: "delayed"
    }
  }
}

/// The faults that wait for their messages, by who sends and who receives, so that a message is
/// compared with the oldest of those that may mean it, not with all that wait.
struct Disturbances {
  /// Whom a fault means on one of the two sides.
  enum Side: Hashable {
    case anyone
    case script
    case kind(Int)
    case run(ActorID)

    init(_ address: Address?) {
      switch address {
      case nil: self = .anyone
      case .kind(let kind): self = .kind(kind.index)
      case .run(let run): self = .run(run.id)
      }
    }
  }

  private struct Sides: Hashable {
    let sender: Side
    let recipient: Side
  }

  /// In order, from `next` on.
  private struct Queue {
    var all: [(order: Int, disturbance: Disturbance)] = []
    var next = 0
  }

  private var queues: [Sides: Queue] = [:]
  private var added = 0
  private var taken = 0

  var isEmpty: Bool { added == taken }

  /// How often one came or went.
  var changes: Int { added + taken }

  /// All that wait, the oldest first.
  var inOrder: [Disturbance] {
    queues.values.flatMap { $0.all[$0.next...] }.sorted { $0.order < $1.order }.map(\.disturbance)
  }

  /// The oldest.
  var first: Disturbance? {
    queues.values.map { $0.all[$0.next] }.min { $0.order < $1.order }?.disturbance
  }

  mutating func append(_ disturbance: Disturbance) {
    let sender: Side =
      switch disturbance.sender {
      case nil: .anyone
      case .script: .script
      case .actor(let address): Side(address)
      }
    let sides = Sides(sender: sender, recipient: Side(disturbance.recipient))
    queues[sides, default: Queue()].all.append((added, disturbance))
    added += 1
  }

  /// Takes the oldest out that means one of these senders and one of these recipients.
  mutating func take(from senders: [Side], to recipients: [Side]) -> Disturbance? {
    var oldest: (order: Int, sides: Sides)?
    for sender in senders {
      for recipient in recipients {
        let sides = Sides(sender: sender, recipient: recipient)
        guard let queue = queues[sides] else { continue }
        let order = queue.all[queue.next].order
        if order < oldest?.order ?? .max { oldest = (order, sides) }
      }
    }
    guard let sides = oldest?.sides, let next = queues[sides]?.next else { return nil }
    let disturbance = queues[sides]?.all[next].disturbance
    queues[sides]?.next = next + 1
    if next + 1 == queues[sides]?.all.count { queues[sides] = nil }
    taken += 1
    return disturbance
  }
}

extension Actors {
  /// The next message between the two will be disturbed.
  func disturb(_ fault: Verb.Disturbance, _ step: Step, in frame: Frame) throws(RunError) {
    var span: Int64 = 0
    if case .delay(let datum) = fault.kind { span = try world.duration(datum, "delay", in: frame) }
    let sender: Disturbance.Sender? =
      switch fault.sender {
      case nil: nil
      case .script: .script
      case .actor(let recipient): .actor(try address(recipient, in: frame))
      }
    var recipient: Address?
    if let named = fault.recipient { recipient = try address(named, in: frame) }
    disturbances.append(Disturbance(fault, step, from: sender, to: recipient, span: span))
  }

  /// The first fault that waits for this message; it is used up.
  func disturbance(of mail: Mail, to address: Address, in frame: Frame) -> Disturbance? {
    if disturbances.isEmpty { return nil }
    var senders: [Disturbances.Side] = [.anyone]
    // Also what its timers do is the script's.
    if world.owner(of: frame) == nil { senders.append(.script) }
    if let run = mail.sender { senders += sides(of: .run(run)) }
    return disturbances.take(from: senders, to: [.anyone] + sides(of: address))
  }

  /// As what an address may be meant: by its kind, or as the very actor.
  private func sides(of address: Address) -> [Disturbances.Side] {
    switch address {
    case .run(let run): [.run(run.id), .kind(run.kind.index)]
    case .kind(let kind): [.kind(kind.index)] + (only(of: kind).map { [.run($0.id)] } ?? [])
    }
  }

  /// The one actor that messages to a name may go to.
  private func only(of kind: ActorKind) -> ActorRun? {
    let members = members(of: kind)
    return members.count == 1 ? members[0] : nil
  }

  /// Fails for a fault that no message came for.
  func checkDisturbances() throws(RunError) {
    guard let disturbance = disturbances.first else { return }
    throw RunError(
      .unusedFault, "no message came to be \(disturbance.words)",
      at: disturbance.step.keyword.span,
      help: ["put the step before the one that sends the message, and look at from and to"])
  }
}
