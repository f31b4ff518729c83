/// A value that tells a store to do something: a command, not news of what has happened. Its type
/// chooses the reducer.
public protocol Action {}

/// An action on its way, and where the program dispatched it.
struct Dispatched {
  var action: any Action
  let file: StaticString
  let line: UInt

  var type: ObjectIdentifier { ObjectIdentifier(Swift.type(of: action)) }

  /// The name of its type.
  var name: String { "\(Swift.type(of: action))" }

  var place: String { "\(file):\(line)" }
}
