import CEL
import Scenarios
import Values

/// Reads the nodes of one document into the scenario model. Whatever is wrong is reported and
/// reading goes on, with a stand-in where one is needed.
struct ScenarioReader {
  typealias ID = YAMLDocument.ID
  typealias Place = StepPlace

  /// That of the file, or of one that holds rows, while these are read.
  private(set) var document: YAMLDocument
  let symbols: Symbols
  var problems: Problems
  /// The aliases through which the node at hand is reached, outermost first.
  var aliases: [SourceSpan] = []
  /// The local names in sight, innermost last.
  var locals = Locals()
  /// Whether texts that begin with `=` are formulas. They are not in plain documents.
  var readsFormulas = true
  /// What may stand where the reader is.
  var place = Place.model
  /// Whether that is done later than the step of the script which holds it: by a body, no more by
  /// the script.
  var isLater = false
  /// Whether the script itself does the steps at hand: what `as` binds there is a promise, or stands
  /// for the state of an actor, where a body binds the answer or a reference.
  var isScript: Bool { place.isScript && !isLater }

  /// The name of the reactor, store, actor or service that is read.
  var owner = ""
  /// What the state of that actor begins with; nil where it has none.
  var heldState: ID? { didSet { heldNames = nil } }
  /// The names that it has then; found once one of them is asked for.
  var heldNames: TextSet?
  /// What the file says of exploration, where it has been read.
  var exploration: Exploration?
  /// The name of the parcel that is read.
  var parcel: String?
  /// The timers whose steps are read, which are not in sight there.
  var ticking: [String] = []
  /// What is to be looked up when all parts have been read.
  var mentions: [Mention] = []
  /// The properties that are named, to be looked up then too.
  var properties: [PropertyUse] = []
  /// Where the value stands that `it` means in the expectation that is read; nil where that is not known.
  var candidate: Candidate?
  /// The cell whose value or formula is read.
  var cell: String?
  /// The path whose expected value is read.
  var comparedWith: String?
  /// The reactors that some step stubs.
  var stubs: TextSet = []
  /// The channels that some step emits to by name.
  var channels: TextSet = []
  /// The parts of which some key was refused.
  var unsure: TextSet = []
  /// How many formulas have been read, and how long they are.
  var formulasRead = (count: 0, bytes: 0)
  /// The files that hold rows.
  var rowFiles = RowFiles()
  /// Asked now and then whether to go no further.
  var isInterrupted: () -> Bool = { false }
  /// Whether that was answered with yes: then formulas are no longer read.
  var isCutShort = false

  /// Whose property something is, and which.
  typealias Candidate = (subject: PropertyUse.Subject, place: [String])

  init(_ document: YAMLDocument, symbols: Symbols, problems: Problems) {
    self.document = document
    self.symbols = symbols
    self.problems = problems
  }

  /// Reads in another document, then returns to this one.
  mutating func within<Result>(
    _ other: YAMLDocument, _ body: (inout ScenarioReader) -> Result
  ) -> Result {
    let before = (document, aliases, properties)
    (document, aliases) = (other, [])
    // What rows name is looked up nowhere: no part of the model is in sight there.
    defer { (document, aliases, properties) = before }
    return body(&self)
  }

  // MARK: Nodes

  /// The node itself; for an alias what it names, with the place of the alias kept for reports.
  mutating func enter(_ id: ID) -> ID {
    let node = document[id]
    guard node.kind == .alias else { return id }
    aliases.append(document.span(id))
    return node.first
  }

  mutating func leave(_ id: ID) {
    if document[id].kind == .alias { aliases.removeLast() }
  }

  func kind(_ id: ID) -> YAMLDocument.Node.Kind { document[document.target(id)].kind }

  func span(_ id: ID) -> SourceSpan { document.span(document.target(id)) }

  func text(_ id: ID) -> String { document.text(document.target(id)) }

  func name(_ id: ID) -> Name { Name(text(id), at: span(id)) }

  /// Whether it is a key of such a map, and which.
  func key<Key: MapKey>(_ id: ID, of _: Key.Type) -> Key? {
    document.key(id, of: Key.self)
  }

  /// Whether it is a key of a step, and which.
  func stepKey(_ id: ID) -> StepKey? {
    document.withText(document.target(id), Grammar.shared.stepKey)
  }

  /// Whether it is a scalar without any text, written plain: nothing stands there.
  func isEmpty(_ id: ID) -> Bool {
    let node = document[document.target(id)]
    return node.kind == .scalar && node.count == 0 && node.style == .plain
  }

  /// The same, or nothing in words: `~`, `null`.
  func isNothing(_ id: ID) -> Bool {
    document.plainReading(id) == .null
  }

  /// `a map`, `a list`, `nothing`, `"text"`.
  func described(_ id: ID) -> String {
    switch kind(id) {
    case .map: "a map"
    case .list: "a list"
    case .scalar, .alias: isEmpty(id) ? "nothing" : "\"\(text(id).prefix(60))\""
    }
  }

  // MARK: Reports

  mutating func report(
    _ code: ProblemCode, _ message: String, at span: SourceSpan, help: [String] = [],
    related: [Diagnostic.Related] = []
  ) {
    var related = related
    if let alias = aliases.last { related.append(.init(alias, "it is used here")) }
    problems.error(code, message, at: span, help: help, related: related)
  }

  /// A name that stands again, where one that stands once was to be.
  mutating func reportAgain(_ message: String, at span: SourceSpan, first: SourceSpan) {
    report(.duplicateName, message, at: span, related: [.init(first, "the first is here")])
  }

  mutating func reportType(_ what: String, takes wanted: String, _ id: ID, help: [String] = []) {
    report(.wrongType, "\(what) takes \(wanted), not \(described(id))", at: span(id), help: help)
  }

  // MARK: Lists and maps

  /// What a scalar in the place of a list could be as an element of it.
  enum LoneScalar {
    case element
    /// A name, if it is one.
    case name
    /// One of these words.
    case word([String])
    /// The value of this key in a map.
    case value(of: String)
    /// A verb that takes nothing.
    case step
    /// Elements are maps.
    case nothing
  }

  /// The elements of a list; anything else is reported.
  mutating func elements(
    _ id: ID, of what: String, _ wanted: String, instead: String? = nil,
    scalar: LoneScalar = .element
  ) -> ArraySlice<ID> {
    let target = document.target(id)
    guard document[target].kind == .list else {
      reportType(
        what, takes: wanted, id,
        help: document[target].kind == .map
          ? ["\(instead ?? "put it in brackets: [{…}]")"]
          : isNothing(target) ? [] : cure(forLone: target, scalar, in: what))
      return []
    }
    return document.elements(target)
  }

  private mutating func cure(
    forLone id: ID, _ scalar: LoneScalar, in what: String
  ) -> [String] {
    switch scalar {
    case .element: return ["write: \(inList(id))"]
    case .name: return Names.isName(text(id)) ? ["write: \(inList(id))"] : []
    case .word(let words):
      return nearest(to: text(id), among: words).map { ["write: [\($0)]"] } ?? []
    case .value(let key): return ["write: \(inList(id, under: key))"]
    case .nothing: return []
    case .step:
      if isFalse(id) { return ["write: [], or leave \(what) out"] }
      guard case .verb(let verb)? = stepKey(id), verb.form.bare != nil else { return [] }
      return ["write: [\(text(id))]"]
    }
  }

  /// The entries of a map, in turn; anything else is reported.
  mutating func entries(_ id: ID, of what: String, _ wanted: String) -> YAMLDocument.Entries {
    let target = document.target(id)
    guard document[target].kind == .map else {
      reportType(what, takes: wanted, id, help: colonHelp(target))
      return YAMLDocument.Entries([])
    }
    return document.entries(target)
  }

  /// For a text that would be an entry of a map, were there a space behind its colon, or none of it
  /// taken for a comment.
  private func colonHelp(_ id: ID) -> [String] {
    guard document[id].kind == .scalar, document[id].style == .plain else { return [] }
    let key = document.source.bytes.withUnsafeBufferPointer { bytes in
      let lines = FormulaQuoting(bytes: bytes)
      return lines.commentedKey(at: Int(document[id].start)).map { lines.quoted($0.key) }
    }
    if let key { return ["a blank and \"#\" begin a comment; to make a key of it, write: \(key)"] }
    if let plain = withPlainBlank(document.text(id)) {
      return ["put a plain space behind the colon: \(plain)"]
    }
    let parts = document.text(id).split(separator: ":", maxSplits: 1)
    guard parts.count == 2, parts[1].first != " ", parts[0].utf8.count < 40 else { return [] }
    return ["put a space behind the colon: \(parts[0]): \(parts[1].prefix(40))"]
  }

  /// The known entries of such a map. Unknown keys are reported, `x-` keys dropped, and keys that
  /// cannot be missing are reported where they are, but for one that is not needed here.
  mutating func entries<Key: MapKey>(
    _ id: ID, as _: Key.Type, excusing excused: Key? = nil,
    help: (_ missing: Key) -> [String] = { _ in [] }
  ) -> [(word: Key, key: ID, value: ID)] {
    var entries: [(word: Key, key: ID, value: ID)] = []
    let all = self.entries(id, of: Key.mapName.subject, "a map")
    let keys = Key.keys
    entries.reserveCapacity(all.count)
    var neighbors = Neighbors(all)
    for (key, value) in all {
      if let word = document.withText(document.target(key), keys.find) {
        entries.append((word, key, value))
      } else {
        refuse(key, value, in: Key.mapName, besides: &neighbors)
      }
    }
    for key in Key.needed where key != excused && !entries.contains(where: { $0.word == key }) {
      let target = document.target(id)
      // Where another stands in the place of the only key, that has been told.
      guard document[target].kind == .map, all.isEmpty || Key.allCases.count > 1 else { break }
      let lines = help(key)
      reportMissing(
        key.word, in: target, Key.mapName, help: lines.isEmpty ? key.declaration.cure : lines)
    }
    return entries
  }

  /// The names that there are, where a name is unknown and none of them is near.
  func offer(_ names: [String], section: String) -> [String] {
    guard problems.isHelpWanted else { return [] }
    if names.isEmpty {
      // One that has been refused is in the file all the same.
      return problems.hidden.isEmpty ? ["the file has none; they stand under \"\(section)\""] : []
    }
    let shown = names.prefix(8).joined(separator: ", ")
    return ["there \(names.count == 1 ? "is" : "are"): \(shown)\(names.count > 8 ? ", …" : "")"]
  }

  // MARK: Scalars

  /// A text as written, whatever it looks like.
  mutating func text(_ id: ID, of what: String) -> String {
    guard kind(id) == .scalar, !isNothing(id) else {
      reportNoText(id, of: what)
      return ""
    }
    return text(id)
  }

  /// A text in which there is something.
  mutating func filledText(_ id: ID, of what: String) -> String? {
    guard kind(id) == .scalar, !text(id).isEmpty, !isNothing(id) else {
      reportNoText(id, of: what)
      return nil
    }
    return text(id)
  }

  mutating func reportNoText(_ id: ID, of what: String, takes wanted: String = "a text") {
    let mayBeText = isNothing(id) && !isEmpty(id)
    reportType(
      what, takes: wanted, id,
      help: mayBeText ? ["quote it to make it a text: \"\(text(id))\""] : [])
  }

  mutating func texts(_ id: ID, of what: String) -> [String] {
    let target = enter(id)
    defer { leave(id) }
    var texts: [String] = []
    for element in elements(target, of: what, "a list of texts") {
      texts.append(text(element, of: what))
    }
    return texts
  }

  mutating func bool(_ id: ID, of what: String) -> Bool {
    if case .bool(let bool)? = document.plainReading(id) { return bool }
    reportType(what, takes: "true or false", id, help: unquoted(document.target(id)))
    return false
  }

  /// Whether it is a plain `false`, by which a key says what it says where it is left out.
  func isFalse(_ id: ID) -> Bool {
    document.plainReading(id) == .bool(false)
  }

  /// For a number, or true or false, in quotes.
  private func unquoted(_ id: ID) -> [String] {
    guard document[id].kind == .scalar, document[id].style != .plain else { return [] }
    switch document.withText(id, CoreSchema.read) {
    case .bool, .int: return ["write it without quotes: \(text(id))"]
    case .null, .double, .text, .ambiguous, .outOfRange: return []
    }
  }

  mutating func int(_ id: ID, of what: String, in range: ClosedRange<Int64>) -> Int64? {
    guard case .int(let int)? = document.plainReading(id) else {
      reportType(what, takes: "a whole number", id, help: unquoted(document.target(id)))
      return nil
    }
    guard range.contains(int) else {
      let limits =
        range.upperBound == .max
        ? "at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      report(.outOfRange, "\(what) must be \(limits)", at: span(id))
      return nil
    }
    return int
  }

  /// One word of several.
  mutating func choice<Choice>(
    _ id: ID, of what: String, _: Choice.Type, help: String? = nil
  ) -> Choice?
  where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
    let text = kind(id) == .scalar ? text(id) : ""
    if let choice = Choice(rawValue: text) { return choice }
    let all = Choice.allCases.map(\.rawValue)
    let near = text.isEmpty ? nil : nearest(to: text, among: all)
    reportType(
      what, takes: all.alternatives, id,
      help: near.map { ["did you mean \"\($0)\"?"] } ?? help.map { [$0] } ?? [])
    return nil
  }
}
