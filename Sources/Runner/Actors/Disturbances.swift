import Reactor
import Scenarios
import Values

/// A fault of the script that waits for its message.
final class Disturbance {
  let plan: DisturbancePlan
  let step: StepPlan
  let sender: Sender?
  let recipient: Address?
  /// In nanoseconds, of a delay.
  let span: Int64

  enum Sender {
    case script
    case actor(Address)
  }

  init(
    _ plan: DisturbancePlan, _ step: StepPlan, from sender: Sender?, to recipient: Address?,
    span: Int64
  ) {
    self.plan = plan
    self.step = step
    self.sender = sender
    self.recipient = recipient
    self.span = span
  }

  var words: String {
    switch plan.kind {
    case .drop: "dropped"
    case .duplicate: "duplicated"
    case .delay: "delayed"
    }
  }
}

extension World {
  /// The next message between the two will be disturbed.
  func disturb(_ plan: DisturbancePlan, _ step: StepPlan, in frame: Frame) throws(RunError) {
    var span: Int64 = 0
    if case .delay(let datum) = plan.kind { span = try duration(datum, "delay", in: frame) }
    let sender: Disturbance.Sender? =
      switch plan.sender {
      case nil: nil
      case .script: .script
      case .actor(let recipient): .actor(try address(recipient, in: frame))
      }
    var recipient: Address?
    if let plan = plan.recipient { recipient = try address(plan, in: frame) }
    disturbances.append(Disturbance(plan, step, from: sender, to: recipient, span: span))
  }

  /// The first fault that waits for this message; it is used up.
  func disturbance(of mail: Mail, to address: Address, in frame: Frame) -> Disturbance? {
    if disturbances.isEmpty { return nil }
    let index = disturbances.firstIndex { disturbance in
      if let recipient = disturbance.recipient, !address.isMeant(by: recipient) { return false }
      switch disturbance.sender {
      case nil: return true
      case .script: return frame.isScript
      case .actor(let sender):
        guard let run = mail.sender else { return false }
        return Address.run(run).isMeant(by: sender)
      }
    }
    return index.map { disturbances.remove(at: $0) }
  }

  /// Fails for a fault that no message came for.
  func checkDisturbances() throws(RunError) {
    guard let disturbance = disturbances.first else { return }
    throw RunError(
      .unusedFault, "no message came to be \(disturbance.words)",
      at: disturbance.step.step.keyword.span,
      help: ["put the step before the one that sends the message, and look at from and to"])
  }
}
