import Loader
import Scenarios
import TestSupport
import Testing
import Values

@testable import Runner

/// A model of cells and events has exactly the states that a table of its cells' values has, whatever
/// has been read on the way there.
@Suite struct StateCountTests {
  /// The puzzle of two jugs, of 5 and of 3, with which 4 are to be measured.
  private static let jugs = """
    cells:
      big: 0
      small: 0
      sum: = big + small
      isDone: = sum >= 4 && big == 4
    """

  private static let moves = [
    "{set: {big: 5}}", "{set: {small: 3}}", "{set: {big: 0}}", "{set: {small: 0}}",
    "{set: {big: '= sum > 5 ? 5 : sum', small: '= sum > 5 ? sum - 5 : 0'}}",
    "{set: {small: '= sum > 3 ? 3 : sum', big: '= sum > 3 ? sum - 3 : 0'}}",
    "{assert: isDone || true}",
  ]

  @Test func theJugsHaveSixteenStates() throws {
    var seen = Set<String>()
    var values = Set<String>()
    var waiting: [[String]] = [["{batch: []}"]]
    while let path = waiting.popLast() {
      let text = "\(Self.jugs)\nsteps: [\(path.joined(separator: ", ")), {batch: []}]"
      let playing = Playing.all(in: try Playing.file(text))[0]
      let last = try #require(onLargeStack { playing.descriptions().all.last })
      guard seen.insert(last.description).inserted else { continue }
      let cells = last.lines.filter { $0.path.hasPrefix("cell") }
      values.insert(cells.map(\.content).joined(separator: " "))
      for move in Self.moves { waiting.append(path + [move]) }
    }
    #expect(seen.count == 16)
    #expect(values.count == 16)
  }
}
