import Loader
import Values

/// The files that differ in git from a commit. A file that git does not keep, or is told not to look
/// at, differs from every commit: nobody can say that it does not.
struct ChangedFiles: Sendable {
  struct Fault: Error { let message: String }

  /// The root of the repository, absolute and without links.
  private let top: [UInt8]
  /// Paths from there. Of a submodule in which anything differs, its folder.
  private let different: Set<[UInt8]>
  private let kept: Set<[UInt8]>
  /// What was edited since git was asked, as it was found there.
  private var edited: Set<FilePath> = []

  /// Compares the working tree with the commit. The reference comes from the user, and must not be
  /// taken for an option.
  init(since reference: String) throws(Fault) {
    let shown = SafeText.shown(reference)
    let absent = "this folder is in no git repository, or git does not trust it"
    var top = try ChangedFiles.ask(["rev-parse", "--show-toplevel"], or: absent)
    if top.last == UInt8(ascii: "\n") { top.removeLast() }
    var up = try ChangedFiles.ask(["rev-parse", "--show-cdup"], or: absent)
    if up.last == UInt8(ascii: "\n") { up.removeLast() }
    // What stands behind a search, `:/fix`, is a part of it: only of what it finds the commit can be asked.
    var id = Array(reference.utf8)
    for kind in ["", "^{commit}"] {
      let object = String(decoding: id, as: UTF8.self) + kind
      let parse = ["rev-parse", "--verify", "--quiet", "--end-of-options", object]
      id = try ChangedFiles.ask(parse, or: "git knows no commit \"\(shown)\"")
      if id.last == UInt8(ascii: "\n") { id.removeLast() }
    }
    // Lists are of the whole repository, in bytes as they are, whatever its settings say.
    let git = ["-C", up.isEmpty ? "." : String(decoding: up, as: UTF8.self)]
    let diff = ["diff", "--name-only", "--no-renames", "--no-ext-diff", "--ignore-submodules=none"]
    let changes = try ChangedFiles.ask(
      git + diff + ["-z", String(decoding: id, as: UTF8.self), "--"],
      or: "git cannot compare with \"\(shown)\"")
    let all = try ChangedFiles.ask(
      git + ["ls-files", "--cached", "--recurse-submodules", "-v", "-z"],
      or: "git cannot list its files")
    let real = ResolvedPath(FilePath(bytes: top))?.real.bytes ?? top
    self.init(top: real, different: changes, listed: all)
  }

  /// From what git answers: the repository's folder, absolute and without links; what differs,
  /// `diff --name-only -z`; and what it keeps, `ls-files -v -z`.
  init(top: [UInt8], different: [UInt8], listed: [UInt8]) {
    self.top = top
    self.different = Set(different.split(separator: 0).map { Array($0) })
    // Behind each letter and a blank stands a path. Other letters mean that git does not look.
    let seen = listed.split(separator: 0).filter { $0.starts(with: "H ".utf8) }
    kept = Set(seen.map { Array($0.dropFirst(2)) })
  }

  private static func ask(_ words: [String], or message: String) throws(Fault) -> [UInt8] {
    let settings = [
      "core.quotePath=false", "diff.relative=false", "core.fsmonitor=false",
      "core.checkStat=default", "core.trustctime=true",
    ]
    let ending = ChildProgram.run(["git"] + settings.flatMap { ["-c", $0] } + words)
    if let problem = ending.problem { throw Fault(message: "git cannot be started: \(problem)") }
    if ending.code == 127 { throw Fault(message: "there is no program \"git\" here") }
    guard ending.code == 0 else { throw Fault(message: message) }
    guard let out = ending.out else { throw Fault(message: "what git answers cannot be read") }
    return out
  }

  /// Takes these for changed, whatever git said of them.
  mutating func add(edited files: Set<FilePath>) { edited.formUnion(files) }

  /// Whether any of the files changed, or the golden beside the first.
  func touch(_ loaded: LoadResult, of file: FilePath) -> Bool {
    let used = loaded.sources.files.dropFirst().map { FilePath($0.name) } + loaded.linked
    let golden = FileGoldens.path(beside: file)
    if !edited.isEmpty, ([file, golden] + used).contains(where: edited.contains) { return true }
    if ([file] + used).contains(where: { hasChanged($0) }) { return true }
    return Arguments.exists(golden) ? hasChanged(golden) : wasRemoved(golden)
  }

  /// Of a path that should lead to a file. Links on the way count as well, since they may have led
  /// elsewhere.
  private func hasChanged(_ path: FilePath) -> Bool {
    guard let resolved = ResolvedPath(path) else { return true }
    let links = resolved.links.filter { inside($0) != nil }
    return !isKept(resolved.real) || !links.allSatisfy(isKept)
  }

  private func wasRemoved(_ path: FilePath) -> Bool {
    guard let folder = ResolvedPath(path.folder) else { return true }
    return differs(folder.real.appending(path.name))
  }

  /// Of a path without links: whether git says that the file there is as it was.
  func isKept(_ real: FilePath) -> Bool {
    guard let path = inside(real) else { return false }
    return kept.contains(path) && !differs(real)
  }

  /// Whether the path, or a submodule that it lies in, is among what differs.
  private func differs(_ real: FilePath) -> Bool {
    guard let path = inside(real) else { return false }
    let ends = path.indices.filter { path[$0] == UInt8(ascii: "/") } + [path.count]
    return ends.contains { different.contains(Array(path[..<$0])) }
  }

  /// The path from the root of the repository; nil outside of it.
  private func inside(_ real: FilePath) -> [UInt8]? {
    let folder = top.last == UInt8(ascii: "/") ? top : top + [UInt8(ascii: "/")]
    return real.bytes.starts(with: folder) ? Array(real.bytes.dropFirst(folder.count)) : nil
  }
}
