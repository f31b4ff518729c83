/// A property of a state that counts as changed whenever it is assigned, even with an equal value
/// (ReactorKit's `Pulse`): an alert to be shown twice.
///
///     @Pulse var alert: String?
@propertyWrapper
public struct Pulse<Value> {
  /// The value. Assigning it counts as a change.
  public var wrappedValue: Value {
    didSet { valueUpdatedCount &+= 1 }
  }

  /// How often it has been assigned since it was made, 0 after the highest number there is.
  public internal(set) var valueUpdatedCount: UInt = 0

  /// A pulse that has never been assigned: `@Pulse var alert: String?`.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// The wrapper itself: `$alert`.
  public var projectedValue: Pulse { self }
}

extension Pulse: Sendable where Value: Sendable {}
