import Scenarios
import Values

/// What an explored run found that must not be.
struct Violation {
  let failure: Failure
  /// By which it is known again where another run finds the same: its code, and the place of what does
  /// not hold.
  let name: String

  /// Whether it is seen of the state alone, however that was come to.
  var isOfState: Bool { failure.code == .exploredAlways }

  init(_ failure: Failure) {
    var failure = failure
    if failure.code == .alwaysViolated { failure.code = .exploredAlways }
    if failure.code == .eventuallyViolated { failure.code = .exploredEventually }
    self.failure = failure
    name = "\(failure.code.rawValue) \(failure.span.file):\(failure.span.start)"
  }

  /// That from some state on there is no rest.
  static func endlessness(in maker: RunMaker) -> Violation {
    Violation(
      Failure(
        .error, .exploredEndless, "endless: from here on there is always a turn that is ready",
        at: maker.script.scenario.name.span,
        help: [
          "end what sets itself off again, or leave `endless` out of `forbid` where that is meant"
        ]))
  }
}
