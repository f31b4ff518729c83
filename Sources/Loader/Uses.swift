import Scenarios
import Values

/// Follows `use` from file to file, each read once.
struct Uses {
  typealias ID = YAMLDocument.ID

  /// Files that use each other in a chain, and files in all.
  private static let depth = 64
  private static let files = 1000

  /// A file that is being read, with the files it uses.
  private struct Link {
    var place: Project.Place
    var path: FilePath
    /// Where the file before it in the chain uses it; nil for the first.
    var use: SourceSpan?
  }

  private let project: Project.Shared?
  /// Why there is no project.
  private let problem: FileProblem?
  private var chain: [Link]
  private var done: Set<Project.Place> = []
  /// The numbers of the files of rows; nil for those that cannot be had.
  private var rowFiles: [Project.Place: Int?] = [:]

  init(_ path: FilePath, _ rule: RootRule) {
    var (project, problem) = (Project.Shared?.none, FileProblem?.none)
    do throws(FileProblem) {
      project = try Project.Shared(of: path, rule)
    } catch {
      problem = error
    }
    (self.project, self.problem) = (project, problem)
    let place = project?.project.place ?? Project.Place(parts: [Array(path.name)])
    // Paths of used files are told as seen from where the file really is.
    chain = [Link(place: place, path: project?.project.real?.fromHere ?? path)]
  }

  /// Adds the files that a `use` names, those that they use first.
  mutating func add(_ id: ID, of document: YAMLDocument, _ load: inout Load) {
    let target = document.target(id)
    let elements =
      document[target].kind == .list ? document.elements(target) : [id][...]
    for element in elements {
      let text = document.target(element)
      guard document[text].kind == .scalar, document[text].count > 0 else {
        load.refuseUse("\"use\" takes a list of paths", at: document.span(text), .wrongType)
        continue
      }
      add(Array(document.text(text).utf8), at: document.span(text), &load)
    }
  }

  private mutating func add(_ path: [UInt8], at span: SourceSpan, _ load: inout Load) {
    guard let place = place(of: path, at: span, of: "use", &load),
      let project, let current = chain.last, isNew(place, at: span, &load)
    else { return }
    guard chain.count < Uses.depth, done.count < Uses.files else {
      return load.refuseUse(
        chain.count < Uses.depth
          ? "more than \(Uses.files) files are used"
          : "files use each other more than \(Uses.depth) deep", at: span)
    }
    read(Link(place: place, path: current.path.beside(path), use: span), project, span, &load)
  }

  /// Where a path leads that stands under such a key; nil where that may not be, which is reported.
  private func place(
    of path: [UInt8], at span: SourceSpan, of key: String, _ load: inout Load
  ) -> Project.Place? {
    let shown = FilePath(bytes: path).shown
    func refuse(_ message: String, _ help: [String] = []) -> Project.Place? {
      load.refuseUse(message, at: span, help: help)
      return nil
    }
    guard path.first != FilePath.slash, path.first != UInt8(ascii: "~"), !path.contains(0),
      !path.contains(UInt8(ascii: "\\"))
    else {
      return refuse(
        "\"\(key)\" takes paths relative to this file, not \"\(shown)\"",
        ["folders are separated by \"/\""])
    }
    guard let project, let current = chain.last else {
      if let problem, problem.kind == .unreadable { load.fail(problem) }
      let reason = problem.map { "\($0.path.shown) \($0.message)" }
      return refuse("\"\(shown)\" is not read: \(reason ?? "this file has no project")")
    }
    guard let place = project.project.resolve(path, from: current.place) else {
      return refuse("\"\(shown)\" lies outside the project", help(project.project))
    }
    return place
  }

  // MARK: Rows

  /// Reads the file of rows that a path names, once for all paths that lead to it. What it holds
  /// counts for each of them, for each is a scenario that runs so often.
  mutating func addRows(from id: ID, of document: YAMLDocument, _ load: inout Load) {
    let span = document.span(id)
    let path = Array(document.text(id).utf8)
    guard let place = place(of: path, at: span, of: "file", &load),
      let project, let first = chain.first
    else { return }
    if let number = rowFiles[place] {
      guard let number, load.takes(load.rowFiles.documents[number], at: span) else { return }
      return load.rowFiles.name(number, at: id)
    }
    let endings = [".csv", ".json", ".yaml", ".yml"]
    guard let name = place.parts.last, endings.contains(where: { name[...].hasSuffix($0.utf8) })
    else {
      return load.refuseUse(
        "\"file\" takes a path that ends in .csv, .json, .yaml or .yml, not "
          + "\"\(FilePath(bytes: path).shown)\"", at: span, .wrongType)
    }
    guard done.count + rowFiles.count < Uses.files else {
      return load.refuseUse("more than \(Uses.files) files are used", at: span)
    }
    if load.isOver() || load.isFull { return }
    rowFiles[place] = .some(nil)
    let link = Link(place: place, path: first.path.beside(path), use: span)
    guard let opened = open(link, project, span, &load),
      load.takes(bytes: opened.bytes.count, at: span)
    else { return }
    let number = UInt32(load.sources.files.count)
    let isTable = name[...].hasSuffix(endings[0].utf8)
    defer { load.finish(number) }
    guard
      let rows = load.readRows(
        opened.bytes, opened.link.path.shown, opened.identity, isTable: isTable),
      load.takes(rows, at: span)
    else { return }
    let index = load.rowFiles.add(rows)
    rowFiles[place] = index
    load.rowFiles.name(index, at: id)
  }

  /// Opens a file of the project and reads its bytes; nil where that cannot be, which is reported.
  private func open(
    _ link: Link, _ project: Project.Shared, _ span: SourceSpan, _ load: inout Load
  ) -> (link: Link, bytes: [UInt8], identity: FileIdentity)? {
    do throws(FileProblem) {
      let opened = try project.project.file(at: link.place, shownAs: link.path)
      var link = link
      if opened.place != link.place {
        load.linked.append(link.path)
        link = Link(place: opened.place, path: path(of: opened.place, project.project))
      }
      return (link, try opened.file.contents(), opened.file.identity)
    } catch {
      load.refuseUse(of: error, at: span)
      return nil
    }
  }

  /// A circle is told where its first file by name is used, whichever of its files is loaded.
  private func refuseCircle(_ links: [Link], closedAt span: SourceSpan, _ load: inout Load) {
    let first = links.indices.min { one, other in
      links[one].place.parts.lexicographicallyPrecedes(links[other].place.parts) {
        $0.lexicographicallyPrecedes($1)
      }
    }
    let turn = first ?? 0
    let turned = links[turn...] + links[..<turn]
    let names = (turned + [links[turn]]).map(\.path.shown).joined(separator: " → ")
    load.problems.error(
      .useCycle, "files use each other in a circle: \(names)",
      at: turn == 0 ? span : links[turn].use ?? span)
  }

  /// Whether a file is to be read; a circle is told of.
  private func isNew(_ place: Project.Place, at span: SourceSpan, _ load: inout Load) -> Bool {
    if let start = chain.firstIndex(where: { $0.place == place }) {
      refuseCircle(Array(chain[start...]), closedAt: span, &load)
      return false
    }
    return !done.contains(place)
  }

  /// Which folder the project is, and why.
  private func help(_ project: borrowing Project) -> [String] {
    let up = Array(repeating: Array("..".utf8), count: project.depth)
    let root = chain[0].path.beside(Array(up.joined(separator: [FilePath.slash])))
    let shown = root.bytes.isEmpty ? "." : root.shown
    return ["the project's root is \(shown), \(RootRule.explanation)"]
  }

  private mutating func read(
    _ link: Link, _ project: Project.Shared, _ span: SourceSpan, _ load: inout Load
  ) {
    if load.isOver() || load.isFull { return }
    done.insert(link.place)
    guard let (real, bytes, identity) = open(link, project, span, &load) else { return }
    if real.place != link.place {
      guard isNew(real.place, at: span, &load) else { return }
      done.insert(real.place)
    }
    let link = real
    guard load.takes(bytes: bytes.count, at: span) else { return }
    let number = UInt32(load.sources.files.count)
    defer { load.finish(number) }
    guard let unit = load.read(bytes, link.path.shown, identity),
      load.takes(unit.document, at: span)
    else { return }
    chain.append(link)
    if let use = unit.sections[.use] { add(use, of: unit.document, &load) }
    chain.removeLast()
    load.append(unit)
  }

  /// A file of the project as seen from the first one.
  private func path(of place: Project.Place, _ project: borrowing Project) -> FilePath {
    let up = Array(repeating: Array("..".utf8), count: project.depth)
    return chain[0].path.beside(Array((up + place.parts).joined(separator: [FilePath.slash])))
  }
}

extension FilePath {
  /// The path as seen from the working folder, if it lies below that; it has no links.
  var fromHere: FilePath {
    guard let parts = FilePath(".").real.flatMap(below) else { return self }
    return FilePath(bytes: Array(parts.joined(separator: [FilePath.slash])))
  }

  /// The path that another, written in this file, means: without `.`, and without `..` where
  /// something stands before it.
  func beside(_ path: [UInt8]) -> FilePath {
    var parts = bytes.split(separator: FilePath.slash).dropLast().map { Array($0) }
    for part in path.split(separator: FilePath.slash) {
      if part.elementsEqual("..".utf8), let last = parts.last, !last.elementsEqual("..".utf8) {
        parts.removeLast()
      } else if !part.elementsEqual(".".utf8) {
        parts.append(Array(part))
      }
    }
    let start: [UInt8] = bytes.first == FilePath.slash ? [FilePath.slash] : []
    return FilePath(bytes: start + parts.joined(separator: [FilePath.slash]))
  }
}
