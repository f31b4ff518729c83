import Scenarios
import Values

/// Scripts side by side, while they are under way: where each is but the present one, of which the
/// run itself holds that.
struct Threads {
  /// Where a script is, and what it has bound.
  struct Cursor {
    var place: ScriptPlace
    var locals: KeptLocals
  }

  let threads: [ControlVerb.Thread]
  /// How many locals there were before.
  let base: Int
  /// By number; nil for the present one, and for those that are over.
  var cursors: [Cursor?]
  var present: Int
  /// Whether those that have nothing to do have ended.
  var haveBegun = false
  /// What those that are over have bound for the steps behind, and which of it are promises.
  private(set) var bound: [(values: [Value], promises: [Int])?]
  /// Up to here all are over.
  private var ended = 0

  init(_ threads: [ControlVerb.Thread], base: Int, cursors: [Cursor?], present: Int) {
    self.threads = threads
    self.base = base
    self.cursors = cursors
    self.present = present
    bound = Array(repeating: nil, count: threads.count)
  }

  /// The number of the first that is not over.
  var next: Int? { ended < bound.count ? ended : nil }

  /// The present one is over, and has bound this.
  mutating func end(binding values: [Value], promises: [Int]) {
    bound[present] = (values, promises)
    while ended < bound.count, bound[ended] != nil { ended += 1 }
  }
}

// Scripts side by side. Each has a place and locals of its own, which the run takes up when the script
// goes on; a run of the file lets each go on to its end before the next begins.
extension ScriptRun {
  /// Answers whether the script waits to be told which of them goes on; no turn has been taken yet.
  func enter(
    _ threads: [ControlVerb.Thread], _ opened: ScriptPlace.OpenStep
  ) throws(Stop) -> Bool {
    let locals = KeptLocals(frame.locals.kept(), in: world.kept)
    let cursors = threads.enumerated().map { number, thread in
      var own = place
      var block = ScriptPlace.Block(steps: thread.steps, base: frame.locals.count)
      block.next = thread.steps.count
      block.loop = ScriptPlace.Loop(
        opened,
        Passes(
          steps: thread.steps, count: 1, elements: nil, kept: thread.exports.map(\.then)),
        thread: number)
      own.push(block)
      return Threads.Cursor(place: own, locals: locals)
    }
    self.threads = Threads(threads, base: frame.locals.count, cursors: cursors, present: 0)
    takeUp(0)
    lastEvent = opened.step
    // In an explored run which of them goes on is a choice of its own.
    return isExplored
  }

  /// The script of that number is the one that goes on; it must not be over.
  func goOn(with number: Int) {
    guard let present = threads?.present, present != number else { return }
    threads?.cursors[present] = Threads.Cursor(
      place: place, locals: KeptLocals(frame.locals.kept(), in: world.kept))
    takeUp(number)
  }

  private func takeUp(_ number: Int) {
    guard let cursor = threads?.cursors[number] else { return }
    threads?.cursors[number] = nil
    threads?.present = number
    place = cursor.place
    frame.locals = cursor.locals.locals
  }

  /// The present script is over, and its locals are those before it and what it leaves.
  func endThread(_ loop: ScriptPlace.Loop) throws(Stop) {
    guard let base = threads?.base else { return }
    let values = (base..<frame.locals.count).map { frame.locals[$0] }
    let promises = place.promises.filter { $0 >= base }.map { $0 - base }
    threads?.end(binding: values, promises: promises)
    // In an explored run what goes on is a choice of its own.
    isPaused = isExplored
    if let next = threads?.next { return takeUp(next) }
    place.popBlock()
    leaveThreads()
    try complete(loop.opened, nil)
  }

  /// Behind them all is in sight that they have bound; null where one did not come to its end.
  func leaveThreads() {
    guard let left = threads else { return }
    threads = nil
    frame.locals.removeSubrange(left.base...)
    place.forget(from: left.base, keeping: [])
    for (thread, bound) in zip(left.threads, left.bound) {
      let first = frame.locals.count
      if let bound { place.promises += bound.promises.map { first + $0 } }
      for value in bound?.values ?? thread.exports.map({ _ in .null }) {
        frame.locals.append(value)
      }
    }
  }
}
