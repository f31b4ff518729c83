import CSystem
import Loader

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A regular file that stands where another is to come.
final class PresentFile {
  let status: stat
  private let descriptor: Int32

  /// Nil where nothing stands under the name. A link, a folder, a pipe or a device is refused, and
  /// so is what may not be read or written.
  static func find(at place: WritePlace) throws(FileWriter.Failure) -> PresentFile? {
    guard
      let status = try place.attempt({ () throws(SystemError) in
        try place.folder.status(of: place.name)
      })
    else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFLNK: throw place.refusal("is a link to \(place.linkTarget), and is left as it is")
    case S_IFDIR: throw FileWriter.Failure(place.shown, EISDIR)
    default: throw place.refusal("is no regular file, and is left as it is")
    }
    guard status.st_mode & 0o222 != 0 else {
      throw place.refusal("is read-only, and is left as it is")
    }
    guard place.folder.mayWrite(place.name) else { throw FileWriter.Failure(place.shown, errno) }
    let descriptor = try place.attempt { () throws(SystemError) in
      try place.folder.open(place.name, O_RDONLY)
    }
    return try PresentFile(descriptor, place)
  }

  private init(_ descriptor: Int32, _ place: WritePlace) throws(FileWriter.Failure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw place.refusal(FileWriter.changed)
    }
    self.status = status
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  var identity: FileIdentity { FileIdentity(status) }

  /// How many names it has.
  var links: Int { Int(status.st_nlink) }

  /// Whether it holds these bytes and no others.
  func holds(_ bytes: [UInt8]) -> Bool { start(bytes.count + 1) == bytes }

  /// Its first bytes, at most so many; nil where they cannot be read.
  func start(_ most: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: most)
    var total = 0
    while total < most {
      let count = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress! + total, most - total, off_t(total))
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { break }
      total += count
    }
    return Array(bytes[..<total])
  }

  /// Gives an open file the owner, the mode, the access control list and the extended attributes of
  /// this one. Answers with what cannot be kept.
  func dress(_ other: Int32) -> String? {
    var fresh = stat()
    guard fstat(other, &fresh) == 0 else { return systemMessage(errno) }
    var problem: String?
    if fresh.st_uid != status.st_uid || fresh.st_gid != status.st_gid,
      fchown(other, status.st_uid, status.st_gid) != 0
    {
      problem = "its owner cannot be kept"
    }
    if csystem_copy_attributes(descriptor, other) != 0 {
      problem = problem ?? "its attributes cannot be kept: \(systemMessage(errno))"
    }
    // Last, since a change of the owner takes some of its bits away.
    if fchmod(other, status.st_mode & 0o7777) != 0 {
      problem = problem ?? "its mode cannot be kept: \(systemMessage(errno))"
    }
    return problem
  }
}

extension FileIdentity {
  init(_ status: stat) {
    self.init(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
  }

  /// Of an open descriptor; nil where that is none of a regular file.
  init?(ofOpen descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status)
  }

  /// Of what a path leads to, along links; nil where it leads to nothing.
  init?(of path: FilePath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }
}
