/// Workers that share their messages: so many places, whose workers are made when they are first
/// needed, and anew where one has ended (Oscar's pools). A router chooses the place.
package final class ActorPool {
  private let core: ActorCore
  private var router: Router
  /// By place; `.none` where there is none yet.
  private var all: [ActorID]
  /// Whether no worker has ever been made.
  package private(set) var isEmpty = true
  private let isNoted: Bool
  /// The places whose workers are in a call, the innermost last.
  private var calls: [Int] = []

  /// - Parameter isNoted: whether every change of a worker's load is told by `note`, or happens
  ///   inside a call that `enter` and `leave` tell of. Then a choice costs the changes, and not the
  ///   number of the workers.
  package init(_ policy: Router.Policy, size: Int, isNoted: Bool, of core: ActorCore) {
    self.core = core
    self.isNoted = isNoted
    router = Router(policy, size: size)
    all = [ActorID](repeating: .none, count: size)
  }

  package var policy: Router.Policy { router.policy }

  /// The place that a round robin comes to next; 0 for all others.
  package var position: Int { router.position }

  /// Those that have been made, by place.
  package var members: [ActorID] { all.filter { $0 != .none } }

  // MARK: Choosing

  /// All that the next message goes to, each made where it has to be: of a broadcast every worker,
  /// and what is done with one is done before the next one is made.
  /// - Parameter make: makes a worker, and puts it in its place before it begins, so that it may send
  ///   to its own pool then. Nil where no more may be made.
  package func eachTarget<Failure: Error>(
    make: (_ place: Int) throws(Failure) -> ActorID?,
    _ body: (ActorID) throws(Failure) -> Void
  ) throws(Failure) {
    guard policy == .broadcast else {
      if let actor = try next(make: make) { try body(actor) }
      return
    }
    for place in 0..<router.size {
      if let actor = try worker(place, make) { try body(actor) }
    }
  }

  /// The worker that the router chooses; there must be something to choose.
  package func next<Failure: Error>(
    make: (_ place: Int) throws(Failure) -> ActorID?
  ) throws(Failure) -> ActorID? { try worker(pick(), make) }

  private func worker<Failure: Error>(
    _ place: Int, _ make: (_ place: Int) throws(Failure) -> ActorID?
  ) throws(Failure) -> ActorID? {
    let actor = all[place]
    return actor != .none && core.isAlive(actor) ? actor : try make(place)
  }

  private func pick() -> Int {
    guard isNoted else { return router.pick(load: load) }
    // What is asked for inside a worker's own call befalls it before the call returns without a word.
    for place in calls { note(place) }
    var plain = router
    let place = router.pickNoted(load: load)
    assert(plain.pick(load: load) == place, "a worker's load has changed untold")
    return place
  }

  private func load(_ place: Int) -> Int? {
    let actor = all[place]
    return actor != .none && core.isAlive(actor) ? core.load(actor) : nil
  }

  // MARK: Changes

  /// A worker has been made, and will begin.
  package func put(_ actor: ActorID, at place: Int) {
    all[place] = actor
    isEmpty = false
    note(place)
  }

  /// The load of a place may have changed.
  package func note(_ place: Int) { router.note(place) }

  /// A worker is called, and may send to its own pool meanwhile.
  package func enter(_ place: Int) { calls.append(place) }

  package func leave(_ place: Int) {
    if calls.last == place { calls.removeLast() }
    note(place)
  }
}
