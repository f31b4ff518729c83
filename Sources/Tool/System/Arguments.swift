import Loader

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension FilePath {
  /// The path that a word of the command line names.
  init(argument: String) { self.init(bytes: Arguments.Path(argument).bytes) }
}

/// The command line's words as bytes: a file name need not be UTF-8, and Swift's own arguments are
/// repaired where they are not.
enum Arguments {
  struct Path: Equatable {
    var text: String
    var bytes: [UInt8]

    init(_ text: String) {
      self.text = text
      bytes = Array(text.utf8)
      guard text.unicodeScalars.contains("\u{FFFD}") else { return }
      bytes = Arguments.original(text) ?? bytes
    }
  }

  /// The bytes of the argument that this text was repaired from; nil where several were, since nobody can
  /// say which of them is meant: each would stand for the first, and the others not be run.
  private static func original(_ text: String) -> [UInt8]? {
    var found: [UInt8]?
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index] else { continue }
      let bytes = Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
      guard String(decoding: bytes, as: UTF8.self) == text, bytes != found else { continue }
      if found != nil { return nil }
      found = bytes
    }
    return found
  }

  /// Whether anything stands at the path, be it readable or not, or a link that leads nowhere.
  static func exists(_ path: FilePath) -> Bool {
    guard !path.bytes.contains(0) else { return false }
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0
  }

  /// Whether a link stands at the path itself.
  static func isLink(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether the path leads to a folder.
  static func isFolder(_ path: FilePath) -> Bool {
    guard !path.bytes.contains(0) else { return false }
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
