import Scenarios

/// A step as it is being read.
struct StepSource {
  let verb: VerbDeclaration
  let key: ScenarioReader.ID
  let value: ScenarioReader.ID
  let parts: ScenarioReader.StepParts

  var word: Word { verb.word }

  /// `"tell"`, for messages.
  var what: String { "\"\(word.rawValue)\"" }
}

/// How each verb is read, chapter by chapter; nil for what cannot be read.
extension ScenarioReader {
  mutating func verb(of step: StepSource) -> Verb? {
    switch step.verb.name {
    case .state(let word): verb(word, step)
    case .event(let word): verb(word, step)
    case .life(let word): verb(word, step)
    case .time(let word): verb(word, step)
    case .control(let word): verb(word, step)
    case .computation(let word): verb(word, step)
    case .result(let word): verb(word, step)
    case .promise(let word): verb(word, step)
    case .fault(let word): verb(word, step)
    }
  }

  private mutating func verb(_ word: StateWord, _ step: StepSource) -> Verb? {
    switch word {
    case .set: return set(step.value)
    case .depend: return cellPath(step).map { .turn(.state(.depend($0))) }
    case .changed: return cellPath(step).map { .turn(.state(.changed($0))) }
    case .invalidate:
      return target(step.value, word.rawValue).map { .turn(.state(.invalidate($0))) }
    case .flush: return nothing(step)
    case .start:
      guard case .named(let name)? = target(step.value, word.rawValue) else { return nil }
      return .turn(.state(.start(name)))
    case .stop: return stop(step.value)
    }
  }

  private mutating func verb(_ word: EventWord, _ step: StepSource) -> Verb? {
    switch word {
    case .send: send(step.value)
    case .dispatch: dispatch(step.value, sync: step.parts[.sync]?.value)
    case .tell:
      addressed(step.word, step.value).map { .turn(.event(.tell($0.recipient, $0.message))) }
    case .ask: ask(step)
    case .call: call(step)
    case .present: presentation(step.word, step.value).map { .turn(.event(.present($0))) }
    case .dismiss: dismiss(step.value)
    case .replace: presentation(step.word, step.value).map { .turn(.event(.replace($0))) }
    case .stub: stub(step.value)
    }
  }

  private mutating func verb(_ word: LifeWord, _ step: StepSource) -> Verb? {
    switch word {
    case .spawn: spawn(step.value)
    case .watch: recipient(step.value, for: step.word).map { .turn(.life(.watch($0))) }
    case .unwatch: recipient(step.value, for: step.word).map { .turn(.life(.unwatch($0))) }
    case .become: become(step.value)
    case .stash, .unstash: nothing(step)
    }
  }

  private mutating func verb(_ word: TimeWord, _ step: StepSource) -> Verb? {
    switch word {
    case .advance: advance(step)
    case .wait: .turn(.time(.wait(duration(step.value, of: step.what))))
    case .every: every(step)
    }
  }

  private mutating func verb(_ word: ControlWord, _ step: StepSource) -> Verb? {
    switch word {
    case .if: condition(step, expected: true)
    case .unless: condition(step, expected: false)
    case .for: loop(step)
    case .repeat: repetition(step)
    case .batch: batch(step)
    case .let: .control(.bind(definitions(step.value, of: step.what)))
    case .choose: choice(step)
    case .perform: performance(step)
    case .interleave: threads(step)
    }
  }

  private mutating func verb(_ word: ComputationWord, _ step: StepSource) -> Verb? {
    switch word {
    case .autorun: autorun(step.value).map { .turn(.computation(.autorun($0))) }
    case .nonreactive: .turn(.computation(.nonreactive(steps(behind: step))))
    case .onInvalidate: .turn(.computation(.onInvalidate(steps(behind: step))))
    case .onStop: .turn(.computation(.onStop(steps(behind: step))))
    case .afterFlush: .turn(.computation(.afterFlush(steps(behind: step))))
    }
  }

  private mutating func verb(_ word: ResultWord, _ step: StepSource) -> Verb? {
    switch word {
    case .emit: return emissions(step.value)
    case .mutation: return mutation(step.value)
    case .reply: return .turn(.result(.reply(datum(step.value))))
    case .return:
      if place == .middleware { checkReturned(step.value) }
      return .turn(.result(.returning(datum(step.value))))
    case .fail: return .turn(.result(.failing(datum(step.value))))
    case .refuse: return .turn(.result(.refuse(datum(step.value))))
    case .forward:
      return addressed(step.word, step.value).map {
        .turn(.result(.forward($0.recipient, $0.message)))
      }
    }
  }

  private mutating func verb(_ word: PromiseWord, _ step: StepSource) -> Verb? {
    switch word {
    case .resolve: settlement(step).map { .turn(.promise(.resolve($0.call, $0.value))) }
    case .reject: settlement(step).map { .turn(.promise(.reject($0.call, $0.value))) }
    case .cancel: cancel(step.value)
    case .all: gathering(.all, step)
    case .any: gathering(.any, step)
    case .race: gathering(.race, step)
    }
  }

  private mutating func verb(_ word: FaultWord, _ step: StepSource) -> Verb? {
    switch word {
    case .crash: crash(step)
    case .restart: recipient(step.value, for: step.word).map { .turn(.fault(.restart($0))) }
    case .drop: disturbance(step) { _ in .drop }
    case .duplicate: disturbance(step) { _ in .duplicate }
    case .delay: disturbance(step, isLate: true) { $0.map { .delay($0) } }
    }
  }

  // MARK: What verbs share

  /// What the verb is as a bare word; anything behind it is reported.
  private mutating func nothing(_ step: StepSource) -> Verb? {
    precondition(step.verb.form.bare != nil, "\(step.what) takes something by its form")
    if !isNothing(step.value) { reportType(step.what, takes: "nothing", step.value) }
    return step.verb.form.bare
  }

  /// A path into a cell.
  private mutating func cellPath(_ step: StepSource) -> Path? {
    guard let path = path(step.value) else { return nil }
    checkCell(path, for: step.word.rawValue)
    return path
  }

  /// The steps behind the verb itself, where it has them stand.
  mutating func steps(behind step: StepSource, leaving left: inout [Locals.Bound]) -> [Step] {
    with(step.verb.form.inner?(place) ?? place) {
      $0.steps(step.value, of: step.what, leaving: &left)
    }
  }

  private mutating func steps(behind step: StepSource) -> [Step] {
    var left: [Locals.Bound] = []
    return steps(behind: step, leaving: &left)
  }
}
