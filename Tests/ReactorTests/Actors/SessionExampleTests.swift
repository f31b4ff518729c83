import SessionExample
import Testing

struct SessionExampleTests {
  @Test func `the example prints what it says at its end`() throws {
    let log = Log()
    try SessionExample.run { log($0) }
    #expect(
      log.take() == [
        "login: pending",
        "login: token-of-ada@example.org, saved: token-of-ada@example.org",
        "token: token-of-ada@example.org, logout: true, token: nothing",
        "saved: nothing",
        "nobody's login: rejected, no such user",
        "reported: Unknown message: Dance",
        "dance: rejected, Unknown message: Dance",
        #"asked at once: ["a", "b", "c"]"#,
        #"asked later: ["d"]"#,
      ])
  }
}
