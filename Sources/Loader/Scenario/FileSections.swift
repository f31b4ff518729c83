import Values

/// The entries of a file's top level, by what they are.
struct FileSections {
  typealias ID = YAMLDocument.ID

  private(set) var entries: [(word: Word, key: ID, value: ID)] = []

  init(_ reader: inout ScenarioReader) {
    let root = reader.document.root
    entries = reader.entries(root, as: .file)
    takeMisspelt(&reader)
    if let steps = self[key: .steps], let scenarios = self[key: .scenarios] {
      reader.report(
        .contradiction, "a file has \"scenarios\" or \"steps\", not both",
        at: reader.span(max(steps, scenarios)),
        related: [.init(reader.span(min(steps, scenarios)), "the other is here")])
    }
  }

  /// Reads the sections of parts whose key is misspelt, which has been reported, as what they are
  /// meant to be: then nothing else is reported of them but what is wrong in them.
  private mutating func takeMisspelt(_ reader: inout ScenarioReader) {
    let parts: [Word] = [
      .cells, .computations, .reactors, .stores, .parcels, .actors, .services,
    ]
    if let index = entries.firstIndex(where: { $0.word == .reactor }),
      reader.kind(entries[index].value) == .map, self[.reactors] == nil
    {
      reader.report(
        .wrongType, "\"reactor\" takes a whole number, the format's version, not a map",
        at: reader.span(entries[index].key), help: ["did you mean \"reactors\"?"])
      entries[index].word = .reactors
    }
    let all = reader.document.entries(reader.document.root)
    for index in stride(from: all.startIndex, to: all.endIndex, by: 2)
    where reader.word(all[index]).map(Shape.homes)?.contains(where: { $0.name == Shape.file.name })
      != true
    {
      let missing = parts.filter { self[$0] == nil }.map(\.rawValue)
      let near = reader.nearest(to: reader.text(all[index]), among: missing)
      if let word = near.flatMap(Word.init), reader.kind(all[index + 1]) == .map {
        entries.append((word, all[index], all[index + 1]))
      }
    }
  }

  subscript(word: Word) -> ID? { entries.first { $0.word == word }?.value }

  private subscript(key word: Word) -> ID? { entries.first { $0.word == word }?.key }

  /// The sections whose bodies may hold autoruns.
  var withSteps: [ID] {
    entries.filter {
      switch $0.word {
      case .computations, .reactors, .stores, .parcels, .actors, .services, .scenarios, .steps: true
      default: false
      }
    }.map(\.value)
  }
  var scenarios: ID? { self[.scenarios] }
  var steps: ID? { self[.steps] }
}
