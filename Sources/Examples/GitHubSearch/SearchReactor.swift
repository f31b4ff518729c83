import Reactor

/// The reactor of the tutorial.
struct SearchReactor: StateReactor {
  enum Action {
    case updateQuery(String?)
  }

  enum Mutation {
    case setRepos([String])
  }

  struct State {
    var repos: [String]
  }

  let initialState = State(repos: [])

  func mutate(_ action: Action, _ scope: ReactorScope<SearchReactor>) -> Flow<Mutation> {
    switch action {
    case .updateQuery(let query?): .just(.setRepos(["\(query)1", "\(query)2", "\(query)3"]))
    case .updateQuery(nil): .just(.setRepos([]))
    }
  }

  func reduce(_ state: State, _ mutation: Mutation) -> State {
    switch mutation {
    case .setRepos(let repos): State(repos: repos)
    }
  }
}
