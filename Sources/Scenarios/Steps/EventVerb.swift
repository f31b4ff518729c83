/// Verbs by which something happens to a reactor, a store, an actor or a service.
public indirect enum EventVerb: Sendable {
  case send(reactor: NumberedName, Case)
  case dispatch(store: NumberedName, Case, isSync: Bool)
  case tell(Recipient, Case)
  case ask(Verb.Ask)
  case call(Verb.Call)
  case present(Verb.Presentation)
  case replace(Verb.Presentation)
  case dismiss(store: NumberedName, Verb.Dismissal)
  case stub(reactor: NumberedName)
}

extension Verb {
  /// `github.search`; the service's own name, also where it was written by one it provides.
  public struct Method: Sendable {
    /// The service's number and name.
    public var service: NumberedName
    /// The method's number in its service, and its name.
    public var method: NumberedName
    /// As written.
    public var name: Name

    public init(service: NumberedName, method: NumberedName, name: Name) {
      self.service = service
      self.method = method
      self.name = name
    }

    /// Which method it is, whatever it was written as.
    public struct Numbers: Hashable, Sendable {
      let service: Int
      let method: Int
    }

    /// Which method it is.
    public var numbers: Numbers { Numbers(service: service.number, method: method.number) }
  }

  public struct Call: Sendable {
    public var method: Method
    /// Nil for none, which is null.
    public var arguments: Datum?
    /// `else`: what is done where it is rejected, with `error` bound; nil: that is a failure.
    public var otherwise: [Step]?
    /// How long the caller waits for the answer.
    public var timeout: Datum?

    public init(
      method: Method, arguments: Datum? = nil, otherwise: [Step]? = nil, timeout: Datum? = nil
    ) {
      self.method = method
      self.arguments = arguments
      self.otherwise = otherwise
      self.timeout = timeout
    }
  }

  /// A message that is to be answered.
  public struct Ask: Sendable {
    public var recipient: Recipient
    public var message: Case
    /// `else`: what is done where it is rejected, with `error` bound; nil: that is a failure.
    public var otherwise: [Step]?
    /// How long the sender waits for the answer.
    public var timeout: Datum?

    public init(
      _ message: Case, to recipient: Recipient, otherwise: [Step]? = nil, timeout: Datum? = nil
    ) {
      self.recipient = recipient
      self.message = message
      self.otherwise = otherwise
      self.timeout = timeout
    }
  }

  /// A route to be shown.
  public struct Presentation: Sendable {
    public var store: NumberedName
    public var route: Name
    /// Nil for none, which is null.
    public var arguments: Datum?

    public init(store: NumberedName, route: Name, arguments: Datum? = nil) {
      self.store = store
      self.route = route
      self.arguments = arguments
    }
  }

  public enum Dismissal: Sendable {
    case top
    /// Only if that route is on top.
    case route(Name)
    /// Down to so many.
    case count(Datum)
  }
}

extension EventVerb {
  func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .send(_, let action), .dispatch(_, let action, _): action.eachPiece(visit)
    case .tell(let recipient, let message):
      recipient.eachPiece(visit)
      message.eachPiece(visit)
    case .ask(let ask): ask.eachPiece(visit)
    case .call(let call): call.eachPiece(visit)
    case .present(let route), .replace(let route):
      if let arguments = route.arguments { visit(.datum(arguments)) }
    case .dismiss(_, let dismissal): dismissal.eachPiece(visit)
    case .stub: break
    }
  }

  var needsBody: Bool {
    switch self {
    case .ask, .call: true
    case .send, .dispatch, .tell, .present, .replace, .dismiss, .stub: false
    }
  }

  var use: Use {
    switch self {
    case .send(let reactor, let action): .sends(reactor.name, action)
    case .dispatch(let store, let action, _): .dispatches(store.name, action)
    case .tell(let recipient, let message): .tells(recipient, message)
    case .ask(let ask): .asks(ask)
    case .call(let call): .calls(call.method)
    case .present(let route), .replace(let route): .presents(route)
    case .dismiss(let store, let dismissal): .dismisses(store.name, dismissal)
    case .stub(let reactor): .stubs(reactor)
    }
  }

  /// To what something happens.
  public enum Receiver {
    case reactor(NumberedName)
    case store(NumberedName)
    case service(NumberedName)
    case actor(Recipient)
  }

  public var receiver: Receiver {
    switch self {
    case .send(let reactor, _), .stub(let reactor): .reactor(reactor)
    case .dispatch(let store, _, _), .dismiss(let store, _): .store(store)
    case .present(let route), .replace(let route): .store(route.store)
    case .tell(let recipient, _): .actor(recipient)
    case .ask(let ask): .actor(ask.recipient)
    case .call(let call): .service(call.method.service)
    }
  }

  /// What happens to it, and to what: `cart.add`.
  public var words: String {
    switch self {
    case .send(let reactor, let action): "\(reactor.text).\(action.words)"
    case .dispatch(let store, let action, _): "\(store.text).\(action.words)"
    case .tell(let recipient, let message): "\(recipient.name.text).\(message.words)"
    case .ask(let ask): "\(ask.recipient.name.text).\(ask.message.words)"
    case .call(let call): call.method.name.text
    case .present(let route), .replace(let route): "\(route.store.text).\(route.route.text)"
    case .dismiss(let store, _): store.text
    case .stub(let reactor): reactor.text
    }
  }

  /// What is done where the answer that it waits for is a rejection.
  public var otherwise: [Step]? {
    switch self {
    case .ask(let ask): ask.otherwise
    case .call(let call): call.otherwise
    case .send, .dispatch, .tell, .present, .replace, .dismiss, .stub: nil
    }
  }
}

extension Verb.Call {
  fileprivate func eachPiece(_ visit: (Piece) -> Void) {
    if let arguments { visit(.datum(arguments)) }
    if let timeout { visit(.datum(timeout)) }
    if let otherwise { visit(.steps(otherwise)) }
  }
}

extension Verb.Ask {
  fileprivate func eachPiece(_ visit: (Piece) -> Void) {
    recipient.eachPiece(visit)
    message.eachPiece(visit)
    if let timeout { visit(.datum(timeout)) }
    if let otherwise { visit(.steps(otherwise)) }
  }
}

extension Verb.Dismissal {
  fileprivate func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .top, .route: break
    case .count(let count): visit(.datum(count))
    }
  }
}
