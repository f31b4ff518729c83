import Loader
import Reports
import Testing

@testable import Tool

/// What `check` keeps of files that wait for what others use.
@Suite struct CheckQueueTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func told(_ names: [String], most: Int) -> (texts: [String], loads: Int) {
    var loads = 0
    var queue = CheckQueue(most: most) { path in
      loads += 1
      return ScenarioLoader.load(path)
    }
    var texts: [String] = []
    let report = TextReport(colours: false, width: 100)
    for (index, name) in names.enumerated() {
      queue.add(ScenarioLoader.load(scratch.file(name)), scratch.file(name), index: index)
      while let (told, _) = queue.next(isEnd: false) { texts.append(report.failures(told)) }
    }
    while let (told, _) = queue.next(isEnd: true) { texts.append(report.failures(told)) }
    return (texts, loads)
  }

  @Test func whatDoesNotFitIsLoadedAgainAndToldTheSame() throws {
    try scratch.write("model.yaml", "cells: {spare: 1, used: 2, other: 3}\n")
    try scratch.write("a.yaml", "use: [model.yaml]\nsteps: [{expect: {used: 2}}]\n")
    try scratch.write("b.yaml", "cells: {own: 1}\nsteps: [{assert: 1 == 1}]\n")
    try scratch.write("c.yaml", "use: [model.yaml]\nsteps: [{expect: {other: 3}}]\n")
    let names = ["model.yaml", "b.yaml", "a.yaml", "c.yaml"]
    let (all, none) = (told(names, most: CheckQueue.mostWaiting), told(names, most: 0))
    #expect(all.texts.count == 4 && all.loads == 0)
    #expect(all.texts.first?.contains("\"spare\" is never read") == true)
    #expect(all.texts == none.texts)
    #expect(none.loads > 0)
  }
}
