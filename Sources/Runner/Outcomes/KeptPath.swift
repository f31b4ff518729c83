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
    let subject = path.text
    switch (before, now) {
    case (nil, nil): return nil
    case (let before?, let now?):
      guard let mismatch = now.mismatch(before, whole: true) else { return nil }
      let place = subject + mismatch.path
      let change =
        switch (mismatch.expected, mismatch.actual) {
        case (let old?, let new?): "\(place) was \(old.brief) before the step, and is \(new.brief)"
        case (let old?, nil): "\(place) was \(old.brief) before the step, and is gone"
        case (nil, let new?): "\(place) is \(new.brief), and was not there before the step"
        case (nil, nil): "\(place) has changed"
        }
      self.init(.outcome, change, at: path.span)
    case (let before?, nil):
      self.init(
        .outcome, "\(subject) was \(before.brief) before the step, and is gone", at: path.span)
    case (nil, let now?):
      self.init(
        .outcome, "\(subject) is \(now.brief), and was not there before the step", at: path.span)
    }
    if let before { details.append(Detail("before", before.told)) }
    if let now { details.append(Detail("after", now.told)) }
  }
}
