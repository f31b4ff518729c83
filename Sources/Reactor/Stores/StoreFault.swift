/// What a store could not do. It changed nothing; the program goes on.
public enum StoreFault {
  /// There is no reducer for what came out of the middleware. `place` is where the program
  /// dispatched it, as `Module/File.swift:12`.
  case unhandled(any Action, place: String)
  /// It was to be handled at once, while another action was being handled.
  case dropped(any Action, during: any Action, place: String)
  /// Its reducer works on a part of the state that is nil.
  case absent(any Action, place: String)
  /// A middleware threw; the action went on as it was.
  case middleware(any Action, any Error)
  /// A daemon threw: at its start, which ends it, or later.
  case daemon(any Error)
  /// Nobody has added a route of this identifier.
  case unknownRoute(any PresentationIdentifier)
  /// The route works on a part of the state that is nil.
  case absentRoute(any PresentationIdentifier)
  /// What is on show could not be changed so.
  case presentation(PresentationFault)

  /// Without the store's name.
  public var message: String {
    switch self {
    case .unhandled(let action, let place):
      "no reducer for \(type(of: action)), dispatched at \(place)"
    case .dropped(let action, let other, let place):
      "dispatch of \(type(of: action)) at \(place) dropped: \(type(of: other)) is being handled"
    case .absent(let action, let place):
      "\(type(of: action)), dispatched at \(place), works on a state that is nil"
    case .middleware(let action, let error): "middleware \(type(of: action)): \(error)"
    case .daemon(let error): "daemon: \(error)"
    case .unknownRoute(let identifier): "no route for \(type(of: identifier))"
    case .absentRoute(let identifier): "\(type(of: identifier)) shows a state that is nil"
    case .presentation(let fault): fault.message
    }
  }
}

extension StoreFault: CustomStringConvertible {
  public var description: String { message }
}
