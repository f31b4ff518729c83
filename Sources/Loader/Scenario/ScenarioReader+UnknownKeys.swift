import Scenarios
import Values

/// Keys that are none, and those that are missing.
extension ScenarioReader {
  /// What steps are called elsewhere.
  private static let foreignVerbs = [
    "sleep": "wait", "pause": "wait", "rejects": "fails", "throw": "fail", "publish": "emit",
    "args": "spawn: {worker: {size: 1}}",
  ]

  /// What stands in a map in which a key is refused: found when the first is, and once, for there may be many.
  struct Neighbors {
    fileprivate let entries: YAMLDocument.Entries
    fileprivate var found: (keys: TextSet, verb: VerbDeclaration?)?

    init(_ entries: YAMLDocument.Entries) { self.entries = entries }
  }

  /// Reports an entry with a key that no such map has, which is not read.
  mutating func refuse(
    _ key: ID, _ value: ID, in map: MapName, besides neighbors: inout Neighbors
  ) {
    let meant = refuse(key, in: map, besides: &neighbors)
    if !text(key).hasPrefix("x-") { noteUnread(value, as: meant) }
  }

  /// Reports a word that is no step.
  mutating func refuse(bareStep word: ID) {
    var neighbors = Neighbors(YAMLDocument.Entries([]))
    _ = refuse(word, in: .step, besides: &neighbors)
  }

  /// Reports a key that no such map has, and gives the one that it is taken for.
  private mutating func refuse(
    _ key: ID, in map: MapName, besides neighbors: inout Neighbors
  ) -> Word? {
    let text = text(key)
    if text.hasPrefix("x-") { return nil }
    if refuseFormulaKey(key) { return nil }
    let known = Word(rawValue: text)
    var help: [String] = []
    let isEvent = map == .step && place == .within(.events)
    let noun = map == .step ? "verb or key" : "key"
    let homes = known.map(MapName.homes) ?? []
    var near = nearest(to: text, among: words(of: map, besides: &neighbors))
    if let word = near, isMessage(text, in: map), word != text.lowercased() { near = nil }
    if let word = near, !homes.isEmpty, !isVariant(text, of: word) { near = nil }
    if let near { help = ["did you mean \"\(near)\"?"] }
    if !homes.isEmpty {
      help.append("\"\(text)\" belongs \(homes.map(\.place).alternatives)")
    }
    if let entry = withColon(name(key)) {
      help = ["if a colon is missing, write: \(entry)"]
    } else if map == .middleware {
      help = ["write: on: {\(asKey(text)): [...]}"]
    } else if map == .rowFile {
      help = ["rows that stand here are a list: [{\(asKey(text)): …}]"]
    } else if map == .parcelUse, symbols.hasParcel(text) {
      help = ["write: {parcel: \(text), …}"]
    } else if map == .actor, text == "pool" {
      help = ["write: provider: {pool: 3}"]
    } else if map == .step, text == "when" {
      help = ["write: if: CONDITION, then: [...]"] + (homes.isEmpty ? [] : help.suffix(1))
    } else if map == .step, let verb = ScenarioReader.foreignVerbs[text] {
      help = ["write: \(verb)"]
    } else if map == .actor, help.isEmpty {
      help = ["what it does about a message stands in \"on\": {\(asKey(text)): …}"]
    }
    if !help.isEmpty {
      // That is enough.
    } else if text.utf8.count > 2, map != .faults,
      let other = nearest(to: text, among: Word.allCases.map(\.rawValue)),
      let home = Word(rawValue: other).map(MapName.homes)?.first, home != map
    {
      help = ["\"\(other)\" belongs \(home.place)"]
    } else if map != .step {
      help = ["\(map.subject) has: \(map.words.joined(separator: ", "))"]
    }
    report(
      .unknownKey, "unknown \(noun) \"\(text)\" in \(isEvent ? MapName.event.title : map.title)",
      at: span(key), help: help)
    return near.flatMap { Word(rawValue: $0) } ?? known
  }

  /// Whether a word that belongs elsewhere is close enough to another to be meant as that.
  private func isVariant(_ text: String, of word: String) -> Bool {
    text.hasPrefix(word) || word.hasPrefix(text)
      || Suggestion.nearest(to: text, among: [word], within: 1) != nil
  }

  /// The keys that a misspelt one of a map can be meant as: those that may stand there, and do not yet; none where to
  /// find one is no longer worth it.
  private func words(of map: MapName, besides neighbors: inout Neighbors) -> [String] {
    guard problems.isSuggesting else { return [] }
    let entries = neighbors.entries
    let found = neighbors.found ?? (TextSet(entries.map { text($0.key) }), verb(of: entries))
    neighbors.found = found
    let words = map == .step ? stepWords(beside: found.verb) : map.words
    return words.filter { !found.keys.contains($0) }
  }

  /// The verb of a step; nil where it has none.
  private func verb(of entries: YAMLDocument.Entries) -> VerbDeclaration? {
    for (key, _) in entries {
      if case .verb(let found)? = stepKey(key) { return found }
    }
    return nil
  }

  /// The keys that may stand in a step with its verb. Where it has none, a misspelt one may be that.
  private func stepWords(beside verb: VerbDeclaration?) -> [String] {
    let words = Grammar.shared.stepKeys.filter { key in
      switch key {
      case .verb(let other): verb == nil && other.objection(at: place) == nil
      case .companion(let companion): verb?.takes(companion) ?? true
      case .outcome(let outcome):
        place.hasOutcomes
          && (verb.map { $0.hasOutcomes && ($0.isAnswered || !outcome.needsAnswer) } ?? true)
      }
    }
    let own = place == .within(.events) ? MapName.event.words : []
    return own + words.map(\.name)
  }

  /// Notes what a part of the file would do that is not read, for what is wrong with its key: names
  /// that it would bind, channels that it would emit to, those of files that it would use. That nobody knows of these
  /// is an echo.
  /// - Parameter word: What its key is taken for.
  mutating func noteUnread(_ id: ID, as word: Word?) {
    if word == Word(FileKey.use) { problems.hideNames(of: document.file) }
    noteNames(in: id, as: word)
  }

  private mutating func noteNames(in id: ID, as word: Word?) {
    let target = document.target(id)
    switch word?.rawValue {
    case "emit"?: for key in keys(of: target) { channels.insert(key) }
    case "let"?, "for"?, "choose"?: for key in keys(of: target) { problems.hide(key) }
    case "each"? where document[target].kind == .list:
      for row in document.elements(target) {
        for key in keys(of: document.target(row)) { problems.hide(key) }
      }
    case "as"? where document[target].kind == .scalar: problems.hide(text(target))
    case "stub"? where document[target].kind == .scalar: stubs.insert(text(target))
    default:
      // What a section would define that stands in the wrong place.
      if let word, MapName.homes(of: word).contains(.file) {
        for key in keys(of: target) { problems.hide(key) }
      }
    }
    switch document[target].kind {
    case .list: for element in document.elements(target) { noteNames(in: element, as: nil) }
    case .map:
      for (key, value) in document.entries(target) {
        noteNames(in: value, as: Word(rawValue: text(key)))
      }
    case .scalar, .alias: break
    }
  }

  private func keys(of map: ID) -> [String] {
    document[map].kind == .map ? document.entries(map).map { text($0.key) } : []
  }

  /// Whether a key of an actor is written as messages are.
  private func isMessage(_ key: String, in map: MapName) -> Bool {
    map == .actor && key.first?.isUppercase == true
  }

  /// Reports a key that must be there, unless one that was meant to be it has been refused.
  mutating func reportMissing(
    _ word: Word, in id: ID, _ map: MapName, help: [String] = []
  ) {
    let all = document.entries(id)
    for (key, _) in all {
      let text = text(key)
      if !map.words.contains(text),
        Suggestion.nearest(to: text, among: [word.rawValue]) != nil
      {
        return
      }
    }
    report(
      .missingKey, "\(map.subject) needs the key \"\(word.rawValue)\"",
      at: span(all.first?.key ?? id), help: help)
  }
}
