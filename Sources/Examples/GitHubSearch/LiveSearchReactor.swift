import Reactor

/// Asks when the user pauses, shows that it is loading, and only the latest answer counts.
struct LiveSearchReactor: StateReactor {
  enum Action {
    case updateQuery(String)
  }

  enum Mutation {
    case setQuery(String)
    case setLoading(Bool)
    case setRepos([String])
  }

  struct State {
    var query = ""
    var repos: [String] = []
    var isLoading = false
  }

  let github: SlowGitHub
  let alert: (any Error) -> Void
  let initialState = State()

  func transform(action: Flow<Action>) -> Flow<Action> { action.debounce(.milliseconds(100)) }

  /// A query cancels the one before where that is still waiting for its answer.
  func overlap(_ action: Action) -> Overlap { Overlap(kind: 1, .latest) }

  func mutate(_ action: Action, _ scope: ReactorScope<LiveSearchReactor>) -> Flow<Mutation> {
    guard case .updateQuery(let query) = action else { return .empty }
    return Flow.concat(
      .of(.setQuery(query), .setLoading(true)),
      github.search(query).map { .setRepos($0) },
      .just(.setLoading(false))
    ).recover { error in
      .concat(.just(.setLoading(false)), .deferred { tell(error) })
    }
  }

  private func tell(_ error: any Error) -> Flow<Mutation> {
    alert(error)
    return .empty
  }

  func reduce(_ state: State, _ mutation: Mutation) -> State {
    var state = state
    switch mutation {
    case .setQuery(let query): state.query = query
    case .setLoading(let isLoading): state.isLoading = isLoading
    case .setRepos(let repos): state.repos = repos
    }
    return state
  }
}

/// Answers after 200 milliseconds of virtual time; knows what it has been asked.
final class SlowGitHub {
  struct RateLimited: Error, CustomStringConvertible {
    var description: String { "rate limited" }
  }

  private(set) var asked: [String] = []

  func search(_ query: String) -> Flow<[String]> {
    .deferred { [self] in
      asked.append(query)
      return Flow.after(.milliseconds(200), query).map { query in
        if query == "boom" { throw RateLimited() }
        return ["\(query)/1", "\(query)/2"]
      }
    }
  }
}
