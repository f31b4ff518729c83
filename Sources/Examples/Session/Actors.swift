import Reactor

struct Login: Message {
  typealias Answer = String
  let email: String
}

struct Logout: Message {}

struct Token: Message {
  typealias Answer = String?
}

struct Authorize: Message {
  typealias Answer = String
  let email: String
}

struct Request: Message {
  typealias Answer = String
  let email: String
}

struct Dance: Message {}

struct NotRegistered: Error {}

/// Keeps the token of who is logged in. Busy while a login is under way: what comes meanwhile waits.
final class Session: Actor {
  private var token: String?

  override func setup() {
    on(Login.self, future: login)
    on(Logout.self, do: { _ in self.logout() })
    on(Token.self, result: { _ in self.token })
  }

  private func login(_ message: Login) throws -> Promise<String> {
    guard let api = actor(API.self) else { throw NotRegistered() }
    return api.ask(Request(email: message.email)).then { token in
      self.token = token
      self.provider?.save(token)
      return token
    }
  }

  private func logout() {
    provider?.clear()
    token = nil
  }

  private var provider: (any SessionProvider)? { services.find((any SessionProvider).self) }
}

/// Answers with whatever the session answers.
final class Auth: Actor {
  override func setup() {
    on(
      Authorize.self,
      future: { message in
        guard let session = self.actor(Session.self) else { throw NotRegistered() }
        return session.ask(Login(email: message.email))
      })
  }
}

/// One of the workers that talk to the server, one request at a time each.
final class API: Actor {
  private let backend: Backend

  init(_ backend: Backend) { self.backend = backend }

  override func setup() {
    on(Request.self, future: { [backend] message in try backend.login(message.email) })
  }
}
