#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where a path really leads, and the links on its way there.
public struct ResolvedPath: Sendable {
  /// Absolute, without links, `.` and `..`.
  public private(set) var real: FilePath
  /// Where each link that was followed itself lies, without links, in the order of following.
  public private(set) var links: [FilePath] = []

  /// As many links as the system follows.
  private static let most = 40

  /// Nil where the path leads nowhere.
  public init?(_ path: FilePath) {
    guard !path.bytes.contains(0) else { return nil }
    real = path
    guard follow(path) else { return nil }
  }

  /// Where the path would lead if what is missing on its way came to be.
  public init(expecting path: FilePath) {
    real = path
    _ = follow(path)
  }

  /// Goes along the path; false where something is missing on the way, which is then taken for there.
  private mutating func follow(_ path: FilePath) -> Bool {
    var parts: [[UInt8]] = []
    if path.bytes.first != FilePath.slash {
      guard let working = FilePath(".").real else { return false }
      parts = ResolvedPath.parts(working.bytes)
    }
    var rest = ResolvedPath.parts(path.bytes).reversed().map { $0 }
    var isThere = true
    while let part = rest.popLast() {
      if part.elementsEqual(".".utf8) { continue }
      if part.elementsEqual("..".utf8) {
        _ = parts.popLast()
        continue
      }
      parts.append(part)
      let here = ResolvedPath.absolute(parts)
      switch ResolvedPath.link(at: here) {
      case .nothing: isThere = false
      case .other: continue
      case .link(let target):
        links.append(here)
        guard links.count <= ResolvedPath.most else { return false }
        if target.first == FilePath.slash { parts = [] } else { parts.removeLast() }
        rest += ResolvedPath.parts(target).reversed()
      }
    }
    real = ResolvedPath.absolute(parts)
    return isThere
  }

  private static func parts(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: FilePath.slash).map { Array($0) }
  }

  private static func absolute(_ parts: [[UInt8]]) -> FilePath {
    FilePath(bytes: [FilePath.slash] + parts.joined(separator: [FilePath.slash]))
  }

  private enum Entry {
    case nothing, other
    case link([UInt8])
  }

  private static func link(at path: FilePath) -> Entry {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0 else { return .nothing }
    guard status.st_mode & S_IFMT == S_IFLNK else { return .other }
    return path.linkTarget().map { .link($0.bytes) } ?? .nothing
  }
}
