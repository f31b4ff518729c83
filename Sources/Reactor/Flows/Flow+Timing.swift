// Operators that wait. All times are nanoseconds of virtual time; a negative one, and a timer that
// cannot be set, fail the flow with a `TimerError`.
extension Flow {
  /// One element, so much later, in a turn of its own; also where that is 0.
  @inlinable
  public static func after(nanoseconds: Int64, _ element: Element) -> Flow {
    Flow(
      .producer { down in
        let timer = down.after(nanoseconds) {
          down.next(element)
          down.complete()
        }
        down.takeBack(timer)
      })
  }

  /// The last element of each group that is followed by silence for so long. Where the flow
  /// completes, the one that waits comes out before that.
  public func debounce(nanoseconds: Int64) -> Flow {
    Flow(
      .producer { down in
        let state = Debounce(down, nanoseconds)
        down.detail = state
        down.onEnd { [weak state] in state?.cancel() }
        feed(
          down,
          next: { element in
            state.latest = element
            down.scheduler.cancel(state.timer)
            state.timer = down.after(state.interval) { state.letOut() }
          },
          completed: {
            state.letOut()
            down.complete()
          })
      })
  }

  /// An element at once, then for so long none; after that the latest that came meanwhile, if any,
  /// from which the same time begins anew. One that comes when that time is just over is the latest
  /// where another waits, and takes its place. Where the flow completes, the one that waits still
  /// comes out in its time (RxSwift's `throttle`).
  /// - Parameters:
  ///   - nanoseconds: how long none is let out; 0 lets out all.
  ///   - latest: without it what comes meanwhile is dropped.
  public func throttle(nanoseconds: Int64, latest: Bool = true) -> Flow {
    Flow(
      .producer { down in
        let state = Throttle(down, nanoseconds, keepsLatest: latest)
        down.detail = state
        down.onEnd { [weak state] in state?.cancel() }
        feed(
          down, next: state.take,
          completed: {
            state.isComplete = true
            if state.latest == nil { down.complete() }
          })
      })
  }

  /// At the end of each period, counted from the subscription on, the latest element that came in it,
  /// if any did; one that comes at the very end of a period belongs to the next. Where the flow
  /// completes, the one that waits still comes out in its time. A period must be above zero.
  public func sample(nanoseconds: Int64) -> Flow {
    Flow(
      .producer { down in
        guard nanoseconds > 0 else {
          down.fail(TimerError.noInterval)
          return
        }
        let state = PeriodicSample(down, nanoseconds)
        down.detail = state
        down.onEnd { [weak state] in state?.cancel() }
        feed(down, next: state.take, completed: state.finish)
      })
  }

  /// At each element of another flow the latest of this one, if one has come since the last time.
  /// Completes with the other flow, and at its first element after this one has completed (RxSwift's
  /// `sample`).
  public func sample<Other>(on other: Flow<Other>) -> Flow {
    Flow(
      .producer { down in
        let state = Sample<Element>()
        down.detail = state
        feed(down, next: { state.latest = $0 }, completed: { state.isComplete = true })
        guard down.isActive else { return }
        other.feed(
          down,
          next: { _ in
            if let latest = state.latest {
              state.latest = nil
              down.next(latest)
            }
            if state.isComplete { down.complete() }
          },
          completed: {
            if let latest = state.latest { down.next(latest) }
            down.complete()
          })
      })
  }

  /// The elements that come before so much time is over, counted from the subscription on; then the
  /// flow completes, in a turn of its own.
  public func take(nanoseconds: Int64) -> Flow {
    Flow(
      .producer { down in
        let state = Waiting(down, nanoseconds)
        down.detail = state
        let timer = down.after(nanoseconds) { down.complete() }
        down.takeBack(timer)
        guard down.isActive else { return }
        feed(down, next: { if state.rest > 0 { down.next($0) } }, completed: down.complete)
      })
  }

  /// The elements that come when so much time is over, counted from the subscription on.
  public func skip(nanoseconds: Int64) -> Flow {
    Flow(
      .producer { down in
        guard nanoseconds >= 0 else {
          down.fail(TimerError.negative(nanoseconds: nanoseconds))
          return
        }
        let state = Waiting(down, nanoseconds)
        down.detail = state
        feed(down, next: { if state.rest <= 0 { down.next($0) } }, completed: down.complete)
      })
  }

  /// Each element so much later, and the flow's completion too; an error at once.
  public func delay(nanoseconds: Int64) -> Flow {
    Flow(
      .producer { down in
        let state = Delay(down, nanoseconds)
        down.detail = state
        down.onEnd { [weak state] in state?.cancel() }
        feed(
          down, next: { state.hold(.element($0)) }, completed: { state.hold(.completion) })
      })
  }
}

extension Flow where Element == Int {
  /// 0, 1, 2 and so on, the first after one interval, at a fixed rate, each in a turn of its own.
  /// An interval must be above zero.
  public static func every(nanoseconds: Int64) -> Flow<Int> {
    Flow(
      .producer { down in
        guard nanoseconds > 0 else {
          down.fail(TimerError.noInterval)
          return
        }
        let state = Ticks(down, nanoseconds)
        down.onEnd { [weak state] in state?.cancel() }
        state.wait()
      })
  }
}

private final class Debounce<Element>: DescribedOperator {
  let down: Emitter<Element>
  let interval: Int64
  var latest: Element?
  var timer = TimerID.none

  init(_ down: Emitter<Element>, _ interval: Int64) {
    self.down = down
    self.interval = interval
  }

  func describe(to description: inout OperatorDescription) {
    description.add("interval", .span(interval))
    description.add(waiting: latest, for: timer, in: down.scheduler)
  }

  func cancel() { down.scheduler.cancel(timer) }

  func letOut() {
    down.scheduler.cancel(timer)
    guard let latest else { return }
    self.latest = nil
    down.next(latest)
  }
}

private final class Throttle<Element>: DescribedOperator {
  let down: Emitter<Element>
  let interval: Int64
  private let keepsLatest: Bool
  var latest: Element?
  var isComplete = false
  var timer = TimerID.none
  private var lastSent: Instant?

  init(_ down: Emitter<Element>, _ interval: Int64, keepsLatest: Bool) {
    self.down = down
    self.interval = interval
    self.keepsLatest = keepsLatest
  }

  func take(_ element: Element) throws {
    if interval < 0 { throw TimerError.negative(nanoseconds: interval) }
    let rest = rest
    if rest <= 0 {
      send(element)
      return
    }
    guard keepsLatest else { return }
    let isWaiting = latest != nil
    latest = element
    if !isWaiting { timer = down.after(rest) { [self] in windowEnded() } }
  }

  func cancel() { down.scheduler.cancel(timer) }

  /// How long the window still is; 0 or less where it is over.
  private var rest: Int64 {
    lastSent.map { interval - (down.scheduler.now.nanoseconds - $0.nanoseconds) } ?? 0
  }

  func describe(to description: inout OperatorDescription) {
    description.add("interval", .span(interval))
    if rest > 0 { description.add("window", .span(rest)) }
    if isComplete { description.add("complete", .number(1)) }
    description.add(waiting: latest, for: timer, in: down.scheduler)
  }

  private func windowEnded() {
    if let latest { send(latest) }
    // What that set off may have brought another, and the end behind it.
    if isComplete, latest == nil { down.complete() }
  }

  /// Whoever waits is passed over; its timer would let out what comes to wait in the next window.
  private func send(_ element: Element) {
    latest = nil
    down.scheduler.cancel(timer)
    lastSent = down.scheduler.now
    down.next(element)
  }
}

private final class PeriodicSample<Element>: DescribedOperator {
  let down: Emitter<Element>
  let period: Int64
  private let begun: Instant
  private var latest: Element?
  /// What has come since the period of the one that waits is over, whose turn has not come yet.
  private var following: Element?
  private var isComplete = false
  private var timer = TimerID.none

  init(_ down: Emitter<Element>, _ period: Int64) {
    self.down = down
    self.period = period
    begun = down.scheduler.now
  }

  func cancel() { down.scheduler.cancel(timer) }

  /// How much of the period is left.
  private var rest: Int64 {
    period - (down.scheduler.now.nanoseconds - begun.nanoseconds) % period
  }

  /// A timer is set only where something waits, so that an idle flow costs no turns.
  func take(_ element: Element) {
    guard latest != nil else { return wait(element) }
    if down.scheduler.rest(of: timer) == 0 { following = element } else { latest = element }
  }

  private func wait(_ element: Element) {
    latest = element
    timer = down.after(rest) { [self] in periodEnded() }
  }

  func finish() {
    isComplete = true
    if latest == nil { down.complete() }
  }

  private func periodEnded() {
    let ended = latest
    latest = nil
    if let following {
      self.following = nil
      wait(following)
    }
    if let ended { down.next(ended) }
    // What waits now belongs to the next period, and so does the end.
    if isComplete, latest == nil { down.complete() }
  }

  func describe(to description: inout OperatorDescription) {
    description.add("period", .span(period))
    description.add("rest", .span(rest))
    if isComplete { description.add("complete", .number(1)) }
    description.add(waiting: latest, for: timer, in: down.scheduler)
    if let following { description.add("following", .element(following)) }
  }
}

private final class Sample<Element>: DescribedOperator {
  var latest: Element?
  var isComplete = false

  func describe(to description: inout OperatorDescription) {
    if isComplete { description.add("complete", .number(1)) }
    if let latest { description.add("latest", .element(latest)) }
  }
}

/// Until a time is over that began with the subscription.
private final class Waiting<Element>: DescribedOperator {
  private let down: Emitter<Element>
  private let end: Instant

  init(_ down: Emitter<Element>, _ span: Int64) {
    self.down = down
    end = down.scheduler.now.adding(nanoseconds: span) ?? Instant(nanoseconds: .max)
  }

  var rest: Int64 { end.nanoseconds - down.scheduler.now.nanoseconds }

  func describe(to description: inout OperatorDescription) {
    if rest > 0 { description.add("rest", .span(rest)) }
  }
}

/// What has come and waits, each for its own timer. Whichever of those that are due is taken first,
/// it lets out what it was set for.
private final class Delay<Element>: DescribedOperator {
  enum Held {
    case element(Element)
    case completion
  }

  let down: Emitter<Element>
  let interval: Int64
  private var held = OrderedSlots<(timer: TimerID, held: Held)>()

  init(_ down: Emitter<Element>, _ interval: Int64) {
    self.down = down
    self.interval = interval
  }

  func hold(_ new: Held) {
    let number = held.lastNumber + 1
    let timer = down.after(interval) { [self] in letOut(number) }
    if down.isActive { _ = held.insert((timer, new)) }
  }

  private func letOut(_ number: Int) {
    switch held.remove(number)?.held {
    case .element(let element): down.next(element)
    case .completion: down.complete()
    case nil: break
    }
  }

  func cancel() { for held in held.removeAll() { down.scheduler.cancel(held.timer) } }

  func describe(to description: inout OperatorDescription) {
    description.add("interval", .span(interval))
    for (timer, held) in held.elements {
      switch held {
      case .element(let element): description.add("held", .element(element))
      case .completion: description.add("complete", .number(1))
      }
      description.add("timer", .span(down.scheduler.rest(of: timer) ?? -1))
    }
  }
}

private final class Ticks {
  let down: Emitter<Int>
  let interval: Int64
  private var timer = TimerID.none
  private var count = 0

  init(_ down: Emitter<Int>, _ interval: Int64) {
    self.down = down
    self.interval = interval
  }

  func cancel() { down.scheduler.cancel(timer) }

  func wait() {
    timer = down.after(interval) { [self] in
      count += 1
      wait()
      down.next(count - 1)
    }
  }
}

extension TimerError {
  /// A whole number of nanoseconds; what is finer is cut off. Nil beyond 292 years either way.
  static func nanoseconds(_ duration: Swift.Duration) -> Int64? {
    let (seconds, attoseconds) = duration.components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflowToo) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || overflowToo ? nil : sum
  }
}
