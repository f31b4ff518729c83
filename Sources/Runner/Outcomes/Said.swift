import Scenarios
import Values

/// What an outcome says of a part.
enum Said {
  case everything
  /// What stands there: data of which some keys may be named, or nil for all below it.
  case value(at: [Value], Datum?)
  /// It was so once, before it came to what it is.
  case earlier(Datum)
  /// It is read, and so with it what is above it and below.
  case read([Value])

  /// What the states that it had say of it.
  static func states(_ list: Datum) -> [Said] {
    let states: [Datum]
    switch list.content {
    case .list(let elements): states = elements
    case .value(.list(let values)):
      states = values.elements.map { Datum(.value($0), at: list.span) }
    case .value, .map, .formula, .condition, .placeholder: return [.everything]
    }
    return states.dropLast().map { .earlier($0) } + states.suffix(1).map { .value(at: [], $0) }
  }

  /// How much is said of what stands at a path.
  enum Reach {
    case nothing
    /// That it is a map or a list, and of what stands inside perhaps something.
    case part
    /// All of it, with what stands inside.
    case whole
  }

  static func reach(of said: [Said], at path: [Value]) -> Reach {
    var reach = Reach.nothing
    for words in said {
      let own = words.reach(at: path)
      if own == .whole { return own }
      if own == .part { reach = own }
    }
    return reach
  }

  private func reach(at path: [Value]) -> Reach {
    switch self {
    case .everything: return .whole
    case .read(let read):
      if path.begins(with: read) { return .whole }
      return read.begins(with: path) ? .part : .nothing
    case .value(let place, let datum):
      if place.count > path.count { return place.begins(with: path) ? .part : .nothing }
      guard path.begins(with: place) else { return .nothing }
      guard let datum else { return .whole }
      return Said.reach(of: datum, at: path.dropFirst(place.count), beyond: .whole)
    case .earlier(let datum): return Said.reach(of: datum, at: path[...], beyond: .nothing)
    }
  }

  /// What the expected data says of the path below it.
  /// - Parameter end: What a list says of what is behind its end.
  private static func reach(
    of datum: Datum, at path: ArraySlice<Value>, beyond end: Reach
  ) -> Reach {
    let key = path.first
    let below = path.dropFirst()
    switch datum.content {
    case .map(let entries):
      guard let key else { return .part }
      let entry = entries.first { key.matches(.string($0.key.text)) }
      return entry.map { reach(of: $0.value, at: below, beyond: end) } ?? .nothing
    case .list(let elements):
      guard let key else { return .part }
      guard case .int(let index) = key, index < elements.count else { return end }
      return reach(of: elements[Int(index)], at: below, beyond: end)
    case .value(.map(let map)):
      guard let key else { return .part }
      guard let value = map[key] else { return .nothing }
      return reach(of: Datum(.value(value), at: datum.span), at: below, beyond: end)
    case .value(.list(let list)):
      guard let key else { return .part }
      guard case .int(let index) = key, index < list.count else { return end }
      let element = Datum(.value(list.elements[Int(index)]), at: datum.span)
      return reach(of: element, at: below, beyond: end)
    case .value, .formula, .condition, .placeholder: return .whole
    }
  }
}

/// What all outcomes of a step say of one part, so that what is said of a place is found without asking each.
struct AllSaid {
  /// By the property at which what is said of it begins.
  private var inside: TextTable<[Said]> = [:]
  private var others: [Said] = []

  mutating func add(_ said: Said) {
    switch said {
    case .value(let place, let datum):
      if case .string(let key)? = place.first { return add(said, at: key) }
      if place.isEmpty, case .map(let entries)? = datum?.content, let span = datum?.span {
        // What it says of itself, and then of each of its keys.
        others.append(.value(at: [], Datum(.map([]), at: span)))
        for entry in entries {
          add(.value(at: [.string(entry.key.text)], entry.value), at: entry.key.text)
        }
        return
      }
      others.append(said)
    case .read(let path):
      if case .string(let key)? = path.first { return add(said, at: key) }
      others.append(said)
    case .everything, .earlier: others.append(said)
    }
  }

  private mutating func add(_ said: Said, at key: String) {
    inside[key, default: []].append(said)
  }

  /// How much is said of what stands at a path.
  func reach(at path: [Value]) -> Said.Reach {
    let reach = Said.reach(of: others, at: path)
    switch path.first {
    case nil: return reach == .nothing && !inside.isEmpty ? .part : reach
    case .string(let key)?:
      guard reach != .whole, let said = inside[key] else { return reach }
      let own = Said.reach(of: said, at: path)
      return own == .nothing ? reach : own
    case _?: return reach
    }
  }
}

extension [Value] {
  func begins(with other: [Value]) -> Bool {
    starts(with: other) { $0.matches($1) }
  }
}
