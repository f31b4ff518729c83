import Reactor
import Scenarios
import Values

// Where a script is, and what it has bound.
extension StateWriter {
  /// - Parameter others: The numbers of scripts side by side that are told elsewhere.
  func write(_ run: ScriptRun, without others: Set<Int> = []) {
    switch run.phase {
    case .unstarted: add("script", "not begun")
    // One without steps is over as soon as it begins; what of the start is still to come is told by itself.
    case .starting: add("script", run.script.isEmpty ? "over" : "at the start")
    case .underWay: break
    case .over:
      add("script", "over")
      if run.threads == nil {
        return write(run.frame.locals, promises: run.place.promises, as: "script local")
      }
    }
    guard let threads = run.threads else {
      return write(run.place, run.frame.locals, as: "script")
    }
    for number in threads.cursors.indices where !others.contains(number) {
      write(number, of: threads, in: run)
    }
  }

  /// One of several scripts side by side.
  func write(_ number: Int, of threads: Threads, in run: ScriptRun) {
    let words = "thread \(number)"
    if let bound = threads.bound[number] {
      add("\(words) left", String(bound.values.count))
      write(LocalValues(bound.values), promises: bound.promises, as: "\(words) left")
    } else if let cursor = threads.cursors[number] {
      write(cursor.place, cursor.locals.locals, as: words)
    } else {
      write(run.place, run.frame.locals, as: words)
    }
  }

  private func write(_ place: ScriptPlace, _ locals: LocalValues, as words: String) {
    for (number, block) in place.blocks.enumerated() {
      add("\(words) steps \(number)", text(block))
    }
    for opened in place.open {
      for (path, kept) in zip(opened.step.comparedPaths, opened.kept) {
        add("\(words) kept \(path.text)", text(kept))
      }
    }
    if let waiting = place.waiting {
      add("\(words) waits", "\(text(waiting.opened.step)) \(text(waiting.stage))")
    }
    for (depth, caller) in place.blocks.compactMap({ $0.loop?.caller }).enumerated() {
      write(caller.locals.locals, promises: caller.promises, as: "caller \(depth) local")
      if let result = caller.result { add("caller \(depth) is given", text(result.values[0])) }
    }
    if let row = place.pendingRow { write(row.locals, promises: [], as: "row local") }
    write(locals, promises: place.promises, as: "\(words) local")
  }

  private func write(_ locals: LocalValues, promises: [Int], as words: String) {
    for number in 0..<locals.count {
      let promise = promises.contains(number) ? runtime.calls.promise(locals[number]) : nil
      add("\(words) \(number)", promise.map { name(of: $0) } ?? text(locals[number]))
    }
  }

  private func text(_ kept: KeptPath) -> String {
    switch kept {
    case .had(let value, _, let place):
      "\(value.map { text($0) } ?? "absent") at \(place.selection.map { quoted($0) }) \(text(place.rest))"
    case .failed(let reason): "failed: \(reason)"
    }
  }

  private func text(_ block: ScriptPlace.Block) -> String {
    var words = "\(block.next) of \(text(block.steps)), \(block.base) locals before"
    if let loop = block.loop { words += leftWords(of: loop.passes, behind: loop.pass) }
    return words
  }

  private func text(_ stage: ScriptPlace.Phase) -> String {
    switch stage {
    case .event(let error, let promise):
      let failure = error.map { "failed with \(text($0))" } ?? "has happened"
      return failure + (promise.map { ", \(name(of: $0))" } ?? "")
    case .moving(let advance): return "has \(rest(of: advance)) left"
    case .arrived: return "has arrived"
    }
  }

  private func rest(of advance: ScriptPlace.Advance) -> String {
    span(advance.end.nanoseconds - world.scheduler.now.nanoseconds)
  }
}
