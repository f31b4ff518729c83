import Scenarios
import Values

extension World {
  /// Counts what was made. Throws where the world holds more than it may.
  func make(_ bytes: Int) throws(RunError) {
    settle()
    if unsettledMemory.make(bytes) { try countMemory() }
  }

  /// The same for what a formula made.
  @inline(__always)
  func make(cost: Int) throws(RunError) {
    settle()
    if unsettledMemory.make(cost: cost) { try countMemory() }
  }

  @inline(never)
  private func countMemory() throws(RunError) {
    if let failure = memory.failure { throw failure }
    let count = door.held(upTo: memory.limit)
    limits.note(work: count.held.storages * 10)
    guard count.held.isOver else {
      // What is recorded of a world has limits of its own (`RunLog`), so that no scenario fails for being looked at.
      // Beside other worlds it takes room as all else does.
      memory.leave(room: count.held.total + trail.bytes)
      if memory.isCrowded { throw fail("there is no room beside other worlds") }
      return
    }
    let size = ByteSize.text(memory.limit)
    throw fail(
      "the world holds more than \(size), most of it in \(count.most)",
      help: ["let go of what is no longer needed, or keep less of it"])
  }

  private func fail(_ text: String, help: [String] = []) -> RunError {
    let error = RunError(.memoryLimit, text, kind: .budget, at: nil, help: help)
    memory.failure = error
    return error
  }
}
