import Foundation

@testable import Loader

/// The tables of the reference as the grammar gives them. A comment above each says which it is:
/// `<!-- table: the keys of a cell -->`.
struct ReferenceTables {
  /// What the page has a table of.
  enum Kind: Hashable {
    case keys(MapName)
    /// The verbs of a chapter.
    case verbs(String)
    case allVerbs
    case companions
    case outcomes
    case index

    init?(_ name: some StringProtocol) {
      switch name {
      case "all verbs": self = .allVerbs
      case "what goes with verbs": self = .companions
      case "all outcomes": self = .outcomes
      case "the index": self = .index
      case let name where name.hasPrefix("the verbs of "):
        self = .verbs(String(name.dropFirst("the verbs of ".count)))
      case let name where name.hasPrefix("the keys of "):
        let title = name.dropFirst("the keys of ".count)
        guard let map = MapName.allCases.first(where: { $0.title == title }) else { return nil }
        self = .keys(map)
      default: return nil
      }
    }
  }

  /// A part of the page that has a heading, by which links lead there.
  struct Section: Hashable {
    let title: String

    var anchor: String {
      String(
        title.lowercased().filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
          .map { $0 == " " ? "-" : $0 })
    }

    var link: String { "[\(title.lowercased())](#\(anchor))" }
  }

  /// Where each table stands, and where the keys of a map are told of in prose, down the page.
  let places: [(kind: Kind, section: Section)]

  /// The lines of a table, which stands in that section.
  func lines(of kind: Kind, in section: Section) -> [String] {
    switch kind {
    case .keys(let map): keys(of: map, in: section)
    case .verbs(let chapter): verbs(of: chapter)
    case .allVerbs: allVerbs
    case .companions: companions(in: section)
    case .outcomes: outcomes
    case .index: index
    }
  }

  private func table(_ head: [String], _ rows: [[String]]) -> [String] {
    let filled = head.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    let lines = ([head] + rows).map { row in
      "|" + filled.map { row[$0].isEmpty ? " |" : " \(row[$0]) |" }.joined()
    }
    return [lines[0], "|" + String(repeating: "---|", count: filled.count)] + lines.dropFirst()
  }

  private func code(_ words: [String]) -> String {
    words.map { "`\($0)`" }.joined(separator: " ")
  }

  /// Code in a cell of a table, which has no lines.
  private func example(_ text: String?) -> String {
    guard let text else { return "" }
    return text.split(separator: "\n").map { "`\($0)`" }.joined(separator: "<br>")
  }

  // MARK: Keys

  private func keys(of map: MapName, in section: Section) -> [String] {
    table(
      ["key", "takes", "default", "means"],
      map.declarations.map { key, declaration, isNeeded in
        [
          "`\(key)`", linked(declaration.takes().words ?? "", in: section),
          isNeeded ? "needed" : declaration.otherwise ?? "", declaration.purpose,
        ]
      })
  }

  /// Words that have a section of their own, as it is headed.
  private static let headings = [
    "actors": "Actors", "case": "Cases", "cells": "Cells", "computations": "Computations",
    "data": "Values", "duration": "Durations and times", "formula": "Formulas",
    "operators": "Operators", "parcels": "Parcels", "path": "Paths", "paths": "Paths",
    "properties": "Records", "reactions": "Reactions", "reactors": "Reactors",
    "scenarios": "Scenarios", "services": "Services", "settings": "Settings", "steps": "Steps",
    "stores": "Stores",
  ]

  /// The text with links to what has a section of its own, each once.
  private func linked(_ text: String, in section: Section) -> String {
    var seen: Set<String> = [section.title]
    var isCode = false
    return text.components(separatedBy: " ").map { word in
      defer { if !word.count(where: { $0 == "`" }).isMultiple(of: 2) { isCode.toggle() } }
      let bare = word.filter { $0.isLetter }
      guard !isCode, !word.contains("`"), let title = ReferenceTables.headings[bare],
        seen.insert(title).inserted
      else { return word }
      return word.replacing(bare, with: "[\(bare)](#\(Section(title: title).anchor))")
    }.joined(separator: " ")
  }

  // MARK: Verbs

  private static func chapter(of verb: VerbDeclaration) -> String {
    switch verb.name {
    case .state: "state"
    case .event: "event"
    case .life: "life"
    case .time: "time"
    case .control: "control"
    case .computation: "computation"
    case .result: "result"
    case .promise: "promise"
    case .fault: "fault"
    }
  }

  static let chapters = Set(Grammar.shared.verbs.map(chapter))

  private func verbs(of chapter: String) -> [String] {
    table(
      ["verb", "does", "example"],
      Grammar.shared.verbs.filter { ReferenceTables.chapter(of: $0) == chapter }.flatMap { verb in
        [["`\(verb.word.rawValue)`", verb.text, example(verb.example)]]
          + verb.form.variants.compactMap { variant in
            variant.text.map { text in
              let places = ReferenceTables.letters.filter { variant.places.contains($0.place.kind) }
              let spoken = places.map { "*\($0.letter)*" }.joined(separator: " ")
              return ["in \(spoken)", text, example(variant.example)]
            }
          }
      })
  }

  /// Places of steps, as the page tells them.
  private static let letters: [(letter: Character, place: StepPlace)] = [
    ("s", .script), ("p", .procedure), ("c", .computation), ("h", .handler), ("r", .reactor),
    ("t", .tap),
    ("m", .middleware), ("v", .method), ("u", .setup), ("a", .reaction), ("f", .future),
    ("x", .cancellation), ("o", .hook),
  ]

  private var allVerbs: [String] {
    table(
      ["verb", "where", "with it", ""],
      Grammar.shared.verbs.map { verb in
        let section = places.first { $0.kind == .verbs(ReferenceTables.chapter(of: verb)) }?.section
        return [
          "`\(verb.word.rawValue)`", whereabouts(of: verb),
          code(verb.companions.map(\.key.rawValue).filter { $0 != Companion.note.rawValue }),
          section?.link ?? "",
        ]
      })
  }

  private func whereabouts(of verb: VerbDeclaration) -> String {
    func spoken(_ letters: [(letter: Character, place: StepPlace)]) -> String {
      letters.map { String($0.letter) }.joined(separator: " ")
    }
    let refused = ReferenceTables.letters.filter { verb.objection(at: $0.place) != nil }
    if refused.isEmpty { return "all" }
    if refused.count < 3 { return "all but \(spoken(refused))" }
    return spoken(ReferenceTables.letters.filter { verb.objection(at: $0.place) == nil })
  }

  private func companions(in section: Section) -> [String] {
    table(
      ["key", "takes", "goes with", "means", "example"],
      Companion.allCases.map { companion in
        let verbs = Grammar.shared.verbs(with: companion)
        let isAnywhere = verbs.count == Grammar.shared.verbs.count
        return [
          "`\(companion.rawValue)`", linked(companion.takes.words ?? "", in: section),
          isAnywhere ? "every verb" : code(verbs.map(\.word.rawValue)), companion.text.text,
          example(companion.text.example),
        ]
      })
  }

  // MARK: Outcomes

  private var outcomes: [String] {
    table(
      ["outcome", "passes when", "example"],
      Grammar.shared.outcomes.map {
        ["`\($0.word.rawValue)`", $0.text, example($0.example)]
      })
  }

  // MARK: The index

  /// Every word, with the sections that tell of it.
  private var index: [String] {
    var sections: [String: [Section]] = [:]
    for (kind, section) in places {
      for word in words(in: kind) where sections[word]?.contains(section) != true {
        sections[word, default: []].append(section)
      }
    }
    let words = sections.keys.sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
    let rows = words.map { word in
      ["`\(word)`", (sections[word] ?? []).map(\.link).joined(separator: ", ")]
    }
    return table(["", ""], rows)
  }

  private func words(in kind: Kind) -> [String] {
    switch kind {
    case .keys(let map): map.declarations.map(\.key)
    case .verbs(let chapter):
      Grammar.shared.verbs.filter { ReferenceTables.chapter(of: $0) == chapter }
        .map(\.word.rawValue)
    case .companions: Companion.allCases.map(\.rawValue)
    case .outcomes: Grammar.shared.outcomes.map(\.word.rawValue)
    case .allVerbs, .index: []
    }
  }
}
