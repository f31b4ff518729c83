import Scenarios
import Values

/// The entries of a file's top level, by what they are.
struct FileSections {
  typealias ID = YAMLDocument.ID

  private(set) var entries: [(word: FileKey, key: ID, value: ID)] = []

  init(_ reader: inout ScenarioReader) {
    entries = reader.entries(reader.document.root, as: FileKey.self)
    for (key, value) in reader.document.dropped {
      reader.noteUnread(value, as: Word(rawValue: reader.text(key)))
    }
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
    if let index = entries.firstIndex(where: { $0.word == .reactor }),
      reader.kind(entries[index].value) == .map, self[.reactors] == nil
    {
      reader.report(
        .wrongType, "\"reactor\" takes a whole number, the format's version, not a map",
        at: reader.span(entries[index].key), help: ["did you mean \"reactors\"?"])
      entries[index].word = .reactors
    }
    for (key, value) in reader.document.entries(reader.document.root)
    where reader.key(key, of: FileKey.self) == nil {
      let missing = FileKey.allCases.filter { $0.parts != nil && self[$0] == nil }
      let near = reader.nearest(
        to: reader.text(key), among: missing.map(\.rawValue))
      if let word = near.flatMap(FileKey.init), reader.kind(value) == .map {
        entries.append((word, key, value))
      }
    }
  }

  subscript(word: FileKey) -> ID? { entries.first { $0.word == word }?.value }

  private subscript(key word: FileKey) -> ID? { entries.first { $0.word == word }?.key }

  /// The sections of the model, each with what holds its parts.
  var parts: [(section: PartSection, value: ID)] {
    entries.compactMap { word, _, value in word.parts.map { ($0, value) } }
  }

  /// The sections whose bodies may hold autoruns.
  var withSteps: [ID] {
    entries.filter { $0.word.holdsSteps }.map(\.value)
  }
  var scenarios: ID? { self[.scenarios] }
  var steps: ID? { self[.steps] }

  /// Whether it is for others to use.
  var isModel: Bool { scenarios == nil && steps == nil && self[.explore] == nil }
}

/// A section of the model.
struct PartSection {
  typealias ID = YAMLDocument.ID

  /// Whether bodies may stand in it.
  var holdsSteps = true
  /// Defines the names of its parts, before any part is read.
  let define: (inout ScenarioReader, ID) -> Void
  /// Reads its parts.
  let read: (inout ScenarioReader, ID, inout Model) -> Void

  /// A section of parts of that kind, to which nothing but their names leads.
  static func of(
    _ kind: Symbols.Kind, _ read: @escaping (inout ScenarioReader, ID, inout Model) -> Void
  ) -> PartSection {
    PartSection(define: { $0.define($1, kind) }, read: read)
  }
}

extension FileKey {
  /// What a key of a file says.
  private enum Content {
    case parts(PartSection)
    /// Something that files which use this one have too.
    case brought((inout ScenarioReader, YAMLDocument.ID, inout ScenarioFile) -> Void)
    /// Something about the file as a whole.
    case file((inout ScenarioReader, YAMLDocument.ID, inout ScenarioFile) -> Void)
    /// Something about the file as a whole, of which files that use this one have some.
    case partly(
      (inout ScenarioReader, YAMLDocument.ID, inout ScenarioFile) -> Void,
      bring: (inout ScenarioReader, YAMLDocument.ID, inout ScenarioFile) -> Void)
    /// Other files, which are read before this one.
    case files
    /// Scripts, which are read when all else of the file is known.
    case scripts
  }

  private var content: Content {
    switch self {
    case .reactor: .file { reader, value, _ in reader.checkVersion(value) }
    case .name: .file { $2.name = $0.text($1, of: "\"name\"") }
    // For the file's readers alone.
    case .description: .file { reader, value, _ in _ = reader.text(value, of: "\"description\"") }
    case .tags: .file { $2.tags = $0.texts($1, of: "\"tags\"") }
    case .use: .files
    case .settings: .file { $2.settings = $0.settings($1) }
    case .cells:
      .parts(
        PartSection(holdsSteps: false, define: { $0.defineCells($1) }) {
          $2.cells += $0.cells($1)
        })
    case .computations: .parts(.of(.computation) { $2.computations += $0.computations($1) })
    case .reactors:
      .parts(
        PartSection(define: { $0.defineReactors($1) }) {
          $2.reactors += $0.reactors($1)
        })
    case .stores: .parts(.of(.store) { $2.stores += $0.stores($1) })
    case .parcels:
      .parts(
        PartSection(define: { $0.defineParcels($1) }) {
          $2.parcels += $0.parcels($1)
        })
    case .actors:
      .parts(
        PartSection(define: { $0.defineActors($1) }) { $2.actors += $0.actors($1) })
    case .services:
      .parts(
        PartSection(define: { $0.defineServices($1) }) {
          $2.services += $0.services($1)
        })
    case .procedures: .brought { $2.procedures += $0.procedures($1) }
    case .always:
      .brought { reader, value, file in
        file.always += reader.with(.outcome) { $0.formulas(value, of: "\"always\"") }
      }
    case .eventually:
      .brought { reader, value, file in
        file.eventually += reader.with(.outcome) { $0.formulas(value, of: "\"eventually\"") }
      }
    case .explore:
      .partly(
        { reader, value, file in
          file.exploration = reader.exploration(value)
          reader.exploration = file.exploration
        },
        bring: { reader, value, file in
          file.sometimes += reader.exploration(value)?.sometimes ?? []
        })
    case .before, .scenarios, .steps: .scripts
    }
  }

  /// The parts of the model that stand there; nil for what is no section of the model.
  var parts: PartSection? {
    guard case .parts(let section) = content else { return nil }
    return section
  }

  var holdsSteps: Bool {
    switch content {
    case .parts(let section): section.holdsSteps
    case .scripts, .brought: true
    case .file, .partly, .files: false
    }
  }

  /// Reads what it says of the file as a whole, if anything.
  func read(
    _ value: YAMLDocument.ID, of reader: inout ScenarioReader, into file: inout ScenarioFile
  ) {
    switch content {
    case .file(let read), .partly(let read, _): read(&reader, value, &file)
    case .parts, .brought, .files, .scripts: break
    }
  }

  /// Reads what files that use this one have too.
  func bring(
    _ value: YAMLDocument.ID, of reader: inout ScenarioReader, into file: inout ScenarioFile,
    isUsed: Bool
  ) {
    switch content {
    case .brought(let read): read(&reader, value, &file)
    case .partly(_, let read): if isUsed { read(&reader, value, &file) }
    case .parts, .file, .files, .scripts: break
    }
  }
}
