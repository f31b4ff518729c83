import Loader
import Reports
import Values

/// The files that the command line's paths lead to, with what to pick from each.
struct Input {
  /// Where scenarios are looked for when no path is given.
  static let standardFolder = "scenarios"

  private(set) var files: [FilePath] = []
  /// The folders that were searched for them.
  private(set) var folders: [FilePath] = []
  /// What the paths that led to no file come to.
  private(set) var status = ExitStatus.success
  /// Those paths, and what could not be looked into, as files that nothing else can be said of;
  /// numbered behind the files.
  private(set) var lost: [FileRecord] = []
  /// What was not searched, of which people have been warned.
  private(set) var remarks: [String] = []
  private let selectors: [Selector]
  private let isStandard: Bool
  /// Behind so many paths that lead nowhere no names like theirs are looked for: each search goes
  /// through a folder.
  private static let mostSuggestions = 20
  private var suggestions = 0
  /// Of files that are not wanted as a whole alone.
  private var picks: [FilePath: FilePicks] = [:]

  /// Finds the files, and complains of each path that leads nowhere. With `allowsNothing` a folder
  /// may be empty.
  init(
    _ arguments: [String], _ root: RootRule, _ console: Console, isQuiet: Bool = false,
    allowsNothing: Bool = false
  ) {
    isStandard = arguments.isEmpty
    let paths = isStandard ? [Input.standardFolder] : arguments
    selectors = paths.map { Selector(Arguments.Path($0)) }
    if isStandard, let path = selectors.first?.path, !Arguments.exists(path) { return }
    // Nothing can be picked from a folder, and so it is not searched.
    let searched = selectors.indices.filter { number in
      selectors[number].pick == .everything || !Arguments.isFolder(selectors[number].path)
    }
    let found = ScenarioLoader.discover(searched.map { selectors[$0].path }, root: root)
    (files, folders) = (found.files, found.folders)
    let own = Set(found.targets.compactMap(\.problem))
    for problem in found.problems {
      let isTarget = own.contains(problem)
      // What a path names that is not there is told below.
      if isTarget, problem.kind == .missing { continue }
      report(problem.path.shown, problem.message, Input.status(of: problem), console, isQuiet)
    }
    remarks = [
      Input.unsearched(found.outside, "lead out of the project"),
      Input.unsearched(found.dangling, "lead nowhere"),
    ].compactMap(\.self)
    if !isQuiet { for remark in remarks { console.warn(remark) } }
    let targets = Dictionary(uniqueKeysWithValues: zip(searched, found.targets))
    for (number, selector) in selectors.enumerated() {
      let target = targets[number]
      if let target { add(selector, number, of: target) }
      guard let message = absence(of: selector, target) else { continue }
      if allowsNothing, target?.isFolder == true { continue }
      report(selector.text, message, .absent, console, isQuiet)
    }
  }

  private static func unsearched(_ links: [FilePath], _ fault: String) -> String? {
    if links.isEmpty { return nil }
    let names = links.prefix(5).map(\.shown).joined(separator: ", ")
    let more = links.count > 5 ? " and \(links.count - 5) more" : ""
    return "not searched, since these links \(fault): \(names)\(more)"
  }

  private mutating func add(_ selector: Selector, _ number: Int, of target: Discovery.Target) {
    for file in target.files {
      picks[files[file], default: FilePicks()].add(selector, number)
    }
  }

  /// Why a path names nothing; nil where it does, or where something else is wrong with it.
  private mutating func absence(of selector: Selector, _ target: Discovery.Target?) -> String? {
    guard let target else {
      return "\(selector.path.shown) is a folder: scenarios are picked from files"
    }
    if target.problem?.kind == .missing {
      suggestions += 1
      let nearest = suggestions <= Input.mostSuggestions ? selector.nearestFile : nil
      let near = nearest.map { "; did you mean \"\(SafeText.shown($0))\"?" } ?? ""
      return "there is no such file or folder\(near)"
    }
    guard target.isFolder, target.files.isEmpty, !target.isIncomplete else { return nil }
    return "there is no *.yaml or *.yml file in this folder"
  }

  private static func status(of problem: FileProblem) -> FileRecord.Status {
    switch problem.kind {
    case .missing, .unreadable: .unreadable
    case .notAFile, .tooLarge: .invalid
    }
  }

  private mutating func report(
    _ path: String, _ message: String, _ word: FileRecord.Status, _ console: Console,
    _ isQuiet: Bool
  ) {
    if !isQuiet { console.complain("\(path): \(message)") }
    var record = FileRecord(path: path, index: files.count + lost.count, status: word)
    record.problem = message
    lost.append(record)
    status = status.joined(ExitStatus(word))
  }

  /// Tells of paths that name nothing in their files, in their order.
  mutating func report(absent: [AbsentPick], _ console: Console, isQuiet: Bool = false) {
    for pick in absent.sorted(by: { $0.number < $1.number }) {
      report(selectors[pick.number].text, pick.message, .absent, console, isQuiet)
    }
  }

  /// All that is lost, these paths among it, without a word.
  func lost(with absent: [AbsentPick], _ console: Console) -> [FileRecord] {
    var input = self
    input.report(absent: absent, console, isQuiet: true)
    return input.lost
  }

  /// The folders that the paths themselves name, or that what they name lies in, be it there or not.
  var homes: [FilePath] {
    selectors.map { Arguments.isFolder($0.path) ? $0.path : $0.path.folder }
  }

  /// Forgets all other files.
  mutating func restrict(to wanted: Set<FilePath>) { files = files.filter(wanted.contains) }

  /// What to pick from a file.
  func picks(from file: FilePath) -> FilePicks { picks[file] ?? FilePicks() }

  /// Says why there is no file at all.
  func explainNothing(_ console: Console) -> ExitStatus {
    if status != .success { return status }
    if isStandard, !Arguments.exists(selectors[0].path) {
      console.complain(
        "nothing to do: there is no folder \"\(Input.standardFolder)\" here; name a file or folder")
    } else {
      console.complain("nothing to do: no *.yaml or *.yml file in \(names)")
    }
    return .nothing
  }

  /// The paths as the user wrote them, for a message.
  var names: String {
    let shown = selectors.prefix(5).map(\.text).joined(separator: ", ")
    return selectors.count > 5 ? "\(shown) and \(selectors.count - 5) more" : shown
  }
}
