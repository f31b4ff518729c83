/// Why what is on show could not be changed.
public enum PresentationFault: Error, Equatable {
  /// Nothing is on show, and something was to go.
  case nothingToDismiss
  /// Nothing is on show, and something was to be replaced.
  case nothingToReplace
  /// Something else is, or the route is further down.
  case notOnTop(String)
  /// Fewer are on show than were to stay, or less than none was to stay.
  case tooFew(present: Int, wanted: Int)
  /// No more than this many may be on show.
  case full(limit: Int)

  /// What reports say of it: one line without an end mark.
  public var message: String {
    switch self {
    case .nothingToDismiss: "nothing to dismiss"
    case .nothingToReplace: "nothing to replace"
    case .notOnTop(let route): "\(route) is not on top"
    case .tooFew(_, let wanted) where wanted < 0: "cannot dismiss down to \(wanted)"
    case .tooFew(let present, let wanted):
      "only \(present) presented, cannot dismiss down to \(wanted)"
    case .full(let limit): "more than \(limit) presented"
    }
  }
}

extension PresentationFault: CustomStringConvertible {
  public var description: String { message }
}
