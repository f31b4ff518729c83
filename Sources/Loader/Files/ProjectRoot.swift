#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How the roots of projects are found.
public enum RootRule: Sendable, Hashable {
  /// Every file has its own: the nearest folder above the file that holds a `.git`, be it a folder
  /// or a file; else the working folder, if the file lies in it; else the folder of the file.
  case nearest
  /// The same folder for all files, which must lie in it: `--root DIR`.
  case fixed(FilePath)

  /// The rule in words, for a refusal.
  static let explanation =
    "the nearest folder above the file that holds .git, else the working folder if it holds the "
    + "file, else the file's own; --root DIR names another"
}

/// The folder that a file may not lead out of, and the way from there to the file. Both are real:
/// no link is among their names at the time when they were found.
public struct ProjectRoot: Sendable, Hashable {
  /// Absolute.
  public let path: FilePath
  /// Names of the folders from the root to the one that the file lies in.
  public let folders: [[UInt8]]

  /// Finds the root for a file, which need not be there; its folder must.
  public init(of file: FilePath, _ rule: RootRule = .nearest) throws(FileProblem) {
    guard let own = ProjectRoot.parts(of: file.folder) else {
      throw OpenFile.failure(file, errno)
    }
    let depth: Int
    switch rule {
    case .nearest: depth = ProjectRoot.depth(above: own)
    case .fixed(let root):
      guard let parts = ProjectRoot.parts(of: root) else { throw OpenFile.failure(root, errno) }
      guard own.starts(with: parts) else {
        throw FileProblem(
          file, .notAFile, "lies outside the folder \(root.shown), which --root names")
      }
      depth = parts.count
    }
    path = ProjectRoot.absolute(own[..<depth])
    folders = Array(own[depth...])
  }

  /// How many folders lead to the root that is nearest above a folder.
  private static func depth(above own: [[UInt8]]) -> Int {
    for depth in stride(from: own.count, through: 0, by: -1)
    where holdsRepository(own[..<depth]) { return depth }
    guard let working = parts(of: "."), own.starts(with: working) else { return own.count }
    return working.count
  }

  /// The names that the real path of a folder consists of.
  private static func parts(of folder: FilePath) -> [[UInt8]]? {
    folder.real?.bytes.split(separator: FilePath.slash).map { Array($0) }
  }

  private static func absolute(_ parts: ArraySlice<[UInt8]>) -> FilePath {
    FilePath(bytes: [FilePath.slash] + parts.joined(separator: [FilePath.slash]))
  }

  private static func holdsRepository(_ parts: ArraySlice<[UInt8]>) -> Bool {
    absolute(parts).appending(Array(".git".utf8)).withCString { access($0, F_OK) } == 0
  }
}
