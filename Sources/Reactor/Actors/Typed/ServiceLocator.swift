/// What actors find the outside world by (Oscar): instances by the type or protocol that they are
/// asked for as, and a name. The type is exact; a later registration replaces an earlier one.
public final class ServiceLocator {
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let name: String
  }

  private var services: [Key: Any] = [:]

  /// A locator that finds nothing yet.
  public init() {}

  /// `locator.add(Storage(), as: (any SessionProvider).self)`
  public func add<Service>(_ service: Service, as type: Service.Type, named name: String = "") {
    services[Key(type: ObjectIdentifier(type), name: name)] = service
  }

  /// Nil where nothing was registered as exactly that.
  public func find<Service>(_ type: Service.Type, named name: String = "") -> Service? {
    services[Key(type: ObjectIdentifier(type), name: name)] as? Service
  }
}
