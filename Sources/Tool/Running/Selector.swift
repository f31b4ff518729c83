import Loader
import Scenarios
import Values

/// A path as it stands on the command line: a file or folder, and perhaps what to pick from it:
/// `shop.yaml:12` (a line, as messages show it), `shop.yaml::NAME` or `shop.yaml::NAME[ROW]`.
struct Selector: Equatable {
  enum Pick: Equatable {
    case everything
    /// The scenario that the line stands in, or the row of `each`.
    case line(Int)
    /// By name as written or as filled in; of several rows the one with that number.
    case name(String, row: Int?)
  }

  var path: FilePath
  var pick: Pick
  /// As the user wrote it.
  var text: String

  /// The path of a file or folder in the same folder that is much like the one which is not there.
  var nearestFile: String? {
    var bytes = path.bytes[...]
    // A scenario was perhaps to be picked from it.
    let colon = UInt8(ascii: ":")
    if let end = bytes.indices.dropLast().first(where: {
      bytes[$0] == colon && bytes[$0 + 1] == colon
    }) {
      bytes = bytes[..<end]
    }
    let wanted = FilePath(bytes: Array(bytes))
    let names = FolderListing(of: wanted.folder).entries.map { FilePath(bytes: $0.name).shown }
    let name = FilePath(bytes: Array(wanted.name)).shown
    let folder = FilePath(bytes: wanted.bytes.dropLast(wanted.name.count)).shown
    return Suggestion.nearest(to: name, among: names).map { folder + $0 }
  }

  /// Takes the argument apart. A file that really bears such a name wins, then one whose name is
  /// printed so, and at last a folder, from which nothing can be picked.
  init(_ argument: Arguments.Path) {
    self.init(whole: argument)
    if Arguments.exists(path) { return }
    let bytes = argument.bytes
    if take(bytes, finding: { Selector.isFile($0) ? $0 : nil }) { return }
    if FilePath.mayBeShown(argument.text) {
      if let whole = PrintedPath.find(path) {
        path = whole
        return
      }
      let find = { PrintedPath.find($0).flatMap { Selector.isFile($0) ? $0 : nil } }
      if take(bytes, finding: find) { return }
    }
    _ = take(bytes, finding: { Arguments.exists($0) ? $0 : nil })
  }

  private static func isFile(_ path: FilePath) -> Bool {
    Arguments.exists(path) && !Arguments.isFolder(path)
  }

  /// Takes apart what names a file and what to pick from it; false where no file is found.
  private mutating func take(_ bytes: [UInt8], finding find: (FilePath) -> FilePath?) -> Bool {
    for index in bytes.indices.dropLast()
    where bytes[index] == UInt8(ascii: ":") && bytes[index + 1] == UInt8(ascii: ":") {
      guard let file = find(FilePath(bytes: Array(bytes[..<index]))) else { continue }
      path = file
      pick = Selector.named(String(decoding: bytes[(index + 2)...], as: UTF8.self))
      return true
    }
    guard let (prefix, line) = Selector.line(bytes), let file = find(prefix) else { return false }
    path = file
    pick = .line(line)
    return true
  }

  private init(whole argument: Arguments.Path) {
    path = FilePath(bytes: argument.bytes)
    pick = .everything
    text = path.shown
  }

  /// `NAME` or `NAME[ROW]`.
  private static func named(_ text: String) -> Pick {
    let bytes = Array(text.utf8)
    if bytes.last == UInt8(ascii: "]"), let open = bytes.lastIndex(of: UInt8(ascii: "[")),
      let row = number(bytes[(open + 1)..<(bytes.count - 1)])
    {
      return .name(String(decoding: bytes[..<open], as: UTF8.self), row: row)
    }
    return .name(text, row: nil)
  }

  /// `PATH:LINE` or `PATH:LINE:COLUMN`, as copied from a message.
  private static func line(_ bytes: [UInt8]) -> (FilePath, Int)? {
    guard let last = bytes.lastIndex(of: UInt8(ascii: ":")),
      let number = number(bytes[(last + 1)...])
    else { return nil }
    let head = bytes[..<last]
    if let colon = head.lastIndex(of: UInt8(ascii: ":")),
      let line = Selector.number(head[(colon + 1)...])
    {
      return (FilePath(bytes: Array(head[..<colon])), line)
    }
    return (FilePath(bytes: Array(head)), number)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
