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
    public var lines: [String]
    /// Where its first line stands in the file that it was read from, from 1.
    public var start: Int

    public init(_ title: String, _ lines: [String], start: Int = 1) {
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

  public var sections: [Section]
  /// Whether its lines end as those of Windows do: its first decides.
  public private(set) var hasWindowsLines = false

  public init(_ sections: [Section] = []) { self.sections = sections }

  private static let version = "# golden 1"
  private static let header =
    "\(version): what the scenarios did that say \"golden: true\"; "
    + "\"reactorctl run --update\" writes it anew"
  private static let mark = "== "

  /// The first section of that title.
  public subscript(title: String) -> Section? {
    sections.first { Text.same($0.title, title) }
  }

  /// What a scenario's section is called: its name as written, and the number of its row.
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
      for line in section.lines { text += line + "\n" }
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
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Fault(line: 1, message: "is not UTF-8")
    }
    let lines = text.utf8.split(separator: 0x0a, omittingEmptySubsequences: false).map {
      String(decoding: $0.last == 0x0d ? $0.dropLast() : $0, as: UTF8.self)
    }
    sections = []
    hasWindowsLines = bytes.firstIndex(of: 0x0a).map { $0 > 0 && bytes[$0 - 1] == 0x0d } ?? false
    for (index, line) in lines.enumerated() where GoldenFile.isConflict(line) {
      throw Fault(line: index + 1, message: "holds the marks of a conflict that git left")
    }
    if bytes.isEmpty { return }
    guard lines[0].hasPrefix(GoldenFile.version + ":") || lines[0] == GoldenFile.version else {
      let isNewer = lines[0].hasPrefix("# golden ")
      throw Fault(
        line: 1,
        message: isNewer
          ? "was written by a newer version of reactorctl"
          : "does not begin with \"\(GoldenFile.version)\"")
    }
    try read(lines)
  }

  private mutating func read(_ lines: [String]) throws(Fault) {
    for (index, line) in lines.enumerated().dropFirst() {
      if line.hasPrefix(GoldenFile.mark) {
        endSection()
        let title = String(line.dropFirst(GoldenFile.mark.count))
        if self[title] != nil {
          throw Fault(line: index + 1, message: "has two sections \"\(SafeText.shown(title))\"")
        }
        sections.append(Section(title, [], start: index + 2))
      } else if !sections.isEmpty {
        sections[sections.count - 1].lines.append(line)
      } else if !line.isEmpty, !line.hasPrefix("#") {
        throw Fault(line: index + 1, message: "has text that belongs to no section")
      }
    }
    endSection()
  }

  /// Empty lines behind a section are none of its own.
  private mutating func endSection() {
    guard !sections.isEmpty else { return }
    while sections[sections.count - 1].lines.last?.isEmpty ?? false {
      sections[sections.count - 1].lines.removeLast()
    }
  }

  private static func isConflict(_ line: String) -> Bool {
    line.hasPrefix("<<<<<<< ") || line.hasPrefix(">>>>>>> ") || line.hasPrefix("||||||| ")
      || line == "======="
  }
}
