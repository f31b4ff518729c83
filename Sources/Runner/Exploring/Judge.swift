import Scenarios
import Values

/// Whether what an exploration came to is what its file expects.
struct Judge {
  private let exploration: Exploration
  private let asksAtEnd: Bool

  init(_ maker: RunMaker) {
    exploration = maker.exploration
    asksAtEnd = !maker.tables.file.eventually.isEmpty
  }

  /// What fails a scenario unless something that was seen refutes it.
  enum Claim {
    case notViolated
    /// The formula at that place among those that are to be true sometimes.
    case neverSeen(Int)
    case noEnd
  }

  /// Those that may be made, in the order in which they are told.
  var claims: [Claim] {
    var claims = exploration.sometimes.indices.map { Claim.neverSeen($0) }
    if exploration.expectation == .violated { claims.insert(.notViolated, at: 0) }
    return asksAtEnd ? claims + [.noEnd] : claims
  }

  /// Whether a claim stands also where something is violated. A violation that is not expected is enough to be
  /// told, and one may end the search before it has seen all.
  func standsBesideViolation(_ claim: Claim, _ explored: Explored) -> Bool {
    switch claim {
    case .notViolated, .noEnd: false
    case .neverSeen: exploration.expectation == .violated && explored.bound == nil
    }
  }

  /// The claims that nothing refutes.
  func standing(_ explored: Explored, _ isRefuted: (Claim) -> Bool) -> [Failure] {
    claims.filter { claim in
      !isRefuted(claim) && (explored.found == nil || standsBesideViolation(claim, explored))
    }.map { failure($0, explored) }
  }

  func failure(_ claim: Claim, _ explored: Explored) -> Failure {
    switch claim {
    case .notViolated: notViolated(explored)
    case .neverSeen(let place): neverSeen(exploration.sometimes[place], explored)
    case .noEnd: noEnd(explored)
    }
  }

  /// What fails the scenario by what was found alone.
  func failures(of found: Explored.Found?) -> [Failure] {
    guard let found else { return [] }
    // What cannot be done or asked at all is not the bug that the file shows.
    let isMeant = exploration.expectation == .violated && found.failure.isOfProperty
    return isMeant ? [] : [found.failure]
  }

  /// Whether all that was seen is what is expected.
  func judge(
    _ explored: Explored, _ isRefuted: (Claim) -> Bool, _ result: inout ScenarioResult
  ) {
    result.explored = explored
    var failures = failures(of: explored.found) + standing(explored, isRefuted)
    if exploration.isComplete, let bound = explored.bound { failures.append(bounded(bound)) }
    result.failures = failures
    result.verdict = failures.isEmpty ? .passed : .failed
  }

  private func notViolated(_ explored: Explored) -> Failure {
    let how =
      explored.bound.map { "in \($0), behind which the search ended" } ?? extent(of: explored)
    return Failure(
      .property, .notViolated,
      "nothing was violated \(how), and `expect: violated` says that it is",
      at: exploration.span,
      help: ["where it has been mended, remove `expect: violated`"])
  }

  private func neverSeen(_ formula: Formula, _ explored: Explored) -> Failure {
    Failure(
      .property, .neverSeen,
      "sometimes `\(formula.text)` was true "
        + (explored.walks == nil ? "nowhere \(extent(of: explored))" : "in no walk"),
      at: formula.span,
      help: ["look whether what is explored is what was meant: whether events can happen at all"])
  }

  private func noEnd(_ explored: Explored) -> Failure {
    let isLimited = explored.bound != nil
    let what = explored.isComplete ? "no run ends" : "no run ended \(extent(of: explored))"
    // Whether walks were ended there is told beside it.
    let mayBeCut =
      explored.walks != nil && exploration.steps == nil && !exploration.events.isEmpty
    return Failure(
      .property, .neverSeen, "\(what), so that `eventually` was never asked",
      at: exploration.span,
      help: (mayBeCut ? [Explored.Cut.Bound.events(Walks.mostEvents).cure] : []) + [
        isLimited
          ? "raise `limit`, or make the model smaller"
          : exploration.events.isEmpty
            ? "let `choose` have something to choose from: a run that ends for want of that has no end"
            : "give the events a `when`: where `steps` alone keeps one from happening is no end"
      ])
  }

  /// Where has been looked. How many walks there were is told beside it, and one that makes some of them does not
  /// know what the others come to.
  private func extent(of explored: Explored) -> String {
    if explored.walks != nil { return "in any walk" }
    return explored.bound.map { "in \($0)" } ?? "in any state"
  }

  private func bounded(_ bound: String) -> Failure {
    Failure(
      .property, .exploredBounded,
      "the search ended at \(bound), and `complete` says that it must not",
      at: exploration.span, help: ["raise `limit`, or make the model smaller"])
  }
}

extension Failure {
  /// Whether it is of what a file says must hold or must not be: of `always`, `eventually` or `forbid`.
  fileprivate var isOfProperty: Bool {
    [
      .exploredAlways, .exploredEventually, .exploredDeadlock, .exploredEndless, .exploredReport,
      .exploredDeadLetter, .exploredUnanswered,
    ].contains(code)
  }
}
