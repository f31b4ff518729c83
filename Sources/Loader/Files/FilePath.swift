import Values

/// A path as the system knows it: bytes, which need not be UTF-8.
public struct FilePath: Sendable, Hashable, ExpressibleByStringLiteral {
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }

  public init(_ text: String) { bytes = Array(text.utf8) }

  public init(stringLiteral text: String) { self.init(text) }

  static let slash = UInt8(ascii: "/")

  /// What stands behind the last slash.
  public var name: ArraySlice<UInt8> {
    bytes.lastIndex(of: FilePath.slash).map { bytes[($0 + 1)...] } ?? bytes[...]
  }

  /// What stands before the last slash; `.` where there is none.
  public var folder: FilePath {
    guard let slash = bytes.lastIndex(of: FilePath.slash) else { return "." }
    return FilePath(bytes: Array(bytes[..<max(slash, 1)]))
  }

  /// The path of something in the folder that this one leads to.
  public func appending(_ name: some Collection<UInt8>) -> FilePath {
    if bytes.last == FilePath.slash { return FilePath(bytes: bytes + name) }
    return FilePath(bytes: bytes + [FilePath.slash] + name)
  }

  /// How the names of scenario files end.
  package static let scenarioEndings = [".yaml", ".yml"]

  /// The one of these that the name has, with something before it.
  private var scenarioEnding: String? {
    let name = self.name
    return FilePath.scenarioEndings.first {
      name.count > $0.utf8.count && name.hasSuffix($0.utf8)
    }
  }

  /// Whether the name ends as a scenario file's does.
  var isScenarioFile: Bool { scenarioEnding != nil }

  /// Whether a search of folders finds it: a scenario file whose name does not say that it holds rows.
  var isSearchedFor: Bool {
    isScenarioFile && ![".rows.yaml", ".rows.yml"].contains { name.hasSuffix($0.utf8) }
  }

  /// The name without `.yaml` or `.yml`.
  var title: String {
    SafeText.shown(
      String(decoding: name.dropLast(scenarioEnding?.utf8.count ?? 0), as: UTF8.self))
  }
}

extension ArraySlice<UInt8> {
  func hasSuffix(_ suffix: some BidirectionalCollection<UInt8>) -> Bool {
    count >= suffix.count && self.suffix(suffix.count).elementsEqual(suffix)
  }
}

/// Why a file could not be read at all. It has no bytes, so the message has no place in it.
public struct FileProblem: Error, Sendable, Hashable {
  public enum Cause: Sendable {
    /// It is not there.
    case missing
    /// It may not be read, or reading failed.
    case unreadable
    /// A folder, a pipe, a device.
    case notAFile
    case tooLarge
  }

  public var path: FilePath
  public var kind: Cause
  /// `cannot be read: No such file or directory`.
  public var message: String

  public init(_ path: FilePath, _ kind: Cause, _ message: String) {
    self.path = path
    self.kind = kind
    self.message = message
  }
}
