import Values

/// The timers that steps have called by names, and the references to them: texts, as references to
/// actors are. Only those that run are held.
struct TimerHandles {
  /// What a value means as a reference to a timer.
  enum Meaning {
    case running(Timer)
    /// It was one of a timer that has fired or was ended.
    case over
    case none
  }

  private var running: [Int: Timer] = [:]
  /// How many there have been.
  private var count = 0

  /// Whether there has never been one.
  var isUnused: Bool { count == 0 }

  /// No name of a part has a space, so that none is taken for one of these.
  private static let prefix = "timer "

  /// Gives the reference to a timer.
  mutating func add(_ timer: Timer) -> Value {
    count += 1
    timer.handle = count
    running[count] = timer
    return .string("\(TimerHandles.prefix)\(count)")
  }

  mutating func remove(_ timer: Timer) {
    guard let handle = timer.handle else { return }
    running[handle] = nil
  }

  func timer(of reference: Value) -> Meaning {
    guard count > 0, case .string(let text) = reference, text.hasPrefix(TimerHandles.prefix),
      let number = Int(text.dropFirst(TimerHandles.prefix.count)), number > 0, number <= count
    else { return .none }
    return running[number].map { .running($0) } ?? .over
  }
}
