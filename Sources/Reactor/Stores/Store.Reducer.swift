extension Store {
  /// Changes the state on behalf of one type of action. Pure: it reads nothing but what it is given.
  /// The store cannot be read meanwhile, also not by the `deinit` of what the reducer lets go of;
  /// that is for a daemon or a turn behind it.
  public struct Reducer {
    typealias Run = (any Action, inout State) -> Reduction

    let type: ObjectIdentifier
    let name: String
    let run: Run

    /// The state is changed in place: what is left alone is not copied.
    public init<Kind: Action>(
      _: Kind.Type = Kind.self, _ reduce: @escaping (_ action: Kind, _ state: inout State) -> Void
    ) {
      self.init(type: ObjectIdentifier(Kind.self), name: "\(Kind.self)") { action, state in
        guard let action = action as? Kind else { return .skipped }
        reduce(action, &state)
        return .done
      }
    }

    init(type: ObjectIdentifier, name: String, run: @escaping Run) {
      self.type = type
      self.name = name
      self.run = run
    }

    /// The reducer of a state that this one is a part of.
    public func unfocused<Whole>(
      by path: WritableKeyPath<Whole, State>
    ) -> Store<Whole>.Reducer {
      Store<Whole>.Reducer(type: type, name: name) { [run] action, whole in
        run(action, &whole[keyPath: path])
      }
    }

    /// The reducer of a state that may be nil. While it is, what happens is as `absence` says;
    /// without one the action is reported.
    public func optional(_ absence: Absence? = nil) -> Store<State?>.Reducer {
      let instead: Reduction =
        switch absence {
        case nil: .absent
        case .consume: .consumed
        case .passthrough: .skipped
        }
      return Store<State?>.Reducer(type: type, name: name) { [run] action, state in
        state == nil ? instead : run(action, &state!)
      }
    }
  }
}

/// How a reducer took an action.
enum Reduction {
  case done
  /// It ends here, and changes nothing.
  case consumed
  /// The part of the state that it works on is nil.
  case absent
  /// As if there were no such reducer.
  case skipped
}

/// What happens to actions that work on a part of the state that is nil.
public enum Absence: Sendable {
  /// They end there without a word.
  case consume
  /// They go on as if nothing worked on that part.
  case passthrough
}
