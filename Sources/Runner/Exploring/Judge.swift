import Scenarios
import Values

/// Whether what an exploration came to is what its file expects.
struct Judge {
  private let exploration: Exploration
  private let hasEnd: Bool
  private let unseen: [Int]
  private let asksAtEnd: Bool

  /// - Parameters:
  ///   - hasEnd: Whether some run came to an end.
  ///   - unseen: The formulas that were true nowhere.
  init(_ maker: RunMaker, hasEnd: Bool, unseen: Set<Int>) {
    exploration = maker.exploration
    self.hasEnd = hasEnd
    self.unseen = unseen.sorted()
    asksAtEnd = !maker.tables.file.eventually.isEmpty
  }

  func judge(_ explored: Explored, _ result: inout ScenarioResult) {
    result.explored = explored
    var failures: [Failure] = []
    switch (exploration.expectation, explored.found) {
    case (.holds, let found?): failures.append(found.failure)
    case (.violated, nil): failures.append(notViolated(explored))
    // What cannot be done or asked at all is not the bug that the file shows.
    case (.violated, let found?) where !found.failure.isOfProperty: failures.append(found.failure)
    case (.holds, nil), (.violated, _?): break
    }
    // A violation that is not expected is enough to be told, and one may end the search before it has seen all.
    let isViolatedAsMeant = exploration.expectation == .violated && explored.bound == nil
    if explored.found == nil || isViolatedAsMeant {
      for place in unseen { failures.append(neverSeen(exploration.sometimes[place], explored)) }
    }
    if explored.found == nil {
      if asksAtEnd, !hasEnd { failures.append(noEnd(explored)) }
    }
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
      .property, .neverSeen, "sometimes `\(formula.text)` was true nowhere \(extent(of: explored))",
      at: formula.span,
      help: ["look whether what is explored is what was meant: whether events can happen at all"])
  }

  private func noEnd(_ explored: Explored) -> Failure {
    let isLimited = explored.bound != nil
    let what = explored.isComplete ? "no run ends" : "no run ended \(extent(of: explored))"
    return Failure(
      .property, .neverSeen, "\(what), so that `eventually` was never asked",
      at: exploration.span,
      help: explored.cuts.map(\.bound.cure) + [
        isLimited
          ? "raise `limit`, or make the model smaller"
          : exploration.events.isEmpty
            ? "let `choose` have something to choose from: a run that ends for want of that has no end"
            : "give the events a `when`: where `steps` alone keeps one from happening is no end"
      ])
  }

  /// Where has been looked.
  private func extent(of explored: Explored) -> String {
    if let walks = explored.walks {
      let cuts = explored.cuts.map { ", \($0.walks) of them bounded by \($0.bound.words)" }
      return "in \(walks.counted("walk"))\(cuts.joined())"
    }
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
