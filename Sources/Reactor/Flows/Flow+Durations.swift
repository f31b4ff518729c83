// The operators that wait, with times in Swift's own durations, of which whole nanoseconds count.
extension Flow {
  /// See `after(nanoseconds:_:)`.
  public static func after(_ delay: Duration, _ element: Element) -> Flow {
    timed(delay) { .after(nanoseconds: $0, element) }
  }

  /// See `debounce(nanoseconds:)`.
  public func debounce(_ silence: Duration) -> Flow {
    Flow.timed(silence) { debounce(nanoseconds: $0) }
  }

  /// See `throttle(nanoseconds:latest:)`.
  public func throttle(_ window: Duration, latest: Bool = true) -> Flow {
    Flow.timed(window) { throttle(nanoseconds: $0, latest: latest) }
  }

  /// See `sample(nanoseconds:)`.
  public func sample(_ period: Duration) -> Flow {
    Flow.timed(period) { sample(nanoseconds: $0) }
  }

  /// See `take(nanoseconds:)`.
  public func take(for time: Duration) -> Flow {
    Flow.timed(time) { take(nanoseconds: $0) }
  }

  /// See `skip(nanoseconds:)`.
  public func skip(for time: Duration) -> Flow {
    Flow.timed(time) { skip(nanoseconds: $0) }
  }

  /// See `delay(nanoseconds:)`.
  public func delay(_ delay: Duration) -> Flow {
    Flow.timed(delay) { self.delay(nanoseconds: $0) }
  }

  static func timed(_ duration: Duration, _ make: (Int64) -> Flow) -> Flow {
    guard let nanoseconds = TimerError.nanoseconds(duration) else {
      return .fail(TimerError.beyondTime)
    }
    return make(nanoseconds)
  }
}

extension Flow where Element == Int {
  /// See `every(nanoseconds:)`.
  public static func every(_ interval: Duration) -> Flow<Int> {
    timed(interval) { .every(nanoseconds: $0) }
  }
}
