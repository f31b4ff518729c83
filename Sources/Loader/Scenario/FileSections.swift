import Values

/// The entries of a file's top level, by what they are.
struct FileSections {
  typealias ID = YAMLDocument.ID

  private(set) var entries: [(word: Word, key: ID, value: ID)] = []

  /// Sections of parts that this version does not run, which has been reported.
  private(set) var later: [ID] = []

  init(_ reader: inout ScenarioReader) {
    let root = reader.document.root
    entries = reader.entries(root, as: .file)
    let all = reader.document.entries(root)
    for index in stride(from: all.startIndex, to: all.endIndex, by: 2) {
      if let word = reader.word(all[index]), Shape.file.unsupported.contains(word) {
        later.append(all[index + 1])
      }
    }
    if let steps = self[key: .steps], let scenarios = self[key: .scenarios] {
      reader.report(
        "contradiction", "a file has \"scenarios\" or \"steps\", not both",
        at: reader.span(max(steps, scenarios)),
        related: [.init(reader.span(min(steps, scenarios)), "the other is here")])
    }
  }

  subscript(word: Word) -> ID? { entries.first { $0.word == word }?.value }

  private subscript(key word: Word) -> ID? { entries.first { $0.word == word }?.key }

  /// The sections whose bodies may hold autoruns.
  var withSteps: [ID] {
    entries.filter {
      switch $0.word {
      case .computations, .reactors, .stores, .parcels, .services, .scenarios, .steps: true
      default: false
      }
    }.map(\.value)
  }
  var scenarios: ID? { self[.scenarios] }
  var steps: ID? { self[.steps] }
}
