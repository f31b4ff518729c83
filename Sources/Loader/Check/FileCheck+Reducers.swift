import Scenarios
import Values

/// What can be said of reducers by looking at the state as it is written.
extension FileCheck {
  mutating func checkReducers(_ reducers: [Reducer], of state: Datum, _ what: String) {
    for reducer in reducers {
      switch reducer.change {
      case .whole(let datum): checkList(datum, of: reducer.name, state, what)
      case .paths(let assignments): for path in assignments.map(\.path) { check(path, of: state) }
      }
    }
  }

  /// A list of what look like steps, where the state is no list.
  private mutating func checkList(
    _ datum: Datum, of name: Name, _ state: Datum, _ what: String
  ) {
    guard !state.isList, datum.looksLikeSteps else { return }
    warn(
      .suspicious, "this list becomes \(what); a reducer has no steps", at: datum.span,
      help: ["write: \(name.text): {path: = …}"])
  }

  /// A property that is made anew, and is spelt almost as one that is there.
  mutating func check(_ path: Path, of state: Datum) {
    var datum = state
    for property in [path.root] + path.properties {
      switch datum.property(property) {
      case .found(let inner): datum = inner
      case .unknown: return
      case .missing(let properties):
        // Short names, such as x and y, are near each other by nature.
        guard property.utf8.count > 3, !facts.readsProperty(property),
          let near = problems.nearest(to: property, among: properties)
        else { return }
        return warn(
          .suspicious, "the state begins without a property \"\(property)\"", at: path.span,
          help: ["did you mean \"\(near)\"?"])
      }
    }
  }
}

extension Datum {
  /// Whether it is null as written.
  var isNull: Bool {
    if case .value(.null) = content { return true }
    return false
  }

  fileprivate var isList: Bool {
    switch content {
    case .list, .value(.list): true
    case .value, .formula, .placeholder, .condition, .map: false
    }
  }

  /// Whether it is a list of maps that each have a verb for their first key.
  fileprivate var looksLikeSteps: Bool {
    let keys: [String?]
    switch content {
    case .list(let elements):
      keys = elements.map { element in
        switch element.content {
        case .map(let entries): entries.first?.key.text
        case .value(let value): value.firstKey
        case .formula, .placeholder, .condition, .list: nil
        }
      }
    case .value(.list(let list)): keys = list.elements.map(\.firstKey)
    case .value, .formula, .placeholder, .condition, .map: return false
    }
    return !keys.isEmpty
      && keys.allSatisfy { key in
        key.map(Grammar.shared.isVerb) == true
      }
  }
}

extension Value {
  fileprivate var firstKey: String? {
    guard case .map(let map) = self, case .string(let key) = map.keys.first else { return nil }
    return key
  }
}
