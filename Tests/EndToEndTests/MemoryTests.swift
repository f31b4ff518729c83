import Foundation
import Testing

/// What is over leaves nothing behind: neither messages nor scenarios.
@Suite struct MemoryTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private static func conversation(of count: Int) -> String {
    """
    settings: {turns: 100000}
    actors:
      asker:
        on:
          Begin:
            future: [{repeat: \(count), do: [{ask: {echo: {Say: 1}}}]}, {reply: true}]
      echo:
        state: {count: 0}
        on:
          Say:
            future: [{set: {count: = state.count + 1}}, {reply: = state.count}]
    scenarios:
      - name: a conversation
        steps:
          - ask: {asker: Begin}
            expect: {echo.count: \(count)}

    """
  }

  /// Ends while asks were lost, one is forwarded, one waits, and a timer runs.
  private static let unfinished = """
    cells: {go: false}
    actors:
      front:
        state: {note: "\(String(repeating: "x", count: 20_000))"}
        on:
          Pass: {future: [{forward: {back: Wait}}]}
      back:
        state: {ticks: 0}
        on:
          Wait: {future: [{every: 1s, do: [{set: {ticks: = state.ticks + 1}}]}, {wait: 1h}]}
    computations:
      open: [{ask: {back: Wait}}]
      lost: [{if: go, then: [{ask: {back: Wait}}]}]
    scenarios:
      - name: much stays open
        steps:
          - drop: {to: back}
          - set: {go: true}
          - ask: {back: Wait}
          - drop: {to: back}
          - ask: {front: Pass}
          - advance: 3s
            expect: {back.ticks: 3}

    """

  private func peak(of path: String) throws -> Int {
    var tool = Tool()
    tool.folder = scratch.path
    let ending = try tool.run("run", path)
    #expect(ending.code == 0, "\(ending.text.prefix(2000))")
    return ending.peak
  }

  @Test func aMessageThatIsWorkedOffTakesNoMemory() throws {
    try scratch.write("short.yaml", MemoryTests.conversation(of: 500))
    try scratch.write("long.yaml", MemoryTests.conversation(of: 20_000))
    #expect(try peak(of: "long.yaml") - peak(of: "short.yaml") < 2 << 20)
  }

  @Test func aScenarioThatIsOverTakesNoMemory() throws {
    for (folder, count) in [("few", 20), ("many", 220)] {
      for number in 0..<count {
        try scratch.write("\(folder)/\(number).yaml", MemoryTests.unfinished)
      }
    }
    #expect(try peak(of: "many") - peak(of: "few") < 2 << 20)
  }
}
