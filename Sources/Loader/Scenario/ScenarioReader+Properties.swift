import CEL
import Scenarios
import Values

/// Which properties of which values a file names. What these values are is known when all parts
/// have been read.
extension ScenarioReader {
  /// The state that the part at hand has for its own bodies and reducers.
  var ownState: PropertyUse.Subject { parcel.map { .parcel($0) } ?? .own(owner) }

  /// What a formula selects from a name.
  mutating func useProperties(_ reference: Reference, of formula: Formula) {
    guard !reference.selections.isEmpty else { return }
    if reference.name == "it", locals.slot("it") == .it {
      guard let candidate else { return }
      use(candidate.subject, .formula(formula, reference, at: candidate.place), nil, isRead: true)
    } else if let subject = subject(of: reference) {
      use(subject, .formula(formula, reference, at: []), nil, isRead: true)
    }
  }

  private func subject(of reference: Reference) -> PropertyUse.Subject? {
    if !reference.isAbsolute, locals.contains(reference.name) {
      return locals.subject(reference.name)
    }
    return recordKind(reference.name) ? .part(reference.name) : nil
  }

  /// Whether a name of the model stands for a value that the file gives a beginning.
  private func recordKind(_ name: String) -> Bool {
    switch symbols[name]?.kind {
    case .input, .reactor, .store, .actor, .service: true
    case .derived, .computation, .child, nil: false
    }
  }

  /// A path that is read, and what is expected there.
  mutating func useProperties(reading path: Path, _ data: ID? = nil) {
    // What stands behind a formula is looked at when it runs.
    let data = path.tail.isEmpty ? data : nil
    if let subject = subject(of: path) { use(subject, .path(path), data, isRead: true) }
  }

  private func subject(of path: Path) -> PropertyUse.Subject? {
    if let actor = path.actor {
      guard actor.kind != nil else { return nil }
      return path.root.split(separator: "#").first.map { .own(String($0)) }
    }
    if locals.contains(path.root) { return locals.subject(path.root) }
    return recordKind(path.root) ? .part(path.root) : nil
  }

  /// What is expected to stand at a path. What stands in a map or a list of it is about other values.
  mutating func datum(_ id: ID, expectedAt path: Path) -> Datum {
    if kind(id) == .scalar, path.tail.isEmpty, let subject = subject(of: path) {
      candidate = (subject, path.properties)
    }
    comparedWith = path.text
    defer { (candidate, comparedWith) = (nil, nil) }
    return datum(id)
  }

  /// A path of the world that is written. `given` writes what a reactor begins with, before any
  /// transform.
  mutating func useProperties(writing path: Path, _ data: ID, isGiven: Bool) {
    guard recordKind(path.root) else { return }
    let data = path.tail.isEmpty ? data : nil
    use(isGiven ? .own(path.root) : .part(path.root), .path(path), data, isRead: false)
  }

  /// A path of the own state that is written.
  mutating func useProperties(writingOwn path: Path, _ data: ID) {
    use(ownState, .ownPath(path), path.tail.isEmpty ? data : nil, isRead: false)
  }

  /// The properties of the record at hand that one of its keys names. What lies within one of them has no name there.
  mutating func propertyNames(
    _ id: ID, of keyword: String, in part: PropertyUse.Subject, startingAs record: Datum
  ) -> [Name] {
    let names = names(id, of: "\"\(keyword)\"", "a list of properties").filter { name in
      guard let end = name.text.firstIndex(where: { $0 == "." || $0 == "[" }),
        !record.hasProperty(name.text)
      else { return true }
      report(
        .badPath, "\"\(keyword)\" names the properties of the record itself, and this is a path",
        at: name.span,
        help: end == name.text.startIndex
          ? [] : ["name the property in which it lies: \(name.text[..<end])"])
      return false
    }
    for name in names { use(part, .name(name), nil, isRead: false) }
    return names
  }

  /// The states in a list of those that a reactor emitted.
  mutating func useStates(_ id: ID, of reactor: String) {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .list else { return }
    for element in document.elements(target) {
      use(.part(reactor), .none, element, isRead: true)
    }
  }

  private mutating func use(
    _ subject: PropertyUse.Subject, _ text: PropertyUse.Text, _ data: ID?, isRead: Bool
  ) {
    let map = data.flatMap { kind($0) == .map ? $0 : nil }
    let use = PropertyUse(
      subject: subject, text: text, data: map, isRead: isRead, alias: aliases.last)
    if map != nil || !use.names.isEmpty { properties.append(use) }
  }

  /// Whether the key `open` may stand beside such a value, and what it says.
  mutating func open(_ id: ID, beside value: Datum?) -> Bool {
    guard bool(id, of: "\"open\"") else { return false }
    switch value?.content {
    case .value(.map), .value(.null), .map, .formula, .placeholder, .condition, nil: break
    case .value, .list:
      report(
        .wrongType, "\"open\" lets a record have other properties, and this is no record",
        at: span(id))
    }
    return true
  }
}

extension Datum {
  /// Whether it is a map with that key.
  fileprivate func hasProperty(_ name: String) -> Bool {
    switch content {
    case .map(let entries): entries.contains { $0.key.text == name }
    case .value(.map(let map)): map[.string(name)] != nil
    case .value, .formula, .placeholder, .condition, .list: false
    }
  }
}
