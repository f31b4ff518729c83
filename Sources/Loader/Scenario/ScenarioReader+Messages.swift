import CEL
import Scenarios
import Values

/// Verbs that address an actor, and those of its bodies.
extension ScenarioReader {
  // MARK: Messages

  /// `{actor: message}`.
  mutating func addressed(
    _ word: Word, _ id: ID
  ) -> (recipient: Recipient, message: Case)? {
    let target = enter(id)
    defer { leave(id) }
    let verb = word.rawValue
    guard
      let (key, value) = single(
        target, of: "\"\(verb)\"", "one actor and its message", "\(verb): {actor: Message}",
        keyMayBeFormula: true)
    else { return nil }
    let recipient = recipient(key, for: word)
    guard let message = caseOf("a message", value), let recipient else { return nil }
    return (recipient, message)
  }

  mutating func ask(_ step: StepSource) -> Verb? {
    let timeout = step.parts[.timeout].map { duration($0.value, of: "\"timeout\"") }
    let otherwise = otherwise(of: step)
    guard let (recipient, message) = addressed(step.word, step.value) else { return nil }
    return .turn(
      .event(.ask(Verb.Ask(message, to: recipient, otherwise: otherwise, timeout: timeout))))
  }

  /// Who is meant: a declared actor; one of many, by its number, `worker#2`; in a body a local that
  /// refers to one, in a script what `spawn` bound; or the one that a formula gives.
  mutating func recipient(_ id: ID, for word: Word) -> Recipient? {
    guard kind(id) == .scalar, !isEmpty(id) else {
      reportType("\"\(word.rawValue)\"", takes: "the name of an actor", id)
      return nil
    }
    if isFormulaKey(id) { return formulaRecipient(id, for: word) }
    let name = name(id)
    if name.text.contains("#") { return numbered(name) }
    return named(name, for: word)
  }

  private mutating func named(_ name: Name, for word: Word) -> Recipient? {
    if isScript ? locals.isActor(name.text) : locals.contains(name.text),
      let index = localIndex(name.text)
    {
      return .local(LocalActor(name, index, kind: locals.kind(name.text)))
    }
    if symbols[name.text] == nil, let root = localRoot(of: name) {
      report(
        .badPath, "\"\(word.rawValue)\" takes the name of an actor, and this is a path",
        at: name.span,
        help: [
          "write it as a formula: = \(name.text)",
          "or give it a name before: let: {\(root): = \(name.text)}",
        ])
      return nil
    }
    return actor(name, for: word).map { .declared($0) }
  }

  /// `= w`: what a name alone stands for, else whatever the formula gives.
  mutating func formulaRecipient(_ id: ID, for word: Word) -> Recipient? {
    let text = document.withText(id) { bytes in
      var name = bytes.dropFirst().drop { $0 == 0x20 }
      while name.last == 0x20 { name.removeLast() }
      return String(decoding: name, as: UTF8.self)
    }
    let isExpected = place == .outcome
    let isActor = isScript || isExpected ? locals.isActor(text) : locals.contains(text)
    if isExpected, isActor { return .local(LocalActor(Name(text, at: span(id)), 0, kind: nil)) }
    if isActor || symbols[text]?.kind == .actor {
      return named(Name(text, at: span(id)), for: word)
    }
    return .computed(formula(id))
  }

  /// `worker#2`: one of those of a name.
  mutating func numbered(_ name: Name) -> Recipient? {
    let parts = name.text.split(separator: "#", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[1]), number > 0, parts[1].utf8.first != 0x30,
      parts[1].utf8.first != UInt8(ascii: "+")
    else {
      report(
        .badPath, "\"\(name.text)\" means no actor", at: name.span,
        help: ["one of many is meant by its number, from 1: \(parts[0])#1"])
      return nil
    }
    let kind = Name(String(parts[0]), at: name.span)
    guard let actor = actor(kind, for: nil) else { return nil }
    return .numbered(NumberedName(name, actor.number))
  }

  /// Where the frame holds a local; nil for what is none of its own.
  private func localIndex(_ name: String) -> Int? {
    switch locals.slot(name) {
    case .local(let index), .reference(let index): index
    case .promise, .own, .cell, .computation, .reactor, .store, .service, .actor, .member,
      .emitted, .now, .it, .addressed, nil:
      nil
    }
  }

  /// What a path into a local could be called: its last property.
  private func localRoot(of name: Name) -> String? {
    let parts = name.text.split(separator: ".", omittingEmptySubsequences: false)
    guard !isScript, parts.count > 1, locals.contains(String(parts[0])),
      let last = parts.last, Names.isName(String(last))
    else { return nil }
    return String(last)
  }

  /// The declared actor of that name; reports it where there is none.
  mutating func actor(_ name: Name, for word: Word?) -> NumberedName? {
    guard let symbol = symbols[name.text] else {
      reportNoActor(name)
      return nil
    }
    if symbol.kind == .actor { return NumberedName(name, symbol.number) }
    let isAddressed = word.map(ScenarioReader.addressing.contains) ?? false
    report(
      .wrongKind,
      word.map { "\"\($0.rawValue)\" takes an actor, and \"\(name.text)\" is \(symbol.kind.noun)" }
        ?? "\"\(name.text)\" is \(symbol.kind.noun), and no actor",
      at: name.span,
      help: isAddressed
        ? symbol.kind.howToAddress(name.text).map { ["write: \($0)"] } ?? [] : [],
      related: [.init(symbol.span, "it is defined here")])
    return nil
  }

  private mutating func reportNoActor(_ name: Name) {
    let isLocal = isScript && locals.contains(name.text)
    let names = known([.actor])
    let near = nearest(
      to: name.text, among: names + (problems.isHelpWanted ? nearLocals : []))
    let help: [String]
    switch name.text {
    case _ where near != nil: help = ["did you mean \"\(near ?? "")\"?"]
    case "self": help = ["\"self\" stands only in the bodies of actors"]
    case "sender": help = ["\"sender\" stands only in the reactions of actors"]
    case _ where isLocal:
      help = [
        "a step before it binds one: spawn: …, as: \(name.text)",
        "where it holds a reference to one, write it as a formula: = \(name.text)",
      ]
    default: help = offer(names, section: "actors")
    }
    report(
      isLocal ? .wrongKind : .unknownName,
      isLocal ? "\"\(name.text)\" is no actor" : "unknown actor \"\(name.text)\"", at: name.span,
      help: help)
  }

  /// The locals that may refer to an actor, for suggestions.
  private var nearLocals: [String] { isScript ? locals.actors : locals.names }

  // MARK: Lives

  mutating func spawn(_ id: ID) -> Verb? {
    let target = enter(id)
    defer { leave(id) }
    var kind = target
    var arguments: Datum?
    if document[target].kind == .map {
      guard
        let (key, value) = single(
          target, of: "\"spawn\"", "one actor and its arguments", "spawn: {worker: {size: 1}}")
      else { return nil }
      kind = key
      arguments = datum(value)
    }
    guard self.kind(kind) == .scalar, !isEmpty(kind) else {
      reportType("\"spawn\"", takes: "the name of an actor", id)
      return nil
    }
    return actor(name(kind), for: Word(LifeWord.spawn)).map { .turn(.life(.spawn($0, arguments))) }
  }

  /// Of a computation or of an actor.
  mutating func stop(_ id: ID) -> Verb? {
    let name = kind(id) == .scalar ? text(id) : ""
    if isFormulaKey(id) || name.contains("#") {
      return recipient(id, for: Word(StateWord.stop)).map { .turn(.life(.stop($0))) }
    }
    let kind = symbols[name]?.kind
    let isComputation = kind == .computation || kind == .child
    let isActor =
      name == "self"
      ? place.isActor
      : kind == .actor || locals.isActor(name)
        || (!isComputation && !isScript && locals.contains(name))
    if isActor { return recipient(id, for: Word(StateWord.stop)).map { .turn(.life(.stop($0))) } }
    return target(id, "stop").map { .turn(.state(.stop($0))) }
  }

  mutating func become(_ id: ID) -> Verb? {
    guard kind(id) == .scalar, !isEmpty(id) else {
      reportType("\"become\"", takes: "the name of a behavior", id)
      return nil
    }
    let name = name(id)
    mention(name, .behavior(of: owner))
    let number = symbols.numbers(of: .behavior, in: owner)[name.text] ?? 0
    return .turn(.life(.become(NumberedName(name, number))))
  }

  // MARK: Faults

  /// Of one actor: it is not the pool that crashes, but a worker.
  mutating func crash(_ step: StepSource) -> Verb? {
    guard let recipient = recipient(step.value, for: step.word) else { return nil }
    if case .declared(let name) = recipient { mention(name.name, .single(isCrashed: true)) }
    return .turn(.fault(.crash(recipient)))
  }

  /// What befalls the next message between two; `kind` makes it of how much later that comes.
  mutating func disturbance(
    _ step: StepSource, isLate: Bool = false, _ kind: (Datum?) -> Verb.Disturbance.Fate?
  ) -> Verb? {
    let target = enter(step.value)
    defer { leave(step.value) }
    let name = step.word.rawValue
    let example = "write: \(name): {from: shop, to: payment\(isLate ? ", by: 1s" : "")}"
    guard document[target].kind == .map else {
      reportType(step.what, takes: "a map", step.value, help: [example])
      return nil
    }
    let total = problems.total
    let known =
      isLate
      ? entries(target, as: PutOffKey.self) { _ in [example] }
      : entries(target, as: DisturbanceKey.self).map { ($0.word.late, $0.key, $0.value) }
    var by: Datum?
    var sender: Verb.Disturbance.Sender?
    var to: Recipient?
    for (key, _, value) in known {
      switch key {
      case .by: by = duration(value, of: "\"by\"")
      case .to: to = recipient(value, for: step.word)
      case .from: sender = self.sender(value, for: step.word)
      }
    }
    if problems.total > total { return nil }
    guard sender != nil || to != nil else {
      report(
        .missingKey, "\(step.what) needs \"from\", \"to\" or both", at: document.span(target),
        help: [example])
      return nil
    }
    guard let kind = kind(by) else { return nil }
    return .turn(.fault(.disturb(Verb.Disturbance(kind, from: sender, to: to))))
  }

  private mutating func sender(_ id: ID, for word: Word) -> Verb.Disturbance.Sender? {
    if kind(id) == .scalar, text(id) == "script", symbols["script"]?.kind != .actor {
      return .script
    }
    return recipient(id, for: word).map { .actor($0) }
  }
}
