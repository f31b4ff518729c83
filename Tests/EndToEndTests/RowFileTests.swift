import Foundation
import Testing

/// Rows that stand in another file, as those see it who run, watch, update and report.
@Suite struct RowFileTests {
  let scratch: Scratch
  var tool = Tool()

  private static let rows = "price,twice\n10,20\n11,23\n"

  init() throws {
    scratch = try Scratch()
    tool.folder = scratch.path
    tool.environment["HOME"] = scratch.path
    tool.environment["REACTORCTL_CACHE"] = scratch.path + "/cache"
    try scratch.write(
      "a.yaml",
      """
      cells: {cost: 0, double: = cost * 2}
      scenarios:
        - name: "{price}"
          each: {file: rows.csv}
          steps:
            - set: {cost: = price}
              expect: {double: = twice}

      """)
    try scratch.write("rows.csv", RowFileTests.rows)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: scratch.path + "/" + name, encoding: .utf8)
  }

  @Test func anUpdateSaysWhatItWouldWriteAndWritesNothing() throws {
    let before = try text("a.yaml")
    let ending = try tool.run("run", "--update", "a.yaml")
    #expect(ending.code == 1)
    let note = "a.yaml:7:26: not updated: rows.csv:3:4 would hold 22, and only the file that runs"
    #expect(ending.text.contains(note), "\(ending.text)")
    #expect(try text("a.yaml") == before)
    #expect(try text("rows.csv") == RowFileTests.rows)
    try scratch.write("rows.csv", "price,twice\n10,_\n")
    let placeholder = try tool.run("run", "a.yaml")
    #expect(placeholder.text.contains("rows.csv:2:4: error:"))
    #expect(placeholder.text.contains("= help: write 20\n"))
    #expect(!placeholder.text.contains("--update"), "nothing is written there")
  }

  @Test func reportsTellTheFileOfARow() throws {
    _ = try tool.run("run", "--report", "jsonl=r.jsonl", "--report", "junit=r.xml", "a.yaml")
    let lines = try text("r.jsonl").split(separator: "\n").filter { $0.contains("\"scenario\"") }
    #expect(lines.count == 2)
    #expect(lines[1].contains(#""row":1,"rowFile":"rows.csv","line":3,"column":1,"endLine":3"#))
    #expect(try text("r.xml").contains(#"classname="a.yaml" file="rows.csv" line="3""#))
    let merged = try tool.run("merge", "r.jsonl", "--report", "junit=m.xml")
    #expect(merged.code == 1)
    #expect(try text("m.xml").contains(#"classname="a.yaml" file="rows.csv" line="3""#))
  }

  /// Lines are those of the file that is named, and rows have names.
  @Test func aRowIsPickedByItsName() throws {
    #expect(try tool.run("run", "a.yaml::10").code == 0)
    #expect(try tool.run("run", "a.yaml::11").code == 1)
    let lines = try tool.run("run", "--list", "a.yaml:3").out
    #expect(lines == "a.yaml::10\na.yaml::11\n")
  }

  @Test func aChangeOfRowsIsOneOfTheirUsers() throws {
    let git = "git -c user.name=x -c user.email=x@y"
    let made = try tool.shell("\(git) init -q . && git add . && \(git) commit -qm one")
    try #require(made.code == 0, "\(made.text)")
    #expect(try tool.run("run", "--list", "--changed", ".").out == "")
    try scratch.write("rows.csv", "price,twice\n10,20\n")
    #expect(try tool.run("run", "--list", "--changed", ".").out == "a.yaml::10\n")
  }

  @Test func aReportIsNeverWrittenOverRows() throws {
    let ending = try tool.run("run", "--report", "junit=rows.csv", "a.yaml")
    #expect(ending.code != 0)
    #expect(try text("rows.csv") == RowFileTests.rows)
  }

  @Test func anyNumberOfThreadsTellsTheSame() throws {
    for number in 0..<12 {
      try scratch.write("s/f\(number).yaml", try text("a.yaml").replacing("rows", with: "../rows"))
    }
    let one = try tool.run("run", "--jobs", "1", "s")
    #expect(one.code == 1)
    #expect(try tool.run("run", "--jobs", "4", "s").text == one.text)
    try scratch.write("rows.csv", "price,twice\n10\n")
    let broken = try tool.run("run", "--jobs", "1", "s")
    #expect(broken.code == 3)
    #expect(try tool.run("run", "--jobs", "4", "s").text == broken.text)
  }
}
