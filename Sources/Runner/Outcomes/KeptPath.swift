import CEL
import Reactor
import Scenarios
import Values

/// What a path had before a step, for outcomes that compare with it.
enum KeptPath {
  /// Nil where there was no such property. It is counted as held.
  case had(Value?, KeptValues?)
  case failed(reason: String)

  init(_ resolution: Resolution, in ring: Kept.Ring) {
    switch resolution {
    case .value(let value): self = .had(value, KeptValues([value], in: ring))
    case .missing: self = .had(nil, nil)
    case .failure(let error), .abort(let error):
      self = .failed(reason: (error as? RunError ?? RunError(engine: error)).text)
    }
  }
}

extension Failure {
  /// A path that has another value than before the step; nil where it has the same.
  init?(changeOf path: Path, from before: Value?, to now: Value?) {
    if before == nil, now == nil { return nil }
    var found: Mismatch? = Mismatch(path: "", expected: before, actual: now)
    if let before, let now { found = now.mismatch(before, whole: true) }
    guard let found else { return nil }
    let place = path.text + found.path
    let change =
      switch (found.expected, found.actual) {
      case (let old?, let new?): "\(place) was \(old.brief) before the step, and is \(new.brief)"
      case (let old?, nil): "\(place) was \(old.brief) before the step, and is gone"
      case (nil, let new?): "\(place) is \(new.brief), and was not there before the step"
      case (nil, nil): "\(place) has changed"
      }
    self.init(.outcome, change, at: path.span)
    if let before { details.append(Detail("before", before.told)) }
    if let now { details.append(Detail("after", now.told)) }
  }
}
