import GitHubSearchExample
import Testing

struct GitHubSearchExampleTests {
  @Test func `the example prints what it says at its end`() throws {
    let log = Log()
    try GitHubSearch.run { log($0) }
    #expect(
      log.take() == [
        "at first: []",
        #"swift: ["swift1", "swift2", "swift3"]"#,
        "no query: []",
        "asked before the pause: []",
        #"asked after it: ["sw"], loading: true"#,
        #"answered: ["sw/1", "sw/2"]"#,
        "old [] loading",
        "new [] loading",
        "new [] loading",
        #"new ["new/1", "new/2"] loading"#,
        #"new ["new/1", "new/2"] done"#,
        #"asked: ["old", "new"]"#,
        "spin",
        "alert: rate limited",
        "rest",
      ])
  }
}
