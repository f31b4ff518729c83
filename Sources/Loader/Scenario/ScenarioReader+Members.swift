import Scenarios
import Values

/// Maps and lists of names that the file's author chose.
extension ScenarioReader {
  /// Reads a map of names and what they stand for. Nothing at all is an empty map.
  /// - Parameter map: What the members are, where each is a map of known keys.
  mutating func members<Member>(
    _ id: ID, of what: String, _ wanted: String, as map: MapName? = nil,
    _ read: (inout ScenarioReader, Name, ID) -> Member?
  ) -> [Member] {
    let target = enter(id)
    defer { leave(id) }
    guard !isEmpty(target) else { return [] }
    let all = entries(target, of: what, wanted)
    var members: [Member] = []
    members.reserveCapacity(all.count)
    let strays = map.map { self.strays(among: all, of: $0) } ?? [:]
    for (index, (key, value)) in all.enumerated() {
      if refuseFormulaKey(key) { continue }
      if let map, let owner = strays[index] {
        unsure.insert(text(key))
        if strays[index - 1] == owner, strays[index - 2] != owner {
          refuse(stray: key, of: map, below: owner)
        }
        noteUnread(value, as: nil)
        continue
      }
      if let member = read(&self, name(key), value) { members.append(member) }
    }
    return members
  }

  /// Members in which nothing stands, and what stands behind each at the depth of its name and
  /// belongs into it: their places among the entries, with the key of that member.
  private func strays(among entries: YAMLDocument.Entries, of map: MapName) -> [Int: ID] {
    var strays: [Int: ID] = [:]
    var last: (index: Int, key: ID)?
    for (index, (key, value)) in entries.enumerated() {
      if isEmpty(value) {
        last = (index, key)
      } else if let owner = last, isStray(key, value, of: map) {
        strays[owner.index] = owner.key
        strays[index] = owner.key
      } else {
        last = nil
      }
    }
    return strays
  }

  /// Whether it is a key of such a map, and no member that has that name.
  private func isStray(_ key: ID, _ value: ID, of map: MapName) -> Bool {
    let target = document.target(value)
    return map.words.contains(text(key))
      && !(document[target].kind == .map
        && document.entries(target).contains { map.words.contains(text($0.key)) })
  }

  private mutating func refuse(stray key: ID, of map: MapName, below owner: ID) {
    report(
      .misplaced, "\"\(text(key))\" belongs \(map.place), and stands at the depth of its name",
      at: span(key), help: ["indent it below \"\(text(owner))\""])
  }

  /// Reads a list; `instead` is the cure for a map in its place.
  mutating func list<Element>(
    _ id: ID, of what: String, _ wanted: String, instead: String? = nil,
    scalar: LoneScalar = .element,
    _ read: (inout ScenarioReader, ID) -> Element?
  ) -> [Element] {
    let target = enter(id)
    defer { leave(id) }
    var all: [Element] = []
    for element in elements(target, of: what, wanted, instead: instead, scalar: scalar) {
      if let read = read(&self, element) { all.append(read) }
    }
    return all
  }

  /// A list of names, none of them twice.
  mutating func names(_ id: ID, of what: String, _ wanted: String) -> [Name] {
    var seen: TextTable<SourceSpan> = [:]
    return list(id, of: what, wanted, scalar: .name) { reader, element in
      guard let text = reader.filledText(element, of: what) else { return nil }
      let name = reader.name(element)
      guard let earlier = seen.keepFirst(name.span, forKey: text) else { return name }
      reader.reportAgain("\"\(text)\" stands twice", at: name.span, first: earlier)
      return nil
    }
  }

  /// From the name of a part to the end of what it stands for.
  func whole(_ name: Name, _ target: ID) -> SourceSpan {
    name.span.file == document.file && name.span.start <= document[target].start
      ? name.span.through(document.span(target)) : name.span
  }

  /// The known entries of a part; where others are refused, it may have names that are not known.
  mutating func entries<Key: MapKey>(
    _ id: ID, as keys: Key.Type, of part: Name
  ) -> [(word: Key, key: ID, value: ID)] {
    let total = problems.total
    defer { if problems.total > total { unsure.insert(part.text) } }
    return entries(id, as: keys)
  }

  /// The only entry of a map; anything else is reported, with what should stand there.
  mutating func single(
    _ id: ID, of what: String, _ wanted: String, _ example: String, keyMayBeFormula: Bool = false
  ) -> (key: ID, value: ID)? {
    let target = document.target(id)
    let help = ["write: \(example)"]
    guard document[target].kind == .map else {
      reportType(what, takes: wanted, id, help: help)
      return nil
    }
    let all = document.entries(target)
    guard all.count == 1, let (key, value) = all.first else {
      report(
        .wrongType,
        "\(what) takes \(wanted), and this has \(all.isEmpty ? "none" : "\(all.count) keys")",
        at: all.count > 1 ? span(all[1].key) : document.span(target),
        help: cure(forSecond: all.dropFirst().first?.key, in: what).map { [$0] } ?? help)
      return nil
    }
    return !keyMayBeFormula && refuseFormulaKey(key) ? nil : (key, value)
  }

  /// For what belongs into the step and was written into what its verb takes.
  private func cure(forSecond key: ID?, in what: String) -> String? {
    guard let key, what.hasPrefix("\"") else { return nil }
    switch stepKey(key) {
    case .companion, .outcome:
      return "\"\(text(key))\" stands in the step, beside \(what): close the braces before it"
    case .verb, nil: return nil
    }
  }

  /// Something to be looked up when all parts have been read.
  mutating func mention(_ name: Name, _ kind: Mention.Target) {
    mentions.append(Mention(kind: kind, name: name, alias: aliases.last))
  }
}
