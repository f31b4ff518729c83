/// Why what is on show could not be changed.
public enum PresentationFault: Error, Equatable {
  case nothingToDismiss
  case nothingToReplace
  /// Something else is, or the route is further down.
  case notOnTop(String)
  case tooFew(present: Int, wanted: Int)
  case full(limit: Int)

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
