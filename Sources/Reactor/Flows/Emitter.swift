/// A subscription to a flow. It ends once: when the flow fails or completes, or when it is
/// cancelled. Dropping it does not end it.
public class Subscription {
  public fileprivate(set) final var isActive = true
  fileprivate final var endings: [() -> Void] = []

  fileprivate init() {}

  /// Ends it without a word to the subscriber. Nothing happens where it has ended.
  public final func cancel() {
    guard isActive else { return }
    isActive = false
    dropSubscriber()
    runEndings()
  }

  /// Runs a body once, when the subscription ends in whichever way, before the subscriber hears of
  /// it; at once where it has ended. For giving back what a producer holds.
  public final func onEnd(_ body: @escaping () -> Void) {
    if isActive { endings.append(body) } else { body() }
  }

  fileprivate func dropSubscriber() {}

  fileprivate final func runEndings() {
    guard !endings.isEmpty else { return }
    let endings = endings
    self.endings = []
    for ending in endings { ending() }
  }
}

/// What a producer pushes its elements into: the producer's side of one subscription. After its end
/// pushes do nothing.
public final class Emitter<Element>: Subscription {
  enum Ending {
    case completed
    case failed(any Error)
  }

  /// Where timers are set for this subscription.
  public let scheduler: Scheduler
  let describe: () -> String
  private var onNext: ((Element) -> Void)?
  private var onEnding: ((Ending) -> Void)?

  init(
    _ scheduler: Scheduler, _ describe: @escaping () -> String,
    next: @escaping (Element) -> Void, ended: @escaping (Ending) -> Void
  ) {
    self.scheduler = scheduler
    self.describe = describe
    onNext = next
    onEnding = ended
  }

  /// What the subscription is called in reports.
  public var label: String { describe() }

  public func next(_ element: Element) {
    if isActive { onNext?(element) }
  }

  /// Ends the flow with an error.
  public func fail(_ error: any Error) { end(.failed(error)) }

  /// Ends the flow.
  public func complete() { end(.completed) }

  /// Sets a timer that goes with the subscription only as far as its owner sees to it; see
  /// `Flow.timed`. Where it cannot be set the flow fails.
  func after(_ nanoseconds: Int64, _ body: @escaping () -> Void) -> TimerID {
    do {
      return try scheduler.after(nanoseconds, self.describe(), body)
    } catch {
      fail(error)
      return .none
    }
  }

  private func end(_ ending: Ending) {
    guard isActive else { return }
    let onEnding = onEnding
    isActive = false
    dropSubscriber()
    runEndings()
    onEnding?(ending)
  }

  fileprivate override func dropSubscriber() {
    onNext = nil
    onEnding = nil
  }
}
