import CEL
import Reactor
import Scenarios
import Values

extension ReactorRun {
  typealias Stages<Element> = (Flow<Element>) -> Flow<Element>

  /// The operators over actions or mutations, which formulas see as they are written.
  func cases(
    _ operators: [Operator], _ kind: String, name: @escaping (Int) -> String,
    read: @escaping (CaseValue) -> NumberedCase?
  ) throws(RunError) -> Stages<NumberedCase> {
    let owner = self.name
    return try stages(
      operators, "transform.\(kind)",
      write: { CaseValue(name($0.number), $0.payload).value },
      read: { value, span, _ throws(RunError) in
        guard let written = CaseValue(value) else {
          throw RunError(
            .notACase, "\(value) is no \(kind)", at: span,
            help: ["give a name, or a map of one key"])
        }
        guard let numbered = read(written) else {
          throw RunError(.unknownCase, "\(owner) has no \(kind) \(written.name)", at: span)
        }
        return numbered
      })
  }

  /// The operators over states, which bring along how often their pulses had been assigned.
  func states(_ operators: [Operator]) throws(RunError) -> Stages<ReducedState> {
    try stages(
      operators, "transform.state", write: { $0.value },
      read: { ReducedState(value: $0, assigned: $2?.assigned) })
  }

  /// Makes an element of a value: of the element that it was made of, if of one.
  private typealias Reading<Element> = (Value, SourceSpan, Element?) throws(RunError) -> Element

  /// The operators in order, with their times and counts evaluated once.
  private func stages<Element>(
    _ operators: [Operator], _ name: String, write: @escaping (Element) -> Value,
    read: @escaping Reading<Element>
  ) throws(RunError) -> Stages<Element> {
    var stages: [Stages<Element>] = []
    for step in operators {
      let subject = "\(self.name) \(name) \(step.keyword.text)"
      do throws(RunError) {
        stages.append(try stage(step, subject, write: write, read: read))
      } catch {
        throw error.isForeign ? error : error.about(subject)
      }
    }
    return { flow in stages.reduce(flow) { $1($0) } }
  }

  private func stage<Element>(
    _ step: Operator, _ subject: String, write: @escaping (Element) -> Value,
    read: @escaping Reading<Element>
  ) throws(RunError) -> Stages<Element> {
    let world = world
    switch step.kind {
    case .map(let datum):
      return { [unowned world] flow in
        flow.map { try read(try world.value(of: datum, over: write($0)), datum.span, $0) }
      }
    case .filter(let formula):
      return { [unowned world] flow in
        flow.filter { try world.condition(formula, over: write($0)) }
      }
    case .distinct(nil):
      return keeping(write) { flow in
        flow.distinct { write($0.element).isIdentical(to: write($1.element)) }
      }
    case .distinct(let key?):
      let ring = world.kept
      return { [unowned world] flow in
        flow.distinct(
          of: {
            let key = try world.value(of: key, over: write($0))
            return KeptElement(element: key, keeper: KeptValues([key], in: ring))
          }, by: { $0.element.isIdentical(to: $1.element) })
      }
    case .tap(let steps):
      return { [unowned self] flow in
        flow.tap { [unowned self] in self.tap(steps, subject, write($0)) }
      }
    case .merge(let path, let name):
      return try watching(path, name?.text, subject, step.keyword, read: read)
    case .debounce(let span):
      let span = try world.duration(span, "debounce", in: world.bare)
      return keeping(write) { $0.debounce(nanoseconds: span) }
    case .throttle(let span, let latest):
      let span = try world.duration(span, "throttle", in: world.bare)
      return keeping(write) { $0.throttle(nanoseconds: span, latest: latest) }
    case .delay(let span):
      let span = try world.duration(span, "delay", in: world.bare)
      return keeping(write) { $0.delay(nanoseconds: span) }
    case .take(let extent): return try taking(extent, write)
    case .end(let formula):
      return { [unowned world] flow in
        flow.end(behind: { try world.condition(formula, over: write($0)) })
      }
    case .fail(when: let formula, let error):
      return { [unowned world] flow in
        flow.tap { try world.fail(when: formula, error, over: write($0)) }
      }
    case .skip(let extent): return try skipping(extent, write)
    case .sample(.period(let span)):
      let period = try world.duration(span, "sample", in: world.bare)
      guard period > 0 else {
        throw RunError(
          .badDuration, "`sample` needs a duration above zero", at: span.span,
          help: ["a period of nothing would have no end"])
      }
      return keeping(write) { $0.sample(nanoseconds: period) }
    case .sample(.changes(let path)):
      let changes = Source<Void>()
      let stop = try watch(path, subject, for: step.keyword) { _ in changes.next(()) }
      return keeping(write) { $0.sample(on: changes.flow.atEnd(stop)) }
    }
  }

  private func taking<Element>(
    _ extent: Operator.Extent, _ write: @escaping (Element) -> Value
  ) throws(RunError) -> Stages<Element> {
    let world = world
    switch extent {
    case .count(let count):
      let count = try world.count(count, "take", in: world.bare)
      return { $0.take(count) }
    case .condition(let formula):
      return { [unowned world] flow in
        flow.take(while: { try world.condition(formula, over: write($0)) })
      }
    case .time(let span):
      let span = try world.duration(span, "take", in: world.bare)
      return { $0.take(nanoseconds: span) }
    }
  }

  private func skipping<Element>(
    _ extent: Operator.Extent, _ write: @escaping (Element) -> Value
  ) throws(RunError) -> Stages<Element> {
    let world = world
    switch extent {
    case .count(let count):
      let count = try world.count(count, "skip", in: world.bare)
      return { $0.skip(count) }
    case .condition(let formula):
      return { [unowned world] flow in
        flow.skip { try world.condition(formula, over: write($0)) }
      }
    case .time(let span):
      let span = try world.duration(span, "skip", in: world.bare)
      return { $0.skip(nanoseconds: span) }
    }
  }

  /// A stage that holds elements for a while: each is counted as long as it is held there.
  private func keeping<Element>(
    _ write: @escaping (Element) -> Value,
    _ stage: @escaping (Flow<KeptElement<Element>>) -> Flow<KeptElement<Element>>
  ) -> Stages<Element> {
    let ring = world.kept
    return { flow in
      let kept = flow.map { element in
        KeptElement(element: element, keeper: KeptValues([write(element)], in: ring))
      }
      return stage(kept).map { $0.element }
    }
  }

  private func tap(_ steps: [Step], _ subject: String, _ element: Value) {
    let frame = Frame(world: world, locals: [element], part: state.part)
    let body = Body(steps, in: frame, for: NamedPart(subject, bodies), bodies)
    world.graph.nonreactive { bodies.run(body) }
  }

  /// Lets each change of a place in: as the case of that name, or as it is.
  private func watching<Element>(
    _ path: Path, _ name: String?, _ subject: String, _ keyword: Name,
    read: @escaping Reading<Element>
  ) throws(RunError) -> Stages<Element> {
    let source = Source<Element>()
    let stop = try watch(path, subject, for: keyword) { value in
      do {
        let element = name.map { CaseValue($0, value).value } ?? value
        source.next(try read(element, path.span, nil))
      } catch {
        source.fail(error)
      }
    }
    return { $0.merge(source.flow.atEnd(stop)) }
  }

  /// Has each change of a place heard, in a turn of its own, until what it gives is called: of a reactor each state, of all
  /// else what flushes find.
  private func watch(
    _ path: Path, _ subject: String, for keyword: Name, _ hear: @escaping (Value) -> Void
  ) throws(RunError) -> () -> Void {
    let number = entries.count
    entries.append(hear)
    let arrive: (Value) -> Void = { [unowned self] value in
      world.post(ChangedPlace(self, number, keyword, value))
    }
    // What it emitted last is no part of its states.
    if case .reactor(let index) = path.slot, path.isStatic, path.selection.first != "emitted" {
      let state = world.reactorStates[index]
      let hearer = try world.hear(state, at: path.selection, arrive)
      return { [weak state] in state?.hearers.removeAll { $0 === hearer } }
    }
    let watch = try world.watch(path, subject, arrive)
    return { watch.stop() }
  }

  fileprivate func take(_ value: Value, at entry: Int) {
    // What has ended does not listen; the states may go on behind actions and mutations that have failed.
    if !isStub { entries[entry](value) }
  }
}

/// A change of a watched place arrives.
final class ChangedPlace: ScheduledWork {
  let reactor: ReactorRun
  let entry: Int
  private let keyword: Name
  let value: Value

  /// - Parameter keyword: the operator that watches it.
  init(_ reactor: ReactorRun, _ entry: Int, _ keyword: Name, _ value: Value) {
    self.reactor = reactor
    self.entry = entry
    self.keyword = keyword
    self.value = value
  }

  func take() { reactor.take(value, at: entry) }

  func about(at step: Step?) -> String { "\(reactor.name) \(keyword.text)" }

  var turnParts: [StatePart] { [.text("\(reactor.name) \(entry)"), .value(value)] }

  func count(pending held: inout HeldBytes) { held.add(value) }

  func sever() {}
}

extension World {
  /// Evaluates an operator's data for an element, `it`.
  fileprivate func value(of datum: Datum, over element: Value) throws(RunError) -> Value {
    let frame = Frame(world: self, locals: [element])
    return try untracked { () throws(RunError) in try value(of: datum, in: frame) }
  }

  fileprivate func value(
    of formula: Formula, over element: Value
  ) throws(RunError) -> Value {
    let frame = Frame(world: self, locals: [element])
    return try untracked { () throws(RunError) in try evaluate(formula, in: frame) }
  }

  fileprivate func condition(
    _ formula: Formula, over element: Value
  ) throws(RunError) -> Bool {
    let frame = Frame(world: self, locals: [element])
    return try untracked { () throws(RunError) in try condition(formula, in: frame) }
  }

  /// Throws where the condition holds of an element.
  fileprivate func fail(
    when formula: Formula, _ error: Datum?, over element: Value
  ) throws(RunError) {
    guard try condition(formula, over: element) else { return }
    guard let error else {
      throw RunError(.explicitFail, "the stream fails at \(element.brief)", at: formula.span)
    }
    let frame = Frame(world: self, locals: [element])
    throw try untracked { () throws(RunError) in try failure(error, in: frame) }
  }

  /// Tells each change of a place that a flush sees.
  fileprivate func watch(
    _ path: Path, _ subject: String, _ changed: @escaping (Value) -> Void
  ) throws(RunError) -> Computation {
    do {
      return try graph.nonreactive {
        try graph.computation(label: subject) { [unowned self] computation in
          switch read(path, in: bare) {
          case .value(let value): if !computation.isFirstRun { changed(value) }
          case .missing: if !computation.isFirstRun { changed(.null) }
          case .failure(let error), .abort(let error):
            let cause = error as? RunError ?? RunError(engine: error)
            report(cause.about(subject))
          }
        }
      }
    } catch let error as RunError {
      throw error
    } catch {
      throw RunError(engine: error).about(subject)
    }
  }
}
