import Foundation
import Testing

/// What README.md and the pages of docs/ show is what a reader gets.
///
/// Each page has a folder of its own, in which its blocks are used from top to bottom:
/// * `yaml` is a scenario file, which passes, and to which `check` has no objection. A comment in
///   the line above says otherwise: `<!-- fails -->`, `<!-- invalid -->`, `<!-- unsound -->` (it
///   passes, but `check` objects), `<!-- model -->` (nothing to run), `<!-- fragment -->` (only
///   YAML). `<!-- file: NAME -->` names the file, `example.yaml` without it.
/// * `yml` is a file for other tools, and so only YAML.
/// * `text` is what running the `yaml` block before it prints.
/// * `console` is commands, each behind `$ `, and what they print.
///
/// `UPDATE_OUT=1 swift test --filter DocsTests` writes what is printed into the pages.
@Suite struct DocsTests {
  @Test(arguments: DocsPage.all)
  func everyBlockDoesWhatThePageSays(_ path: String) throws {
    let page = try DocsPage(path)
    var reader = try DocsReader(page)
    var changes: [(block: DocsPage.Block, lines: [String])] = []
    for block in page.blocks {
      // What is said of a block beside its language nobody reads.
      #expect(!block.language.contains(" "), "\(path):\(block.lines.lowerBound)")
      guard let printed = try reader.use(block) else { continue }
      let lines = printed.components(separatedBy: "\n").dropLast()
      if printed != page.text(of: block) { changes.append((block, Array(lines))) }
      if ProcessInfo.processInfo.environment["UPDATE_OUT"] == nil {
        #expect(printed == page.text(of: block), "\(path):\(block.lines.lowerBound)")
      }
    }
    if ProcessInfo.processInfo.environment["UPDATE_OUT"] != nil { try page.write(changes) }
  }

  @Test(arguments: DocsPage.all)
  func everyLinkLeadsSomewhere(_ path: String) throws {
    let page = try DocsPage(path)
    let folder = URL(filePath: Tool.root + "/" + path).deletingLastPathComponent()
    for link in page.links where !link.hasPrefix("https://") {
      let parts = link.components(separatedBy: "#")
      let target = parts[0].isEmpty ? path : folder.appending(path: parts[0]).path
      #expect(
        parts[0].isEmpty || FileManager.default.fileExists(atPath: target), "\(path): \(link)")
      guard parts.count > 1 else { continue }
      let relative = target.replacing(Tool.root + "/", with: "")
      #expect(try DocsPage(relative).anchors.contains(parts[1]), "\(path): \(link)")
    }
  }
}

/// A folder in which the blocks of a page are written, run and typed in.
struct DocsReader {
  private let page: DocsPage
  private let scratch: Scratch
  private var tool = Tool()
  /// What running the last scenario file printed.
  private var printed: String?

  init(_ page: DocsPage) throws {
    self.page = page
    scratch = try Scratch()
    let bin = scratch.path + "/.build/release"
    let files = FileManager.default
    try files.createDirectory(atPath: bin, withIntermediateDirectories: true)
    try files.createSymbolicLink(
      atPath: bin + "/reactorctl", withDestinationPath: URL(filePath: Tool.path).path)
    tool.folder = scratch.path
    tool.environment["PATH"] = bin + ":/usr/bin:/bin"
    tool.environment["HOME"] = bin
  }

  /// Does what the block is for, and gives what it should show.
  mutating func use(_ block: DocsPage.Block) throws -> String? {
    switch block.language {
    case "yaml", "yml":
      try run(block)
      return nil
    case "csv":
      try scratch.write(block.file ?? "rows.csv", page.text(of: block))
      return nil
    case "text": return printed
    case "console":
      var shown = ""
      for line in page.lines[block.lines] where line.hasPrefix("$ ") {
        let ending = try tool.shell("exec 2>&1; " + line.dropFirst(2))
        shown += line + "\n" + ending.out
      }
      return shown
    default: return nil
    }
  }

  private mutating func run(_ block: DocsPage.Block) throws {
    let name = block.file ?? "example.yaml"
    let place = "\(page.path):\(block.lines.lowerBound + 1)"
    if block.language == "yml" || block.marks.contains("fragment") {
      let inner = page.lines[block.lines].map { "  \($0)\n" }.joined()
      try scratch.write(name, "fragment:\n" + inner)
      let ending = try tool.run("debug", "decode", name)
      #expect(ending.code == 0, "\(place)\n\(ending.text)")
      return
    }
    try scratch.write(name, page.text(of: block))
    let verdicts: [(mark: String, code: Int32)] = [("fails", 1), ("invalid", 3), ("model", 5)]
    let verdict = verdicts.first { block.marks.contains($0.mark) }?.code ?? 0
    let ending = try tool.run("run", name)
    #expect(ending.code == verdict, "\(place)\n\(ending.text)")
    printed = ending.text
    guard verdict != 3 else { return }
    let check = try tool.run("check", "--quiet", name)
    // Besides the last line there is what is wrong.
    let isSound = check.text.split(separator: "\n").count == 1
    #expect(isSound != block.marks.contains("unsound"), "\(place)\n\(check.text)")
  }
}
