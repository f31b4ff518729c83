/// A subscription to a flow. It ends once: when the flow fails or completes, or when it is
/// cancelled. Dropping it does not end it.
public class Subscription {
  /// Whether it has not ended yet.
  @inlinable
  public fileprivate(set) final var isActive: Bool {
    @inline(__always)
    get { unsafe uncheckedIsActive }
    @inline(__always)
    set { unsafe uncheckedIsActive = newValue }
  }
  @exclusivity(unchecked)
  @usableFromInline final var uncheckedIsActive: Bool = true
  /// Nil as long as its end sets off nothing.
  private final var endings: Endings?
  /// What the subscription's producer holds between two elements, for whoever writes down a state. Whatever
  /// may still push holds it: held from here too, the two would never be let go.
  package final weak var detail: AnyObject?

  @usableFromInline
  init() {}

  /// Ends it without a word to the subscriber. Nothing happens where it has ended.
  public final func cancel() {
    if isActive { finish() }
  }

  /// What every end begins with.
  @usableFromInline
  final func finish() {
    isActive = false
    dropSubscriber()
    endings?.run()
    detail = nil
  }

  /// Runs a body once, when the subscription ends in whichever way, before the subscriber hears of
  /// it; at once where it has ended. For giving back what a producer holds.
  ///
  /// The subscription holds the body until then. A body that holds the subscription or its emitter in
  /// turn, where it should hold them weakly, keeps both until that end, also when nobody is left to bring it.
  public final func onEnd(_ body: @escaping () -> Void) {
    if isActive { ownEndings.add(.call(body)) } else { body() }
  }

  /// Ends another one when this one ends; at once where it has ended. It is not held: see `Endings`.
  final func adopt(_ other: Subscription) {
    if isActive { ownEndings.add(.end(other.ownEndings)) } else { other.cancel() }
  }

  /// What its end sets off, for whoever is to end it.
  final var ownEndings: Endings {
    if let endings { return endings }
    let new = Endings(of: self)
    endings = new
    return new
  }

  /// The subscriptions that end with this one, in the order in which they were adopted; nil in the
  /// place of one that nothing can come from any more.
  package final var upstream: [Subscription?] { endings?.upstream ?? [] }

  func dropSubscriber() {}
}

/// What a producer pushes its elements into: the producer's side of one subscription. After its end
/// pushes do nothing.
public final class Emitter<Element>: Subscription {
  @usableFromInline
  enum Ending {
    case completed
    case failed(any Error)
  }

  @usableFromInline let link: SchedulerLink
  @usableFromInline let describe: () -> String
  @inlinable
  var onNext: ((Element) -> Void)? {
    @inline(__always)
    get { unsafe uncheckedOnNext }
    @inline(__always)
    set { unsafe uncheckedOnNext = newValue }
  }
  @exclusivity(unchecked)
  @usableFromInline var uncheckedOnNext: ((Element) -> Void)?
  @inlinable
  var onEnding: ((Ending) -> Void)? {
    @inline(__always)
    get { unsafe uncheckedOnEnding }
    @inline(__always)
    set { unsafe uncheckedOnEnding = newValue }
  }
  @exclusivity(unchecked)
  @usableFromInline var uncheckedOnEnding: ((Ending) -> Void)?

  @inlinable
  init(
    _ link: SchedulerLink, _ describe: @escaping () -> String,
    next: @escaping (Element) -> Void, ended: @escaping (Ending) -> Void
  ) {
    self.link = link
    self.describe = describe
    unsafe uncheckedOnNext = next
    unsafe uncheckedOnEnding = ended
  }

  /// Where timers are set for this subscription, which does not hold it: once it has gone, one that is closed
  /// stands in its place.
  public var scheduler: Scheduler { link.scheduler }

  /// What the subscription is called in reports.
  public var label: String { describe() }

  /// Gives the subscriber an element. Nothing happens after the end.
  @inlinable
  public func next(_ element: Element) {
    if let onNext { onNext(element) }
  }

  /// Ends the flow with an error.
  @inlinable
  public func fail(_ error: any Error) { end(.failed(error)) }

  /// Ends the flow.
  @inlinable
  public func complete() { end(.completed) }

  /// Sets a timer that goes with the subscription only as far as its owner sees to it; see
  /// `Flow.timed`. Where it cannot be set the flow fails. After the end none is set, since whoever
  /// takes timers back has done so.
  @inlinable
  func after(_ nanoseconds: Int64, _ body: @escaping () -> Void) -> TimerID {
    guard isActive else { return .none }
    do {
      return try scheduler.after(nanoseconds, self.describe(), body)
    } catch {
      fail(error)
      return .none
    }
  }

  /// Has a timer, whose body holds this one, go with it.
  @usableFromInline
  func takeBack(_ timer: TimerID) {
    onEnd { [weak self] in self?.scheduler.cancel(timer) }
  }

  @inlinable
  func end(_ ending: Ending) {
    guard let onEnding else { return }
    finish()
    onEnding(ending)
  }

  override func dropSubscriber() {
    onNext = nil
    onEnding = nil
  }
}
