import Reactor

/// What keeps a token from one start of the program to the next.
protocol SessionProvider: AnyObject {
  func save(_ token: String)
  func clear()
}

final class Storage: SessionProvider {
  private(set) var saved: String?

  func save(_ token: String) { saved = token }
  func clear() { saved = nil }
}

/// The server, which answers 50 ms after it was asked.
final class Backend {
  struct NoSuchUser: Error, CustomStringConvertible {
    var description: String { "no such user" }
  }

  private let scheduler: Scheduler
  /// Whom it was asked to log in, in order.
  private(set) var logins: [String] = []

  init(_ scheduler: Scheduler) { self.scheduler = scheduler }

  func login(_ email: String) throws -> Promise<String> {
    logins.append(email)
    let token = Promise<String>(on: scheduler)
    try scheduler.after(50_000_000, "backend.login") {
      if email == "nobody@example.org" {
        token.reject(NoSuchUser())
      } else {
        token.fulfil("token-of-\(email)")
      }
    }
    return token
  }
}
