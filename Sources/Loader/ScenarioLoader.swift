public import Scenarios
public import Values

/// The door of the module: files to scenarios, or to diagnostics that say why not.
///
/// Nothing is kept between calls but in the `SharedDocuments` that they are given, so they may be
/// made from several threads at once.
public enum ScenarioLoader {
  /// Loads a scenario file with all files that it uses, which lie below the root that the rule
  /// gives. What the same used files have been parsed to in other loads is taken from `shared`.
  ///
  /// Where `isInterrupted`, asked before each file and each part of one, comes to answer true, there
  /// is no file, and `isCutShort` says why.
  public static func load(
    _ path: FilePath, root: RootRule = .nearest, sharing shared: SharedDocuments? = nil,
    isInterrupted: @escaping () -> Bool = { false }
  ) -> LoadResult {
    var load = Load(root, shared, isInterrupted: isInterrupted)
    let file = load.run(path)
    return LoadResult(load, file)
  }

  /// Loads a scenario file with formulas that see what its properties do, as `ScenarioFile.asked`. In
  /// diagnostics they stand as a list of texts in a file of the name that they are given.
  public static func load(
    _ path: FilePath, root: RootRule, asking formulas: [String], named name: String
  ) -> LoadResult {
    var load = Load(root)
    load.asked = (name, formulas)
    let file = load.run(path)
    return LoadResult(load, file)
  }

  /// Loads a scenario file whose bytes are at hand; `use` goes from the folder of that name.
  public static func load(bytes: [UInt8], name: String) -> LoadResult {
    load(bytes: bytes, as: FilePath(name))
  }

  /// Loads a scenario file whose bytes are at hand, as if the file of that path held them.
  public static func load(
    bytes: [UInt8], as path: FilePath, root: RootRule = .nearest
  ) -> LoadResult {
    var load = Load(root)
    let file = load.run(bytes, path)
    return LoadResult(load, file)
  }

  /// The scenario files under the paths; links are followed below the root that the rule gives.
  public static func discover(_ paths: [FilePath], root: RootRule = .nearest) -> Discovery {
    Discovery(paths, root)
  }
}

/// What came of a file: whether it can be used, and if not, whose fault that is.
public enum Verdict: Sendable {
  case loaded
  /// The file's text is at fault.
  case invalid
  /// It, or a file that it uses, could not be read.
  case unreadable
}

/// A loaded scenario file, or what is wrong with it.
public struct LoadResult: Sendable {
  /// Nil unless the verdict is `loaded`.
  public var file: ScenarioFile?
  /// By file and place, those of used files first; 20 at most of each file. What only follows from
  /// something that is wrong in a used file is not among them.
  public var diagnostics: [Diagnostic]
  /// The paths with links on their way by which used files were reached.
  public var linked: [FilePath]
  /// The paths of used files that could not be had: what comes to stand there may mend the file.
  public var missed: [FilePath]
  /// How many diagnostics of each file there are besides, by its number among the sources.
  public var unshown: [UInt32: Int]
  /// How many diagnostics there were.
  public var total: Int
  /// The numbers of the files, used ones before those that use them.
  let order: [UInt32]
  public var sources: SourceMap
  /// What each of the sources was read from, in their order; nil for bytes that were at hand.
  public var identities: [FileIdentity?]
  /// Set where the file or a used one could not be read. For a used one there is a diagnostic too.
  public var problem: FileProblem?
  /// Whether the load was interrupted: then nothing is known of the file.
  public var isCutShort = false

  init(_ load: Load, _ file: ScenarioFile?) {
    let sorted = load.problems.sorted(order: load.order)
    self.file = file
    order = load.order
    (diagnostics, unshown, total) = (sorted.shown, sorted.unshown, sorted.total)
    sources = load.sources
    identities = load.identities
    linked = load.linked
    missed = load.missed
    problem = load.problem
    isCutShort = load.isCutShort
  }

  public var verdict: Verdict {
    switch problem?.kind {
    case .missing, .unreadable: .unreadable
    case .notAFile, .tooLarge, nil: file == nil ? .invalid : .loaded
    }
  }
}
