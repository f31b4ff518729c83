import Loader
import Scenarios
import TestSupport
import Testing
import Values

@testable import Runner

/// What is told of a world depends on nothing but its state, and telling it changes nothing.
@Suite struct PlayedTwiceTests {
  static let paths = Project.files(in: "scenarios/passing", endingWith: ".yaml")

  /// So many turns of each scenario are looked at, and behind them one in so many: some files take
  /// thousands of turns, or hold megabytes.
  private static let looked = 60
  private static let every = 211
  /// Behind so many bytes of descriptions no more are made.
  private static let most = 400_000

  /// Looks at the turns that count, as long as there is room.
  private final class Looking {
    private(set) var texts: [String] = []
    private var bytes = 0
    private let check: ((Int, String) -> Void)?

    init(check: ((Int, String) -> Void)? = nil) { self.check = check }

    func look(_ runtime: Runtime) {
      let turns = runtime.world.turns
      guard turns <= looked || turns.isMultiple(of: every), bytes < most else { return }
      let text = WorldDescription(of: runtime).description
      bytes += text.utf8.count
      check?(texts.count, text)
      texts.append(text)
    }
  }

  @Test(arguments: paths)
  func twoRunsAreDescribedAlikeAndGoAsOneThatIsNot(_ path: String) throws {
    let file = try #require(ScenarioLoader.load(FilePath(Project.path(path))).file)
    for playing in Playing.all(in: file) {
      let problem = onLargeStack { self.difference(in: playing) }
      #expect(problem == nil, "\(path): \(playing.script.scenario.name.text)")
    }
  }

  /// Nil where there is none.
  private func difference(in playing: Playing) -> String? {
    let first = Looking()
    let told = playing.play(isRecording: true) { first.look($0) }
    let second = Looking()
    playing.play { second.look($0) }
    for (turn, (one, other)) in zip(first.texts, second.texts).enumerated()
    where !Text.same(one, other) {
      return "look \(turn):\n\(one)\n--- but\n\(other)"
    }
    if first.texts.count != second.texts.count { return "other turns" }
    if first.texts.isEmpty { return "no turn" }
    let untold = playing.play(isRecording: true)
    if lines(told.log) != lines(untold.log) { return "another log" }
    if told.failures.map(\.message) != untold.failures.map(\.message) { return "other failures" }
    return nil
  }

  /// Every entry of a log with all that it says.
  private func lines(_ log: RunLog?) -> [String] {
    (log?.entries.map { $0 } ?? []).map { entry in
      let event = entry.event
      let texts = [event.subject, event.other, event.name, event.text, event.cause]
      let numbers = [entry.parent, entry.cause, entry.turn, event.count]
      return """
        \(event.kind.rawValue) \(texts.map { $0?.description ?? "-" }) \
        \(numbers.map { $0 ?? -1 }) \(event.old?.description ?? "-") \
        \(event.value?.description ?? "-") \(entry.time)
        """
    }
  }
}
