import Reactor

/// The actors of Oscar's README: a session that logs in over a pool of API actors. `swift run
/// SessionExample`; what comes out is what `session.yaml` expects of the same actors written as a
/// scenario. `SessionExampleTests` holds what it prints against the text at the end.
@main
public enum SessionExample {
  static func main() throws { try run { print($0) } }

  public static func run(_ write: @escaping (String) -> Void) throws {
    try loggingInKeepsTheToken(write)
    try aRefusedLoginRejectsThePromise(write)
    try anUnknownMessageIsRejected(write)
    try aPoolWorksSideBySide(write)
  }

  private static func loggingInKeepsTheToken(_ write: (String) -> Void) throws {
    let world = try World()
    let login = world.session.ask(Login(email: "ada@example.org"))
    try world.clock.settle()
    write("login: \(text(login))")
    try world.clock.advance(by: .milliseconds(50))
    write("login: \(text(login)), saved: \(world.storage.saved ?? "nothing")")
    let token = world.session.ask(Token())
    let logout = world.session.ask(Logout())
    let later = world.session.ask(Token())
    try world.clock.settle()
    write("token: \(text(token)), logout: \(text(logout)), token: \(text(later))")
    write("saved: \(world.storage.saved ?? "nothing")")
  }

  private static func aRefusedLoginRejectsThePromise(_ write: (String) -> Void) throws {
    let world = try World()
    let login = world.auth.ask(Authorize(email: "nobody@example.org"))
    try world.clock.advance(by: .milliseconds(50))
    write("nobody's login: \(text(login))")
  }

  private static func anUnknownMessageIsRejected(_ write: @escaping (String) -> Void) throws {
    let world = try World()
    world.system.onReport = { write("reported: \($0.message)") }
    let dance = world.session.ask(Dance())
    world.session.tell(Dance())
    try world.clock.settle()
    write("dance: \(text(dance))")
  }

  private static func aPoolWorksSideBySide(_ write: (String) -> Void) throws {
    let world = try World()
    for email in ["a", "b", "c", "d"] { world.api.ask(Request(email: email)) }
    try world.clock.settle()
    write("asked at once: \(world.backend.logins)")
    try world.clock.advance(by: .milliseconds(50))
    write("asked later: \(world.backend.logins.dropFirst(3))")
  }

  private static func text<Value>(_ promise: Promise<Value>) -> String {
    switch promise.outcome {
    case nil: "pending"
    case .fulfilled(let value as String?): value ?? "nothing"
    case .fulfilled(let value): "\(value)"
    case .rejected(let error): "rejected, \(error)"
    case .cancelled: "cancelled"
    }
  }
}

/// The actors, what they find the outside world by, and the time.
private struct World {
  struct Incomplete: Error {}

  let clock = VirtualClock(Graph())
  let system: ActorSystem
  let storage = Storage()
  let backend: Backend
  let session: ActorRef
  let auth: ActorRef
  let api: ActorRef

  init() throws {
    let services = ServiceLocator()
    services.add(storage, as: (any SessionProvider).self)
    system = ActorSystem(on: clock, services: services)
    let backend = Backend(clock.scheduler)
    self.backend = backend
    system.singleton(Session.self) { Session() }
    try system.instance(Auth.self) { Auth() }
    system.pool(API.self, 3) { API(backend) }
    guard let session = system.actor(Session.self), let auth = system.actor(Auth.self),
      let api = system.actor(API.self)
    else { throw Incomplete() }
    (self.session, self.auth, self.api) = (session, auth, api)
  }
}
