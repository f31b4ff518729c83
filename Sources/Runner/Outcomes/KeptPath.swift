import CEL
import Reactor
import Scenarios
import Values

/// What a path had before a step, for outcomes that compare with it.
enum KeptPath {
  /// Nil where there was no such property. It is counted as held. Where formulas of the path have led
  /// then, it is looked at behind the step too.
  case had(Value?, KeptValues?, at: LocatedPath)
  case failed(reason: String)

  /// Reads a path as an outcome reads it, by somebody who looks.
  init(_ path: Path, in frame: Frame) {
    let world = frame.world
    let located: LocatedPath
    do throws(RunError) {
      located = try world.located(path, in: frame)
    } catch {
      self = .failed(reason: error.text)
      return
    }
    switch world.read(path, at: located, in: frame) {
    case .value(let value): self = .had(value, KeptValues([value], in: world.kept), at: located)
    case .missing: self = .had(nil, nil, at: located)
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
    if let before, let now { found = now.change(from: before) }
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
