import CEL
import Scenarios
import Values

/// A state with changes that are still to be written. To make them here would copy all that they lead through, for the
/// state is held by its cell; and to go through all of them for each path that is asked for would cost their square.
struct PendingState {
  /// A place that was changed, or that leads to some.
  private final class Place {
    /// What was put there last; nil where only something below was.
    var value: Value?
    /// What lies below and has changed since, in the order in which it did first.
    var names: [String] = []
    var below: TextTable<Place> = [:]

    init(_ value: Value?) { self.value = value }

    func inner(_ name: String) -> Place {
      if let place = below[name] { return place }
      let place = Place(nil)
      names.append(name)
      below[name] = place
      return place
    }

    /// The value from which on nothing has changed.
    func settle(_ value: Value) {
      self.value = value
      names = []
      below = [:]
    }

    /// What has changed below, by paths from here.
    func changes(_ span: SourceSpan, under path: [String] = []) -> [StateChange] {
      names.flatMap { name -> [StateChange] in
        guard let place = below[name] else { return [] }
        let path = path + [name]
        let own = place.value.map { StateChange(properties: path, value: $0, span: span) }
        return (own.map { [$0] } ?? []) + place.changes(span, under: path)
      }
    }
  }

  private let root: Place
  private var span: SourceSpan?

  init(_ state: Value) { root = Place(state) }

  mutating func put(_ change: StateChange) {
    span = change.span
    change.properties.reduce(root) { $0.inner($1) }.settle(change.value)
  }

  /// What will stand at a path of properties; nil where there will be nothing.
  func part(at path: [String]) -> Value? {
    var place: Place? = root
    var value = root.value
    for name in path {
      value = value?.part(at: [name])
      place = place?.below[name]
      if let own = place?.value { value = own }
    }
    guard let value, let place, let span, !place.names.isEmpty else { return value }
    // Where one cannot be made, the write will say so.
    guard let made = try? place.changes(span).applied(to: value) else { return value }
    place.settle(made)
    return made
  }
}
