import Scenarios
import Values

/// One load: a file with all files that it uses, read into one scenario file.
///
/// First every document is read and every name defined, then every part: so a part may speak of any
/// other, wherever it stands.
struct Load {
  /// A document of the load.
  struct Unit {
    var document: YAMLDocument
    var sections: FileSections
  }

  private let rule: RootRule
  private let isInterrupted: () -> Bool
  private(set) var isCutShort = false
  private let shared: SharedDocuments?
  private(set) var sources = SourceMap(oneLine: FlowTexts().line)
  /// What each of the sources was read from; nil for bytes that were at hand.
  private(set) var identities: [FileIdentity?] = []
  /// The paths with links on their way by which used files were reached.
  var linked: [FilePath] = []
  /// The paths of used files that could not be had.
  private(set) var missed: [FilePath] = []
  private(set) var problem: FileProblem?
  var problems = Problems()
  /// Whether some document is not as it was written, so that properties may be missing in it.
  private var hasFlaws = false
  /// Used files stand before those that use them.
  private var units: [Unit] = []
  /// The files that name some file under `use` that cannot be had.
  private var usingInVain: Set<UInt32> = []
  /// What the files hold that have been read.
  private var size = (bytes: 0, nodes: 0, text: 0)
  /// Whether they hold more than they may together, so that no further one is read.
  private(set) var isFull = false
  /// The files that the scenarios have rows from.
  var rowFiles = RowFiles()
  /// Formulas that are asked besides those of the files, and what to call the place where they stand.
  var asked: (name: String, formulas: [String]) = ("", [])
  /// Bytes of all formulas.
  private var formulas = 0
  /// The files that were read, used ones before those that use them.
  private(set) var order: [UInt32] = []

  init(
    _ rule: RootRule, _ shared: SharedDocuments? = nil,
    isInterrupted: @escaping () -> Bool = { false }
  ) {
    self.rule = rule
    self.shared = shared
    self.isInterrupted = isInterrupted
  }

  /// Whether to go no further.
  mutating func isOver() -> Bool {
    if !isCutShort { isCutShort = isInterrupted() }
    return isCutShort
  }

  /// Loads a file from the file system.
  mutating func run(_ path: FilePath) -> ScenarioFile? {
    let bytes: [UInt8]
    let identity: FileIdentity
    do throws(FileProblem) {
      let file = try OpenFile(path)
      (bytes, identity) = (try file.contents(), file.identity)
    } catch {
      problem = error
      return nil
    }
    return run(bytes, path, identity)
  }

  /// Loads a file whose bytes have been read.
  mutating func run(
    _ bytes: [UInt8], _ path: FilePath, _ identity: FileIdentity? = nil
  ) -> ScenarioFile? {
    defer { order.append(0) }
    guard let unit = read(bytes, path.shown, identity) else { return nil }
    size = (bytes.count, unit.document.size.nodes, unit.document.size.text)
    let use = unit.sections[.use]
    let rows = RowPaths(unit.document, scenarios: unit.sections.scenarios).paths
    if use != nil || !rows.isEmpty {
      var uses = Uses(path, rule)
      if let use { uses.add(use, of: unit.document, &self) }
      for path in rows { uses.addRows(from: path, of: unit.document, &self) }
    }
    units.append(unit)
    let file = file(path.title)
    Echoes(order + [0], usingInVain: usingInVain, sources).drop(from: &problems)
    if unit.sections.isModel {
      problems.help { $0.code == .unknownName && $0.span.file == 0 ? Load.helpOfModels : nil }
    }
    return file
  }

  /// Whoever uses a model may bring what it needs as well; by itself it lacks that.
  private static let helpOfModels =
    "if another file has it, write here too: use: [FILE.yaml]"

  /// Reads a document and its top level.
  mutating func read(_ bytes: [UInt8], _ name: String, _ identity: FileIdentity?) -> Unit? {
    let source = SourceFile(name: name, bytes: bytes)
    let file = sources.add(source)
    identities.append(identity)
    let errors = problems.errors
    guard let document = document(source, file, identity) else { return nil }
    hasFlaws = hasFlaws || problems.errors > errors
    var reader = ScenarioReader(document, symbols: Symbols(), problems: problems)
    let sections = FileSections(&reader)
    problems = reader.problems
    return Unit(document: document, sections: sections)
  }

  /// Reads a file of rows.
  mutating func readRows(
    _ bytes: [UInt8], _ name: String, _ identity: FileIdentity?, isTable: Bool
  ) -> YAMLDocument? {
    let source = SourceFile(name: name, bytes: bytes)
    let file = sources.add(source)
    identities.append(identity)
    return isTable
      ? CSVReader.read(source, file: file, &problems)
      : DocumentBuilder.read(source, file: file, &problems, isRows: true)
  }

  /// Of used files the one that others have read already, if there is one.
  private mutating func document(
    _ source: SourceFile, _ file: UInt32, _ identity: FileIdentity?
  ) -> YAMLDocument? {
    guard let shared, let identity, file > 0 else {
      return DocumentBuilder.read(
        source, file: file, &problems, beginsStep: Grammar.shared.isVerb)
    }
    let document = shared.document(identity, source.bytes) {
      let before = problems.total
      let document = DocumentBuilder.read(
        source, file: file, &problems, beginsStep: Grammar.shared.isVerb)
      return (document, keeps: problems.total == before)
    }
    return document?.seen(as: source, file: file)
  }

  mutating func append(_ unit: Unit) { units.append(unit) }

  /// Whether there is room for a used file of that size.
  mutating func takes(bytes: Int, at span: SourceSpan) -> Bool {
    size.bytes += bytes
    return size.bytes <= YAMLLimits.files
      || refuseMore("\(YAMLLimits.files >> 20) MiB", at: span)
  }

  /// Whether there is room for what a used file holds.
  mutating func takes(_ document: YAMLDocument, at span: SourceSpan) -> Bool {
    size.nodes += document.size.nodes
    size.text += document.size.text
    if size.nodes > YAMLLimits.allNodes {
      return refuseMore("\(YAMLLimits.allNodes) values", at: span)
    }
    return size.text <= YAMLLimits.allText
      || refuseMore("\(YAMLLimits.allText >> 20) MiB of text", at: span)
  }

  /// Tells once that it is too much, where the file is used that makes it so. Answers false.
  private mutating func refuseMore(_ most: String, at span: SourceSpan) -> Bool {
    isFull = true
    refuseUse(
      "with this file those that are used hold more than \(most) together", at: span, .tooLarge,
      help: ["let each file use only what it needs"])
    return false
  }

  /// A `use` leads nowhere.
  mutating func refuseUse(
    _ message: String, at span: SourceSpan, _ code: ProblemCode = .badUse, help: [String] = []
  ) {
    usingInVain.insert(span.file)
    problems.error(code, message, at: span, help: help)
  }

  /// A used file has no bytes. A path that leads to no file is its user's mistake; what is there and
  /// cannot be read is told of itself, lest every user is blamed.
  mutating func refuseUse(of error: FileProblem, at span: SourceSpan) {
    missed.append(error.path)
    switch error.kind {
    case .missing, .notAFile:
      if error.kind == .notAFile { fail(error) }
      refuseUse("\"\(error.path.shown)\" \(error.message)", at: span)
    case .unreadable, .tooLarge:
      fail(error)
      let file = sources.add(SourceFile(name: error.path.shown, bytes: []))
      identities.append(nil)
      finish(file)
      problems.error(
        .badUse, "the file \(error.message)", at: SourceSpan(file: file, start: 0, end: 0),
        related: [.init(span, "it is used here")])
    }
  }

  /// A used file has been read, and those that it uses.
  mutating func finish(_ file: UInt32) { order.append(file) }

  mutating func fail(_ problem: FileProblem) { self.problem = self.problem ?? problem }

  // MARK: The parts

  private mutating func file(_ title: String) -> ScenarioFile? {
    let symbols = Symbols()
    for unit in units where !isOver() {
      var reader = ScenarioReader(unit.document, symbols: symbols, problems: problems)
      reader.define(unit.sections)
      problems = reader.problems
    }
    refuseAmbiguous(symbols)
    var file = ScenarioFile(name: title)
    file.written = { ValueText.flow($0, inFlow: true) }
    var mentions: [Mention] = []
    var properties: [(unit: Int, uses: [PropertyUse])] = []
    var stubs: TextSet = []
    var channels: TextSet = []
    var unsure: TextSet = []
    for (index, unit) in units.enumerated() where !isOver() {
      var reader = ScenarioReader(unit.document, symbols: symbols, problems: problems)
      problems = Problems()
      reader.isInterrupted = isInterrupted
      reader.fill(&file.model, unit.sections)
      reader.bring(&file, unit.sections, isUsed: index < units.count - 1)
      if index == units.count - 1 {
        reader.rowFiles = rowFiles
        reader.fill(&file, unit.sections)
      }
      problems = reader.problems
      mentions += reader.mentions
      properties.append((index, reader.properties))
      stubs.formUnion(reader.stubs)
      channels.formUnion(reader.channels)
      unsure.formUnion(reader.unsure)
      formulas += reader.formulasRead.bytes
      isCutShort = isCutShort || reader.isCutShort
    }
    if !asked.formulas.isEmpty { mentions += ask(of: &file, symbols) }
    file.formulaBytes = formulas
    file.parts = symbols.parts
    let parts = TextSet(symbols.names(of: Symbols.emitting))
    file.channels = channels
    file.channels.formUnion(parts)
    if isOver() { return nil }
    let names = StoreNames(file.model, &problems)
    if mentions.contains(where: { if case .channel = $0.kind { true } else { false } }) {
      // Of parts that are wrong it is not known what they emit.
      channels.formUnion(problems.errors > 0 ? parts : Emitters(file).names)
    }
    MentionCheck(file.model, stubs: stubs, channels: channels, unsure: unsure)
      .run(mentions, names, &problems)
    if !hasFlaws { check(properties, of: file.model, names) }
    ActorTree(file.model.actors).check(&problems)
    ProcedureCheck(file).check(&problems)
    file.model.noteParents()
    for cycle in DerivedCycles(file.model.cells).sure { problems.add(cycle) }
    return problems.errors == 0 && problem == nil ? file : nil
  }
}

extension Load {
  /// Reads the formulas that are asked besides, as a list of quoted texts; gives what they mention.
  private mutating func ask(of file: inout ScenarioFile, _ symbols: Symbols) -> [Mention] {
    let texts = asked.formulas.map { JSON.string($0).text }
    let source = SourceFile(
      name: asked.name, bytes: Array("[\(texts.joined(separator: ", "))]".utf8))
    let number = sources.add(source)
    identities.append(nil)
    finish(number)
    guard let document = DocumentBuilder.read(source, file: number, &problems, isRows: true)
    else { return [] }
    var reader = ScenarioReader(document, symbols: symbols, problems: problems)
    problems = Problems()
    file.asked = reader.with(.outcome) { $0.formulas(document.root, of: asked.name) }
    problems = reader.problems
    return reader.mentions
  }

  /// Looks up the properties that each document names.
  private mutating func check(
    _ properties: [(unit: Int, uses: [PropertyUse])], of model: Model, _ names: StoreNames?
  ) {
    // The shapes of all records are worked out for those who name a property, and for parcels.
    guard !model.parcels.isEmpty || properties.contains(where: { !$0.uses.isEmpty }) else { return }
    var check = PropertyCheck(model, names)
    check.checkFoci(&problems)
    for (unit, uses) in properties { check.run(uses, in: units[unit].document, &problems) }
  }

  /// Refuses what a service provides under the name of another.
  private mutating func refuseAmbiguous(_ symbols: Symbols) {
    for (name, span) in symbols.provisions {
      guard let symbol = symbols[name], symbol.kind == .service else { continue }
      problems.error(
        .duplicateName, "a service of its own is named \"\(name)\"", at: span,
        related: [.init(symbol.span, "it is defined here")])
    }
  }
}

extension Model {
  /// Has each child know whose it is.
  fileprivate mutating func noteParents() {
    for parent in actors.indices {
      for child in actors[parent].children where actors.indices.contains(child.number) {
        actors[child.number].parent = parent
        actors[child.number].restart = child.restart ?? .permanent
      }
    }
  }
}

extension ScenarioReader {
  /// The parts of the model.
  mutating func fill(_ model: inout Model, _ sections: FileSections) {
    for (section, value) in sections.parts { section.read(&self, value, &model) }
  }

  /// What files that use this one have too.
  mutating func bring(_ file: inout ScenarioFile, _ sections: FileSections, isUsed: Bool) {
    for (key, _, value) in sections.entries {
      key.bring(value, of: &self, into: &file, isUsed: isUsed)
    }
  }

  /// What a file says besides its model.
  mutating func fill(_ file: inout ScenarioFile, _ sections: FileSections) {
    for (key, _, value) in sections.entries { key.read(value, of: &self, into: &file) }
    let count = locals.count
    defer { locals.pop(to: count) }
    if let before = sections[.before] { file.before = opening(before) }
    if let scenarios = sections.scenarios {
      file.scenarios = self.scenarios(scenarios, tags: Tags(ofFile: file.tags))
    } else if let steps = sections.steps {
      let span = document.span(document.target(steps))
      let name = sections[.name].map { self.span($0) } ?? span
      var scenario = Scenario(name: Name(file.name, at: name), steps: [], span: span)
      scenario.tags = Tags(ofFile: file.tags)
      scenario.steps = with(.script) { $0.steps(steps, of: "\"steps\"") }
      file.scenarios = [scenario]
    }
  }

  mutating func checkVersion(_ id: ID) {
    guard let version = int(id, of: "\"reactor\"", in: 0 ... .max), version != 1 else { return }
    report(
      .version, "the file is of format \(version), and this version reads format 1", at: span(id))
  }
}
