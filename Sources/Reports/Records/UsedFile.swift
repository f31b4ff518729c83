/// A file that another uses, and in which something is wrong.
public struct UsedFile: Sendable, Equatable {
  /// As it is shown in places, safe to print.
  public var path: String
  /// How many errors in it are left out beside those that are told with this file.
  public var unshown: Int

  public init(_ path: String, unshown: Int = 0) {
    self.path = path
    self.unshown = unshown
  }
}
