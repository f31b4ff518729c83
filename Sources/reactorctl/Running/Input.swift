import Loader
import Reports
import Values

/// The files that the command line's paths lead to, with what to pick from each.
struct Input {
  /// Where scenarios are looked for when no path is given.
  static let standardFolder = "scenarios"

  private(set) var files: [FilePath]
  /// The folders that were searched for them.
  let folders: [FilePath]
  /// What the paths that led nowhere come to.
  private(set) var status = ExitStatus.success
  /// Those paths, as files that nothing can be said of; numbered behind the files.
  private(set) var missing: [FileRecord] = []
  private let selectors: [Selector]
  private let isStandard: Bool

  /// Finds the files, and complains of each path that leads nowhere.
  init(_ arguments: [String], _ console: Console, isQuiet: Bool = false) {
    isStandard = arguments.isEmpty
    let paths = isStandard ? [Input.standardFolder] : arguments
    selectors = paths.map { Selector(Arguments.Path($0), exists: Arguments.exists) }
    if isStandard, let path = selectors.first?.path, !Arguments.exists(path) {
      (files, folders) = ([], [])
      return
    }
    let found = ScenarioLoader.discover(selectors.map(\.path))
    (files, folders) = (found.files, found.folders)
    for problem in found.problems {
      if !isQuiet { console.complain("\(problem.path.shown): \(problem.message)") }
      var record = FileRecord(
        path: problem.path.shown, index: files.count + missing.count, status: .unreadable)
      switch problem.kind {
      case .missing, .unreadable: status = status.joined(.system)
      case .notAFile, .tooLarge:
        record.status = .invalid
        status = status.joined(.invalid)
      }
      record.problem = problem.message
      missing.append(record)
    }
  }

  /// Forgets all other files.
  mutating func restrict(to wanted: Set<FilePath>) { files = files.filter(wanted.contains) }

  /// What to pick from a file; empty where all of it is wanted.
  func picks(from file: FilePath) -> [Selector] {
    let own = selectors.filter { $0.path == file }
    return own.contains { $0.pick == .everything } ? [] : own
  }

  /// Says why there is no file at all.
  func explainNothing(_ console: Console, _ status: ExitStatus) -> ExitStatus {
    if status != .success { return status }
    if isStandard, !Arguments.exists(selectors[0].path) {
      console.complain(
        "nothing to do: there is no folder \"\(Input.standardFolder)\" here; name a file or folder")
    } else {
      console.complain("nothing to do: no *.yaml or *.yml file in \(names)")
    }
    return .nothing
  }

  /// The names of scenarios that the paths ask for.
  var wantedNames: [String] {
    selectors.compactMap { if case .name(let name, _) = $0.pick { name } else { nil } }
  }

  /// The paths as the user wrote them, for a message.
  var names: String {
    let shown = selectors.prefix(5).map(\.text).joined(separator: ", ")
    return selectors.count > 5 ? "\(shown) and \(selectors.count - 5) more" : shown
  }
}
