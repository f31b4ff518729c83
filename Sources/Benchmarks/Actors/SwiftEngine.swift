/// Swift's own actors: a message is a call that is waited for, and its return is another hop. They
/// have no mailbox where nobody else calls; so a pair is the fast case, and a ring, in which each
/// call is made from another, is not.
struct SwiftEngine: MessageEngine {
  let name = "Swift's own actors"

  func ring(_ count: Int, _ hops: Int) async -> Double {
    let nodes = (0..<count).map { _ in Member() }
    for (index, node) in nodes.enumerated() { await node.link(nodes[(index + 1) % count]) }
    return await Stopwatch.time(hops) {
      // As deep as a round; a call and its return are two hops.
      for _ in 0..<(hops / (2 * count)) { await nodes[0].pass(count) }
    }
  }

  func fanIn(_ count: Int, each: Int) async -> Double {
    let sink = Member()
    return await Stopwatch.time(count * each) {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<count {
          group.addTask { for _ in 0..<each { await sink.take() } }
        }
      }
    }
  }
}

private actor Member {
  private var next: Member?
  private var count = 0

  func link(_ next: Member) { self.next = next }

  func pass(_ left: Int) async {
    if left > 0 { await next?.pass(left - 1) }
  }

  func take() { count += 1 }
}
