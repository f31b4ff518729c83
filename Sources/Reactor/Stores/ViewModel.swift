/// What a view shows of a state that comes and goes: where the state gives nothing, what was there
/// before, marked as stale. After Resin's fallback.
public enum ViewModel<Content> {
  /// There is no content yet.
  case empty
  /// The content is up to date.
  case fresh(Content)
  /// From an earlier state.
  case stale(Content)

  /// Nil only before there was any.
  public var content: Content? {
    switch self {
    case .empty: nil
    case .fresh(let content), .stale(let content): content
    }
  }

  /// Whether the state gives nothing now: there is old content, or none yet.
  public var isStale: Bool {
    if case .fresh = self { return false }
    return true
  }

  /// What follows when the state gives this.
  func followed(by content: Content?) -> ViewModel {
    if let content { return .fresh(content) }
    return self.content.map(ViewModel.stale) ?? .empty
  }
}

extension ViewModel: Equatable where Content: Equatable {}

extension Store {
  /// A view model as a cell. It remembers what it gave when it was last evaluated, so it falls back
  /// on what somebody has seen.
  public func viewModel<Content: Equatable>(
    label: String? = nil, _ content: @escaping (_ state: State) -> Content?
  ) -> Derived<ViewModel<Content>> {
    let read = LivingRead { [focus] in
      var found: Content?
      _ = focus.visit { found = content($0) }
      return found
    }
    core.note(read)
    var last = ViewModel<Content>.empty
    return core.graph.derived(label: label, cutoff: .equal) { [changes = focus.changes] in
      changes.depend()
      last = last.followed(by: read.value)
      return last
    }
  }
}
