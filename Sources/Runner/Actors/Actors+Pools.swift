import Reactor

extension Actors {
  // A pool's router is told of every worker whose load may have changed: at whatever ends, begins or
  // reaches it. What is asked for inside a worker's own call befalls it before the call returns
  // without a word, so workers in a call are asked about at every pick, and once more behind it.

  func noteLoad(of run: ActorRun) {
    if let place = run.place { kinds[run.kind.index].router?.note(place) }
  }

  /// The engine calls the actor, which may send to its own pool meanwhile.
  func beginWork(of run: ActorRun) {
    if run.place != nil { atWork.append(run) }
  }

  func endWork(of run: ActorRun) {
    guard run.place != nil else { return }
    if atWork.last === run { atWork.removeLast() }
    noteLoad(of: run)
  }
}
