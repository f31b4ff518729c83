/// Says what to show: a value whose type chooses the route.
public protocol PresentationIdentifier: Equatable {}

/// Something on show.
public struct Presented {
  /// What the route is shown and found by.
  public let identifier: any PresentationIdentifier
  /// What the route made for it.
  public let screen: Any
  /// Whether it covers what is below it until it is dismissed.
  public let isModal: Bool
}

extension Store {
  /// Makes the screens for one type of identifier.
  public struct Route {
    typealias Make = (any PresentationIdentifier, Store<State>) -> Presented?

    let type: ObjectIdentifier
    let name: String
    let make: Make

    /// The screen is made, untracked, when it is presented. It may keep the store and read from it: what it
    /// keeps goes with all other handles.
    public init<Identifier: PresentationIdentifier>(
      _: Identifier.Type, isModal: @escaping (Identifier) -> Bool = { _ in false },
      screen: @escaping (_ identifier: Identifier, _ store: Store<State>) -> Any
    ) {
      self.init(type: ObjectIdentifier(Identifier.self), name: "\(Identifier.self)") {
        identifier, store in
        guard let identifier = identifier as? Identifier else { return nil }
        return Presented(
          identifier: identifier, screen: screen(identifier, store), isModal: isModal(identifier))
      }
    }

    init(type: ObjectIdentifier, name: String, make: @escaping Make) {
      self.type = type
      self.name = name
      self.make = make
    }

    /// The route of a state that this one is a part of.
    public func unfocused<Whole>(by path: WritableKeyPath<Whole, State>) -> Store<Whole>.Route {
      Store<Whole>.Route(type: type, name: name) { [make] identifier, store in
        make(identifier, store.focused(by: path))
      }
    }

    /// The route of a state that may be nil: while it is, presenting is reported.
    public func optional() -> Store<State?>.Route {
      Store<State?>.Route(type: type, name: name) { [make] identifier, store in
        store.isUnwrappable() ? make(identifier, store.unwrapped()) : nil
      }
    }

    func join(_ core: StoreCore, _ focus: Focus<State>) {
      core.add(
        { [make, unowned core] in make($0, Store(core: core, focus: focus, keeper: nil)) },
        for: type, name: name)
    }
  }
}

// What is on show, beside the state. Each answers whether it was done; if not, nothing has changed
// and the reason has been reported.
extension Store {
  /// All that is on show, the top last. Tracked.
  public var presented: [Presented] { core.presentation.routes }

  /// Makes a screen by the route for the identifier's type, and puts it on top.
  @discardableResult
  public func present(_ identifier: some PresentationIdentifier) -> Bool {
    guard let screen = core.screen(identifier) else { return false }
    return change { stack throws(PresentationFault) in try stack.push(screen) }
  }

  /// Takes the top away.
  @discardableResult
  public func dismiss() -> Bool {
    change { stack throws(PresentationFault) in try stack.pop() }
  }

  /// Takes the top away if it is this one.
  @discardableResult
  public func dismiss<Identifier: PresentationIdentifier>(_ identifier: Identifier) -> Bool {
    change { stack throws(PresentationFault) in
      try stack.pop("\(Identifier.self)") { $0.identifier as? Identifier == identifier }
    }
  }

  /// Takes away from the top until so many are left.
  @discardableResult
  public func dismiss(to count: Int) -> Bool {
    change { stack throws(PresentationFault) in try stack.pop(to: count) }
  }

  /// Puts another screen in the place of the top.
  @discardableResult
  public func replace(with identifier: some PresentationIdentifier) -> Bool {
    guard core.presentation.top != nil else {
      core.report(.presentation(.nothingToReplace))
      return false
    }
    guard let screen = core.screen(identifier) else { return false }
    return change { stack throws(PresentationFault) in try stack.replace(screen) }
  }

  private func change(
    _ body: (Presentation<Presented>) throws(PresentationFault) -> Void
  ) -> Bool {
    do {
      try body(core.presentation)
      return true
    } catch {
      core.report(.presentation(error))
      return false
    }
  }
}
