import Loader
import Values

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files that differ in git from a commit, those that git does not know yet included.
struct ChangedFiles: Sendable {
  struct Fault: Error { let message: String }

  /// Absolute, without links.
  private let paths: Set<[UInt8]>

  /// Compares the working tree with the commit. The reference comes from the user, and must not be
  /// taken for an option.
  init(since reference: String) throws(Fault) {
    let root = try ChangedFiles.ask(
      ["rev-parse", "--show-toplevel"], or: "this folder is in no git repository")
    let top = Array(root.prefix { $0 != UInt8(ascii: "\n") })
    let commit = ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(reference)^{commit}"]
    _ = try ChangedFiles.ask(commit, or: "git knows no commit \"\(SafeText.shown(reference))\"")
    let known = try ChangedFiles.ask(
      ["diff", "--name-only", "--no-renames", "-z", "\(reference)^{commit}", "--"],
      or: "git cannot compare with \"\(SafeText.shown(reference))\"")
    let unknown = try ChangedFiles.ask(
      ["ls-files", "--others", "--exclude-standard", "--full-name", "-z", ":/"],
      or: "git cannot list the new files")
    let names = known.split(separator: 0) + unknown.split(separator: 0)
    paths = Set(names.map { top + [UInt8(ascii: "/")] + $0 })
  }

  private static func ask(_ words: [String], or message: String) throws(Fault) -> [UInt8] {
    let ending = ChildProgram.run(["git"] + words)
    if ending.code == 127 { throw Fault(message: "there is no program \"git\" here") }
    guard ending.code == 0 else { throw Fault(message: message) }
    return ending.out
  }

  /// Whether any of the files changed, or the golden beside the first.
  func touch(_ sources: SourceMap, of file: FilePath) -> Bool {
    let names = [file.bytes] + sources.files.map { Array($0.name.utf8) }
    if names.contains(where: isChanged) { return true }
    guard let dot = file.bytes.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return isChanged(file.bytes[..<dot] + Array(".golden".utf8))
  }

  /// A file that is gone is looked for in its folder.
  private func isChanged(_ path: [UInt8]) -> Bool {
    if let real = ChangedFiles.real(path) { return paths.contains(real) }
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { Array(path[..<max($0, 1)]) } ?? [UInt8(ascii: ".")]
    guard let real = ChangedFiles.real(folder) else { return false }
    return paths.contains(real + [UInt8(ascii: "/")] + path[(slash.map { $0 + 1 } ?? 0)...])
  }

  private static func real(_ path: [UInt8]) -> [UInt8]? {
    (path + [0]).withUnsafeBytes { bytes in
      let name = bytes.baseAddress!.assumingMemoryBound(to: CChar.self)
      guard let real = realpath(name, nil) else { return nil }
      defer { free(real) }
      return Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }
  }
}
