import Scenarios
public import Values

/// Whether something of the model is used, as far as one load can tell: a part, an action, a
/// message. Another file that uses the same file may use it where this one does not.
struct PartUse {
  /// Names it among all of a file: `action app.inc`.
  var part: String
  /// The number of the file that declares it.
  var file: UInt32
  var isUsed: Bool
  /// What is told where nothing uses it; nil for what is only asked of.
  var diagnostic: Diagnostic?
  /// Told only where this one, of the same file, is used.
  var parent: String?
}

extension FileCheck {
  /// Notes whether a part is used. Where it is not, that is told unless another file uses it.
  mutating func judge(
    _ part: String, at name: Name, isUsed: Bool, of parent: String? = nil,
    _ message: @autoclosure () -> String? = nil, help: [String] = []
  ) {
    var use = PartUse(part: part, file: name.span.file, isUsed: isUsed, parent: parent)
    if !isUsed, use.file == 0, let message = message() {
      use.diagnostic = Diagnostic(.warning, code: .unused, message, at: name.span, help: help)
    }
    uses.append(use)
  }
}

/// What tells files apart.
struct FileID: Hashable {
  private let identity: FileIdentity?
  private let name: [UInt8]

  init(_ file: SourceFile, _ identity: FileIdentity?) {
    self.identity = identity
    name = identity == nil ? Array(file.name.utf8) : []
  }
}

/// What is known of the parts of all files that are checked together: what none of the files that
/// use them uses is unused.
///
/// A file is judged where it has scenarios, or a file that has some and uses it is among those
/// given. A model alone is for others, of which nothing is known; and where one of its users cannot
/// be loaded, nothing is known either.
public struct PartUsage: Sendable {
  private struct Key: Hashable {
    var file: FileID
    var part: String
  }

  private var used: Set<Key> = []
  private var judged: Set<FileID> = []
  private var unsure: Set<FileID> = []

  public init() {}

  /// Takes what a load of one of the files tells of its parts, and of those that it uses.
  public mutating func add(_ examination: Examination) {
    let files = examination.files
    if !examination.isLoaded { unsure.formUnion(files) }
    if examination.hasScenarios { judged.formUnion(files) }
    for use in examination.uses where use.isUsed {
      used.insert(Key(file: files[Int(use.file)], part: use.part))
    }
  }

  /// What is told of a file when all files have been taken.
  func unused(_ examination: Examination) -> [Diagnostic] {
    guard let main = examination.files.first, judged.contains(main), !unsure.contains(main) else {
      return []
    }
    return examination.uses.compactMap { use in
      guard let diagnostic = use.diagnostic, !used.contains(Key(file: main, part: use.part)) else {
        return nil
      }
      if let parent = use.parent, !used.contains(Key(file: main, part: parent)) { return nil }
      return diagnostic
    }
  }

  /// Whether no further file can change what is told of this one.
  public func isSettled(_ examination: Examination) -> Bool {
    guard let main = examination.files.first else { return true }
    return examination.uses.allSatisfy { use in
      use.diagnostic == nil || used.contains(Key(file: main, part: use.part))
    }
  }
}

/// What can be said of a loaded file without running it.
public struct Examination: Sendable {
  private let problems: Problems
  private let order: [UInt32]
  /// The file and those that it uses, by their numbers.
  let files: [FileID]
  let isLoaded: Bool
  let hasScenarios: Bool
  let uses: [PartUse]

  /// - Parameters:
  ///   - file: Nil where it could not be loaded.
  ///   - order: The numbers of the files, used ones before those that use them.
  init(_ file: ScenarioFile?, _ files: [FileID], order: [UInt32]) {
    self.order = order
    self.files = files
    isLoaded = file != nil
    hasScenarios = file?.scenarios.isEmpty == false
    guard let file else {
      (problems, uses) = (Problems(), [])
      return
    }
    var check = FileCheck(file)
    check.run()
    (problems, uses) = (check.problems, check.uses)
  }

  /// Whether there is nothing to tell, whatever else is checked with it.
  public var isSound: Bool { problems.total == 0 && uses.allSatisfy { $0.diagnostic == nil } }

  /// Bytes or so that it takes.
  public var size: Int {
    uses.reduce(problems.total * 500) { $0 + ($1.diagnostic == nil ? 100 : 600) }
  }

  /// By place; 20 at most of each file, those of used files first. Of parts that nothing uses those
  /// that none of the files uses which have been checked with it.
  public func diagnostics(_ usage: PartUsage) -> [Diagnostic] {
    var problems = problems
    for diagnostic in usage.unused(self) { problems.add(diagnostic) }
    return problems.sorted(order: order).shown
  }
}
