import CEL
import Scenarios
import Values

extension ScenarioReader {
  /// Looks up the names and functions of a formula.
  mutating func checkNames(_ formula: Formula) {
    let seesTime = place != .row
    for reference in formula.expression.references {
      if place != .row { useProperties(reference, of: formula) }
      let span = formula.place.span(of: reference.nameRange)
      if !reference.isAbsolute,
        locals.contains(reference.name) || (seesTime && reference.name == "now")
      {
        continue
      }
      guard let symbol = symbols[reference.name] else {
        if (seesTime && reference.name == "now") || reference.isTypeName { continue }
        // A formula that is nothing but the name would compare a cell with itself.
        reportUnknown(
          reference.name, at: span, mayBeText: formula.isCompared(reference),
          forbidden: Text.same(formula.text, reference.name) ? comparedWith : nil)
        continue
      }
      if place == .row {
        report(
          .wrongKind,
          "the rows of \"each\" see nothing of the model, and so no \"\(reference.name)\"",
          at: span, related: [.init(symbol.span, "it is defined here")])
        continue
      }
      switch symbol.kind {
      case .input, .derived, .reactor, .store: continue
      case .computation, .child, .service, .actor:
        if place == .outcome || place.isScript || reference.path.first == "emitted" { continue }
      }
      report(
        .wrongKind,
        "\"\(reference.name)\" is \(symbol.kind.noun), which has no value here", at: span,
        help: [reading(reference, symbol.kind)],
        related: [.init(symbol.span, "it is defined here")])
    }
    checkCalls(formula)
  }

  /// How to come by what a formula wants of a part that has no value where it stands.
  private func reading(_ reference: Reference, _ kind: Symbols.Kind) -> String {
    if locals.slot("state") == .own, Text.same(owner, reference.name) {
      let path = ["state"] + reference.path
      return "its own bodies call its state \"state\": write \(path.joined(separator: "."))"
    }
    return switch kind {
    case .service: "only expectations and properties see its state; call one of its methods"
    case .actor: "only expectations and properties see its state; ask it"
    case .input, .derived, .computation, .child, .reactor, .store:
      "only expectations and properties see what it emitted last"
    }
  }

  /// The locals that a formula names, each time.
  func locals(in formula: Formula, where isMeant: (Slot) -> Bool) -> [(
    name: String, span: SourceSpan
  )] {
    formula.expression.references.compactMap { reference in
      guard !reference.isAbsolute, let slot = locals.slot(reference.name), isMeant(slot) else {
        return nil
      }
      return (reference.name, formula.place.span(of: reference.nameRange))
    }
  }

  /// - Parameter mayBeText: Whether a text may be meant whose quotes are missing.
  /// - Parameter forbidden: What it cannot be meant as.
  private mutating func reportUnknown(
    _ name: String, at span: SourceSpan, mayBeText: Bool, forbidden: String?
  ) {
    var help: [String] = []
    let candidates = known(
      place.isActor ? ScenarioReader.valued : ScenarioReader.readable, withLocals: true
    ).filter { $0 != forbidden && $0 != cell }
    if symbols.hasParcel(name) {
      help = aboutParcel(name)
    } else if name == "it", let place = home(ofLocal: name) {
      help = [place]
    } else if let meaning = Names.meaning(ofForeign: name) {
      help = ["write \(meaning)"]
    } else if let near = nearest(to: name, among: candidates) {
      help = ["did you mean \"\(near)\"?"]
    } else if let place = home(ofLocal: name) {
      help = [place]
    } else if place.isActor {
      help = [
        mayHold(name)
          ? "what the actor holds is \"state.\(name)\"; an answer is named at its step: as: \(name)"
          : "an answer is named at its step: as: \(name)"
      ]
    }
    if mayBeText { help.append("if it is a text, write it in quotes: \"\(name)\"") }
    report(.unknownName, "unknown name \"\(name)\"", at: span, help: help)
  }

  /// Whether the state of the actor that is read may have such a property.
  private mutating func mayHold(_ name: String) -> Bool {
    guard let state = heldState.map(document.target) else { return false }
    switch document[state].kind {
    case .map:
      let names = heldNames ?? TextSet(document.entries(state).map { text($0.key) })
      heldNames = names
      return names.contains(name)
    case .scalar: return text(state).utf8.first == UInt8(ascii: "=")
    case .list, .alias: return false
    }
  }

  /// For a parcel's name where it means nothing.
  func aboutParcel(_ name: String) -> [String] {
    symbols.hasParcel(name)
      ? ["\"\(name)\" is a parcel: its state and actions are those of the store that holds it"] : []
  }

  /// Where a local of the language is to be had, for one that is not in sight.
  private func home(ofLocal name: String) -> String? {
    switch name {
    case "firstRun": "it stands only in the bodies of computations"
    case "self": "it stands only in the bodies of actors"
    case "message", "sender": "it stands only in the reactions of an actor"
    case "action" where locals.contains("mutation"): "in \"reduce\" the payload is \"mutation\""
    case "action": "it stands only where an action is at work: in \"mutate\", reducers, middleware"
    case "mutation": "it stands only in the \"reduce\" of a reactor"
    case "state": "it stands only in the bodies and formulas of a part that has a state"
    case "args": "it stands only in the methods of a service, in actors and in routes"
    case "it" where place == .outcome:
      "it is the value of an expectation; write: expect: {PATH: = FORMULA}"
    case "it": "it stands only in expected values, and in the operators of a \"transform\""
    case "name": "it stands only in a middleware"
    case "error": "it stands only in \"else\" and \"onError\""
    case "reason": "it stands only in the \"onCancel\" of a reaction"
    case "old", "new": "it stands only in a \"cutoff\""
    default: nil
    }
  }

  /// The parts that a path of an expectation may begin with.
  static let readable: [Symbols.Kind] = [
    .input, .derived, .computation, .child, .reactor, .store, .actor, .service,
  ]

  /// Those of them that have a value everywhere.
  private static let valued = readable.filter(\.isValued)

  /// Reports calls that cannot work whatever the values are: of no function, with too many or too
  /// few arguments, with a regular expression that is none. What else the types tell is for
  /// `check` to say, for a scenario may want to see a formula fail.
  private mutating func checkCalls(_ formula: Formula) {
    if formula.expression.hasPlainCallsOnly { return }
    for finding in formula.expression.check().findings {
      switch finding.code {
      case .unknownFunction, .wrongArity: break
      case .badLiteral where finding.message.contains("regular expression"): break
      case .badLiteral, .undeclared, .unknownProperty, .typeClash, .neverEqual: continue
      }
      report(
        ProblemCode(finding.code), finding.message, at: formula.place.span(of: finding.range),
        help: finding.help)
    }
  }

  /// The names of those kinds, to find one to suggest; none where that is no longer worth it.
  func known(_ kinds: [Symbols.Kind], withLocals: Bool = false) -> [String] {
    guard problems.isSuggesting else { return [] }
    if place == .row { return [] }
    return (withLocals ? locals.names + ["now"] : []) + symbols.names(of: kinds)
  }

  mutating func nearest(to name: String, among names: [String]) -> String? {
    problems.nearest(to: name, among: names)
  }

  /// Runs with more local names in sight, then forgets them; `skipping` are locals of the frame
  /// before them that have no name here.
  mutating func with<Result>(
    locals names: [String], as meaning: Locals.Meaning = .value, skipping: Int = 0,
    _ body: (inout ScenarioReader) -> Result
  ) -> Result {
    let count = locals.count
    for (index, name) in names.enumerated() {
      locals.push(name, meaning, skipping: index == 0 ? skipping : 0)
    }
    defer { locals.pop(to: count) }
    return body(&self)
  }

  /// The same for a body of a part that reads its part's state as `state`, whenever it asks.
  mutating func withOwnState<Result>(
    of subject: PropertyUse.Subject, locals names: [String],
    _ body: (inout ScenarioReader) -> Result
  ) -> Result {
    with(locals: names) { reader in
      let count = reader.locals.count
      reader.locals.pushOwnState(of: subject)
      defer { reader.locals.pop(to: count) }
      return body(&reader)
    }
  }

  /// The same where `state` is handed over: a local behind the others.
  mutating func withState<Result>(
    of subject: PropertyUse.Subject, locals names: [String],
    _ body: (inout ScenarioReader) -> Result
  ) -> Result {
    with(locals: names) { $0.with(locals: ["state"], as: .state(subject), body) }
  }

  /// Runs in another place, then returns.
  mutating func with<Result>(
    _ place: Place, _ body: (inout ScenarioReader) -> Result
  ) -> Result {
    let before = (self.place, isLater)
    self.place = place
    if place.isLater { isLater = true }
    defer { (self.place, isLater) = before }
    return body(&self)
  }

  // MARK: Names that are given

  /// Whether formulas can use the name; reports it where not, and then not besides that nothing is known by it.
  @discardableResult
  mutating func checkName(_ name: Name, of what: String) -> Bool {
    if Names.isName(name.text) { return true }
    problems.hide(name.text)
    if Names.isReserved(name.text) {
      report(
        .reservedName,
        "\"\(name.text)\" is a word of the formula language and no name for \(what)",
        at: name.span, help: ["choose another name, such as \"\(name.text)_\""])
      return false
    }
    report(
      .badName, "\"\(name.text)\" is no name for \(what)", at: name.span,
      help: withColon(name).map { ["if a colon is missing, write: \($0)"] }
        ?? withPlainBlank(name.text).map { ["put a plain space behind the colon: \($0)"] }
        ?? ["a name has letters, digits and \"_\", no digit first"] + spelt(name.text))
    return false
  }

  /// How a text could be written as a name, with "_" for what may not stand in one; nothing where no name is left.
  private func spelt(_ text: String) -> [String] {
    var name = ""
    for byte in text.utf8 {
      let isPart = byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x5f
      if isPart { name.append(Character(.init(byte))) } else if name.last != "_" { name += "_" }
    }
    if name.utf8.first.map({ $0 &- 0x30 < 10 }) == true { name = "_" + name }
    return Names.isName(name) && name.contains { $0 != "_" } ? ["write \"\(name)\""] : []
  }

  /// Reports a name that would be hidden where a condition speaks of the value it is about.
  mutating func isTakenByConditions(_ name: Name, of what: String) -> Bool {
    guard name.text == "it" else { return false }
    report(
      .reservedName, "\"it\" is the value that a condition is about, and no name for \(what)",
      at: name.span, help: ["choose another name, such as \"item\""])
    return true
  }

  /// Whether a script or a body may bind the name. In a script a local that hides a part of the
  /// model is refused, for there an expectation of the part would be compared with itself; in a
  /// body it is for `check` to warn of.
  mutating func checkLocal(_ name: Name, of what: String) {
    guard checkName(name, of: "a local"), !isTakenByConditions(name, of: what) else { return }
    guard place.isScript || place == .row || place == .outcome else { return }
    let symbol = symbols[name.text]
    guard symbol != nil || name.text == "now" else { return }
    report(
      .shadowedName,
      "\(what) binds \"\(name.text)\", which is \(symbol?.kind.noun ?? "the virtual time")",
      at: name.span,
      help: ["choose another name, such as \"\(name.text)_\""],
      related: symbol.map { [.init($0.span, "it is defined here")] } ?? [])
  }

  /// Names for `let`, `for` and `each`. Those of a `let` are in sight at once, for its next entries
  /// and the steps behind it. Where they are not new, as in all rows but the first, they have been
  /// checked.
  mutating func bindings(
    _ id: ID, of what: String, as meaning: Locals.Meaning? = nil, isNew: Bool = true
  ) -> [Datum.Entry] {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .map else {
      reportType(what, takes: "a map of names", id)
      return []
    }
    let entries = entries(of: target, as: meaning)
    if isNew { for entry in entries { checkLocal(entry.key, of: what) } }
    if entries.isEmpty { report(.missingValue, "\(what) names nothing", at: span(id)) }
    return entries
  }

  /// What a `let` binds, or gives, each with its number in the frame.
  mutating func definitions(
    _ id: ID, of what: String, as meaning: Locals.Meaning = .value
  ) -> [ControlVerb.Definition] {
    let first = locals.depth
    return bindings(id, of: what, as: meaning).enumerated().map { index, entry in
      ControlVerb.Definition(NumberedName(entry.key, first + index), entry.value)
    }
  }

  // MARK: Names that are used

  /// The place of a path's root.
  func rootSpan(_ path: Path) -> SourceSpan {
    let node = path.span
    guard !path.properties.isEmpty || !path.tail.isEmpty, node.file == document.file else {
      return node
    }
    // Behind a quote it stands as it is, unless an escape is in it.
    let written = document.source.bytes[Int(node.start)..<Int(node.end)]
    let text = [0x22, 0x27].contains(written.first) ? written.dropFirst() : written
    guard text.starts(with: path.root.utf8) else { return node }
    return SourceSpan(
      file: node.file, start: text.startIndex, end: text.startIndex + path.root.utf8.count)
  }

  mutating func reportUnknownPath(_ path: Path, among names: [String], help: [String] = []) {
    let near = nearest(to: path.root, among: names)
    report(
      .unknownName, "unknown name \"\(path.root)\"", at: rootSpan(path),
      help: near.map { ["did you mean \"\($0)\"?"] }
        ?? (help.isEmpty ? aboutParcel(path.root) : help))
  }

  /// A path that `set` or `given` may write.
  mutating func checkWritable(_ path: Path, isGiven: Bool = false) {
    if path.actor != nil {
      return report(
        .cannotSet, "the state of an actor that is already at work cannot be set",
        at: rootSpan(path), help: ["tell it a message"])
    }
    guard let symbol = symbols[path.root] else {
      if locals.contains(path.root) || path.root == "now" {
        report(
          .cannotSet,
          path.root == "now"
            ? "\"now\" is the virtual time and cannot be set"
            : "\"\(path.root)\" is a local name and cannot be set", at: rootSpan(path),
          help: path.root == "now" ? ["write: advance: 1s"] : [])
      } else {
        reportUnknownPath(
          path, among: known(isGiven ? [.input, .reactor, .store, .actor, .service] : [.input]),
          help: place == .reactor ? ["a reactor's state is changed by: mutation"] : [])
      }
      return
    }
    let cure: String?
    switch symbol.kind {
    case .input: return
    case .reactor where place == .reactor && path.root == owner:
      cure = "a reactor's state is changed by: mutation"
    case .reactor:
      if !isGiven { mention(Name(path.root, at: rootSpan(path)), .stubbed(isWritten: true)) }
      return
    case .store where place == .middleware && path.root == owner:
      cure = "a store's state is changed by its reducers: dispatch an action"
    case .actor where isGiven:
      return mention(Name(path.root, at: rootSpan(path)), .single(isCrashed: false))
    case .store, .service, .actor:
      if isGiven { return }
      let own =
        switch symbol.kind {
        case .store: "dispatch an action"
        case .actor: "tell it a message"
        case .input, .derived, .computation, .child, .reactor, .service: "call one of its methods"
        }
      cure = "\(own), or begin with: given: {\(path.text): …}"
    case .derived:
      cure = beginning(of: path.root) ?? "set what its formula reads"
    case .computation, .child: cure = nil
    }
    report(
      .cannotSet,
      symbol.kind == .derived
        ? "\"\(path.root)\" is a derived cell and cannot be set"
        : "\"\(path.root)\" is \(symbol.kind.noun) and cannot be set", at: rootSpan(path),
      help: cure.map { [$0] } ?? [], related: [.init(symbol.span, "it is defined here")])
  }

  /// How to write a cell that only begins with what its formula gives, for one that reads nothing.
  private func beginning(of cell: String) -> String? {
    guard let formula = symbols.constant(cell) else { return nil }
    let text = formula.utf8.count <= 60 ? FormulaText.yaml("= \(formula)") : "= …"
    return "its formula reads nothing; a cell that begins with it is written: "
      + "\(cell): {value: \(text)}"
  }

  /// A path that an expectation may name.
  mutating func checkReadable(_ path: Path) {
    if path.actor != nil || symbols[path.root] != nil || path.root == "now" { return }
    guard locals.contains(path.root) else {
      let locals = problems.isHelpWanted ? locals.readable + ["now"] : []
      return reportUnknownPath(path, among: locals + known(ScenarioReader.readable))
    }
    guard let giver = locals.giver(path.root) else { return }
    report(
      .wrongKind,
      "\"\(path.root)\" is given by \"\(giver.rawValue)\", and an expectation begins in the model",
      at: rootSpan(path),
      help: [
        "name the part that is to have the value: expect: {part: = \(path.text)}",
        "or compare values with each other: assert: \(path.text) == …",
      ])
  }

  mutating func checkCell(_ path: Path, for verb: String) {
    let isDepend = verb == "depend"
    guard let symbol = symbols[path.root] else {
      if isDepend, path.root == "now" { return }
      return reportUnknownPath(
        path, among: known(isDepend ? [.input, .derived, .reactor, .store] : [.input, .derived]))
    }
    useProperties(reading: path)
    switch symbol.kind {
    case .input, .derived: return
    case .reactor, .store:
      if isDepend { return }
    case .computation, .child, .actor, .service: break
    }
    report(
      .wrongKind,
      "\"\(verb)\" takes a cell\(isDepend ? " or a state" : ""), and \"\(path.root)\" is "
        + symbol.kind.noun,
      at: rootSpan(path), related: [.init(symbol.span, "it is defined here")])
  }

  /// The number of a computation; nil where it is none, which has been reported.
  mutating func computation(_ name: Name, for verb: String) -> NumberedName? {
    let mayBeActor = verb == "stop" && symbols.hasActors
    guard let symbol = symbols[name.text] else {
      let kinds: [Symbols.Kind] = [.computation, .child] + (verb == "stop" ? [.actor] : [])
      let near = nearest(to: name.text, among: known(kinds))
      report(
        .unknownName, "unknown computation\(mayBeActor ? " or actor" : "") \"\(name.text)\"",
        at: name.span,
        help: near.map { ["did you mean \"\($0)\"?"] } ?? [])
      return nil
    }
    switch symbol.kind {
    case .computation, .child: return NumberedName(name, symbol.number)
    case .input, .derived, .reactor, .store, .actor, .service:
      report(
        .wrongKind,
        "\"\(verb)\" takes a computation\(mayBeActor ? " or an actor" : ""), "
          + "and \"\(name.text)\" is \(symbol.kind.noun)",
        at: name.span, related: [.init(symbol.span, "it is defined here")])
      return nil
    }
  }
}

extension ScenarioReader {
  private var sight: NameScope.Sight {
    place == .row ? .none : place == .outcome || place.isScript ? .outcomes : .values
  }

  /// What names stand for where the reader is.
  var scope: NameScope { NameScope(locals: locals, symbols: symbols, sight: sight) }

  /// What a name stands for where the reader is; nil for what means nothing there.
  func slot(of name: String) -> Slot? { NameScope.slot(of: name, locals, symbols, sight) }
}

extension Formula {
  /// Whether a name stands alone on a side of `==` or `!=`.
  fileprivate func isCompared(_ reference: Reference) -> Bool {
    guard reference.selections.isEmpty else { return false }
    let bytes = Array(text.utf8)
    let range = reference.nameRange
    func isSign(_ part: some BidirectionalCollection<UInt8>) -> Bool {
      let sign = String(decoding: part, as: UTF8.self)
      return sign == "==" || sign == "!="
    }
    let before = bytes[..<range.lowerBound].reversed().drop { $0 <= 0x20 }.prefix(2)
    let behind = bytes[range.upperBound...].drop { $0 <= 0x20 }.prefix(2)
    return isSign(before.reversed()) || isSign(behind)
  }
}
