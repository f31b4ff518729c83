import Scenarios
import Values

extension ScenarioReader {
  /// Adds the names of the parts and autoruns of a file to the model's.
  mutating func define(_ sections: FileSections) {
    for (section, value) in sections.parts { section.define(&self, value) }
    if let procedures = sections[.procedures] {
      names(in: procedures) { reader, name, _ in reader.define(procedure: name) }
    }
    guard mentionsAutorun else { return }
    for section in sections.withSteps { defineAutoruns(section) }
  }

  /// The names of a section of parts of one kind.
  mutating func define(_ section: ID, _ kind: Symbols.Kind) {
    names(in: section) { reader, name, _ in reader.define(name, kind) }
  }

  mutating func defineCells(_ section: ID) {
    names(in: section) { reader, name, value in
      reader.define(name, reader.isDerived(value) ? .derived : .input)
    }
  }

  mutating func defineParcels(_ section: ID) {
    names(in: section) { reader, name, _ in reader.define(parcel: name) }
  }

  mutating func defineServices(_ section: ID) {
    names(in: section) { reader, name, value in
      reader.define(name, .service)
      reader.defineProvided(value, by: name.text)
      reader.symbols.define(reader.names(ServiceKey.methods, in: value), .method, of: name.text)
    }
  }

  mutating func defineReactors(_ section: ID) {
    names(in: section) { reader, name, value in
      reader.define(name, .reactor)
      let mutations = reader.names(ReactorKey.reduce, in: value)
      reader.symbols.define(mutations, .mutation, of: name.text)
      // Without bodies actions are mutations.
      let hasBodies = reader.document.value(of: ReactorKey.mutate, in: value) != nil
      let actions = hasBodies ? reader.names(ReactorKey.mutate, in: value) : mutations
      reader.symbols.define(actions, .action, of: name.text)
    }
  }

  mutating func defineActors(_ section: ID) {
    names(in: section) { reader, name, value in
      reader.define(name, .actor)
      let hasFirst = reader.document.value(of: ActorKey.on, in: value) != nil
      let first = hasFirst ? [ActorKey.on.rawValue] : []
      let others = reader.names(ActorKey.behaviors, in: value)
      reader.symbols.define(first + others, .behavior, of: name.text)
    }
  }

  /// The keys of the map behind a key of a part.
  private func names<Key: MapKey>(_ key: Key, in part: ID) -> [String] {
    guard let map = document.value(of: key, in: part).map(document.target),
      document[map].kind == .map
    else { return [] }
    return document.entries(map).map { text($0.key) }
  }

  /// The names of a section, with what they stand for.
  private mutating func names(
    in section: ID, _ body: (inout ScenarioReader, Name, ID) -> Void
  ) {
    let target = enter(section)
    defer { leave(section) }
    guard document[target].kind == .map else {
      if !isEmpty(target) { problems.hideNames(of: document.file) }
      return
    }
    for (key, value) in document.entries(target) {
      let key = document.target(key)
      if document[key].style == .plain, document.withText(key, { $0.first == 0x3d }) { continue }
      body(&self, name(key), value)
    }
  }

  private mutating func define(
    _ name: Name, _ kind: Symbols.Kind
  ) {
    guard checkName(name, of: kind.noun) else { return }
    if name.text == "now" {
      return report(
        .reservedName, "\"now\" is the virtual time and no name for \(kind.noun)", at: name.span)
    }
    if isTakenByConditions(name, of: kind.noun) { return }
    guard let earlier = symbols.define(name.text, kind, at: name.span) else { return }
    reportAgain(
      "the name \"\(name.text)\" is defined twice", at: name.span, first: earlier.span)
  }

  private mutating func define(parcel name: Name) {
    define(name, "parcel") { $0.define(parcel: $1, at: $2) }
  }

  private mutating func define(procedure name: Name) {
    define(name, "procedure") { $0.define(procedure: $1, at: $2) }
  }

  /// A name in a space of its own; `add` gives the place of an earlier one.
  private mutating func define(
    _ name: Name, _ noun: String, _ add: (Symbols, String, SourceSpan) -> SourceSpan?
  ) {
    guard checkName(name, of: "a \(noun)"), let earlier = add(symbols, name.text, name.span) else {
      return
    }
    reportAgain("the \(noun) \"\(name.text)\" is defined twice", at: name.span, first: earlier)
  }

  /// The names that a service can be called under besides its own.
  private mutating func defineProvided(
    _ service: ID, by owner: String
  ) {
    let target = document.target(service)
    guard document[target].kind == .map else { return }
    for (key, value) in document.entries(target)
    where self.key(key, of: ServiceKey.self) == .provides {
      let list = document.target(value)
      guard document[list].kind == .list else { continue }
      for element in document.elements(list) where kind(element) == .scalar && !isEmpty(element) {
        let name = name(element)
        guard checkName(name, of: "a service"), name.text != owner,
          let earlier = symbols.provide(name.text, by: owner, at: name.span)
        else { continue }
        reportAgain("two services provide \"\(name.text)\"", at: name.span, first: earlier)
      }
    }
  }

  /// Whether a cell is a formula as a whole.
  private func isDerived(_ cell: ID) -> Bool {
    let target = document.target(cell)
    if document[target].kind == .scalar { return document.withText(target) { $0.first == 0x3d } }
    return document.value(of: CellKey.formula, in: target) != nil
  }

  // MARK: Autoruns

  private var mentionsAutorun: Bool {
    document.nodes.indices.contains { index in
      let node = document.nodes[index]
      return node.kind == .scalar && node.count == 7
        && document.withText(ID(index)) { $0.elementsEqual("autorun".utf8) }
    }
  }

  /// Finds the autoruns below a node. No deeper than a document is.
  private mutating func defineAutoruns(_ id: ID) {
    let target = enter(id)
    defer { leave(id) }
    switch document[target].kind {
    case .list:
      for element in document.elements(target) { defineAutoruns(element) }
    case .map:
      for (key, value) in document.entries(target) {
        if case .verb(let verb)? = stepKey(key), verb.word == Word(ComputationWord.autorun) {
          defineAutorun(value)
        }
        defineAutoruns(value)
      }
    case .scalar, .alias: break
    }
  }

  private mutating func defineAutorun(_ id: ID) {
    let target = document.target(id)
    guard document[target].kind == .map else { return }
    for (key, value) in document.entries(target)
    where self.key(key, of: AutorunKey.self) == .name && kind(value) == .scalar && !isEmpty(value) {
      define(name(value), .child)
    }
  }
}
