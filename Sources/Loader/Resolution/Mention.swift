import Scenarios
import Values

/// A name that speaks of something inside a part. It can be looked up only when all parts have
/// been read, for a part may speak of any other, wherever that stands.
struct Mention {
  enum Target {
    case action(of: String)
    case mutation(of: String)
    case method(String, of: String)
    /// In a parcel its own routes come first.
    case route(of: String, parcel: String?)
    case parcel
    /// A reactor that must be stubbed by some step, for its state to be set or its actions to be
    /// looked at.
    case stubbed(isWritten: Bool)
    case behavior(of: String)
    /// A message that the actor knows in some behavior.
    case message(String, of: String)
    /// An actor of which there is one, so that it has one state, and can crash by its name.
    case single(isCrashed: Bool)
    /// A channel that something emits to.
    case channel
  }

  var kind: Target
  var name: Name
  /// The alias through which it was reached.
  var alias: SourceSpan?
}
