#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The entries of a folder, without `.` and `..`, in the order of their bytes.
public struct FolderListing: Sendable {
  public struct Entry: Sendable {
    public let name: [UInt8]
    /// The system's `DT_…`, which may be `DT_UNKNOWN`.
    let type: Int

    /// Whether it is known to be a folder.
    package var isFolder: Bool { type == Int(DT_DIR) }
  }

  public private(set) var entries: [Entry] = []
  /// The system's code for what ended the reading too early, 0 where all has been read.
  public private(set) var code: CInt = 0

  public init(of folder: FilePath) {
    read(folder.withCString { opendir($0) })
  }

  /// Of a folder that has been opened, by a descriptor that is closed.
  package init(closing descriptor: CInt) {
    let directory = fdopendir(descriptor)
    read(directory)
    if directory == nil { close(descriptor) }
  }

  #if canImport(Darwin)
    private typealias Directory = UnsafeMutablePointer<DIR>
  #else
    private typealias Directory = OpaquePointer
  #endif

  /// Reads what has been opened, and closes it.
  private mutating func read(_ directory: Directory?) {
    guard let directory else {
      code = errno
      return
    }
    defer { closedir(directory) }
    while true {
      // The end and a failure look alike but for this.
      errno = 0
      guard let entry = readdir(directory) else {
        code = errno
        break
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      let isItself = name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8)
      if !isItself { entries.append(Entry(name: name, type: Int(entry.pointee.d_type))) }
    }
    entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
  }
}
