import Values

/// What a `.golden` file holds: the logs of scenarios as text, a section each, which begins with
/// `== ` and the scenario's name.
///
///     # golden 1: …
///
///     == the receipt follows
///     start
///       receipt runs
///
/// Read and written with plain line ends or with those of Windows, which git may have put there;
/// written with those that it was read with.
public struct GoldenFile: Sendable, Equatable {
  public struct Section: Sendable, Equatable {
    /// As `title(of:row:)` gives it.
    public var title: String
    public var lines: TextLines
    /// Where its first line stands in the file that it was read from, from 1.
    public var start: Int

    public init(_ title: String, _ lines: TextLines, start: Int = 1) {
      self.title = title
      self.lines = lines
      self.start = start
    }
  }

  /// Why a text is no golden.
  public struct Fault: Error, Equatable {
    /// From 1.
    public var line: Int
    public var message: String

    public init(line: Int, message: String) {
      self.line = line
      self.message = message
    }
  }

  public private(set) var sections: [Section] = []
  /// Where the sections of a title stand. Titles that Unicode holds for one have one entry.
  private var places: TextTable<[Int]> = [:]
  /// Whether its lines end as those of Windows do: its first decides.
  public private(set) var hasWindowsLines = false

  public init(_ sections: [Section] = []) {
    for section in sections { add(section) }
  }

  /// The same file with other sections.
  public func with(_ sections: [Section]) -> GoldenFile {
    var file = GoldenFile(sections)
    file.hasWindowsLines = hasWindowsLines
    return file
  }

  private mutating func add(_ section: Section) {
    places[section.title, default: []].append(sections.count)
    sections.append(section)
  }

  private static let version = "# golden 1"
  private static let header =
    "\(version): what the scenarios did that say \"golden: true\"; "
    + "\"reactorctl run --update\" writes it anew"
  private static let mark = "== "

  /// The first section of that title.
  public subscript(title: String) -> Section? {
    places[title]?.first { Text.same(sections[$0].title, title) }.map { sections[$0] }
  }

  /// What a scenario's section is called: its name, and the number of its row where
  /// another has that name.
  public static func title(of name: String, row: Int?) -> String {
    let shown = SafeText.shown(name)
    let isPlain =
      Text.same(shown, name) && !name.isEmpty && !name.hasPrefix(" ") && !name.hasSuffix(" ")
      && !name.hasPrefix("\"") && !(row == nil && name.hasSuffix("]"))
    var title = ""
    if isPlain { title = shown } else { Value.write(quoted: name, to: &title) }
    return title + (row.map { "[\($0)]" } ?? "")
  }

  // MARK: Writing

  public var text: String {
    var text = GoldenFile.header + "\n"
    for section in sections {
      text += "\n\(GoldenFile.mark)\(section.title)\n"
      section.lines.write(to: &text)
    }
    return hasWindowsLines ? text.replacing("\n", with: "\r\n") : text
  }

  // MARK: Reading

  /// Whether a file begins as a golden does, or with the marks of a conflict between two, and so may
  /// be written anew: its first bytes are enough. An empty one may.
  public static func isOwn(_ start: [UInt8]) -> Bool {
    let lines = start.split(separator: 0x0a, maxSplits: 2, omittingEmptySubsequences: false)
    guard let first = lines.first, !start.isEmpty else { return true }
    let head = "# golden ".utf8
    if first.starts(with: head) { return true }
    return first.starts(with: "<<<<<<< ".utf8) && lines[1...].first?.starts(with: head) == true
  }

  /// Reads a file. An empty one holds nothing.
  public init(reading bytes: [UInt8]) throws(Fault) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Fault(line: 1, message: "is not UTF-8")
    }
    hasWindowsLines = bytes.firstIndex(of: 0x0a).map { $0 > 0 && bytes[$0 - 1] == 0x0d } ?? false
    var number = 0
    for line in GoldenLines(bytes) {
      number += 1
      if GoldenFile.isConflict(line) {
        throw Fault(line: number, message: "holds the marks of a conflict that git left")
      }
    }
    if bytes.isEmpty { return }
    try read(GoldenLines(bytes))
  }

  private mutating func read(_ lines: GoldenLines) throws(Fault) {
    var (number, section) = (0, Section?.none)
    for line in lines {
      number += 1
      if number == 1 {
        try GoldenFile.checkFirst(line)
      } else if line.starts(with: GoldenFile.mark.utf8) {
        if let section { end(section) }
        let title = String(decoding: line.dropFirst(GoldenFile.mark.utf8.count), as: UTF8.self)
        if self[title] != nil {
          throw Fault(line: number, message: "has two sections \"\(SafeText.shown(title))\"")
        }
        section = Section(title, [], start: number + 1)
      } else if section != nil {
        section?.lines.append(utf8: line)
      } else if !line.isEmpty, line.first != UInt8(ascii: "#") {
        throw Fault(line: number, message: "has text that belongs to no section")
      }
    }
    if let section { end(section) }
  }

  private static func checkFirst(_ line: ArraySlice<UInt8>) throws(Fault) {
    let isOurs =
      line.starts(with: "\(version):".utf8) || line.elementsEqual(version.utf8)
    if isOurs { return }
    throw Fault(
      line: 1,
      message: line.starts(with: "# golden ".utf8)
        ? "was written by a newer version of reactorctl" : "does not begin with \"\(version)\"")
  }

  /// Empty lines behind a section are none of its own.
  private mutating func end(_ section: Section) {
    var section = section
    while section.lines.last?.isEmpty ?? false { section.lines.removeLast() }
    add(section)
  }

  private static func isConflict(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, "<>|=".utf8.contains(first) else { return false }
    return line.elementsEqual("=======".utf8)
      || ["<<<<<<< ", ">>>>>>> ", "||||||| "].contains { line.starts(with: $0.utf8) }
  }
}

/// The lines of a golden, one after the other and without their ends.
private struct GoldenLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var start: Int? = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> ArraySlice<UInt8>? {
    guard let start else { return nil }
    let end = bytes[start...].firstIndex(of: 0x0a)
    self.start = end.map { $0 + 1 }
    let line = bytes[start..<(end ?? bytes.count)]
    return line.last == 0x0d ? line.dropLast() : line
  }
}
