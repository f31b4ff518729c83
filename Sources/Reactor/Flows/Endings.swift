/// What the end of a subscription sets off. Elements go down, and so do all links that hold: a source or
/// a timer holds the subscription that it pushes into, and that one the next. Upwards goes this alone, which holds
/// nothing below it. So a subscription that nobody can push into is gone, be the flow still held below
/// it, and what it would have given back is given back all the same, when the flow ends.
final class Endings {
  enum Release {
    case call(() -> Void)
    case end(Endings)
  }

  /// Nil where nothing can come from it any more.
  private(set) weak var subscription: Subscription?
  // Mostly there is one, which needs no array.
  private var first: Release?
  private var others: [Release] = []

  init(of subscription: Subscription) { self.subscription = subscription }

  func add(_ release: Release) {
    if first == nil { first = release } else { others.append(release) }
  }

  /// Ends the subscription, or gives back what it has left where it is gone.
  func end() {
    if let subscription { subscription.cancel() } else { run() }
  }

  /// Sets off all that there is, once.
  func run() {
    guard let first else { return }
    let others = others
    self.first = nil
    self.others = []
    first.run()
    for release in others { release.run() }
  }

  var upstream: [Subscription?] {
    ([first] + others).compactMap { release in
      if case .end(let other) = release { .some(other.subscription) } else { nil }
    }
  }
}

extension Endings.Release {
  fileprivate func run() {
    switch self {
    case .call(let body): body()
    case .end(let other): other.end()
    }
  }
}

/// The subscription above of which there is one at a time, for the end of the one below. It holds nothing
/// below it.
final class Upstream {
  private var current: Endings?

  func take(_ subscription: Subscription) { current = subscription.ownEndings }

  func cancel() {
    let last = current
    current = nil
    last?.end()
  }
}
