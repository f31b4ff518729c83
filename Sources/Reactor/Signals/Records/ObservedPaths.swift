internal import Values

/// How many paths of a record some computation depends on, and who wants to know whether any is. It
/// tells in the flush, when all paths that have turned in it are counted.
final class ObservedPaths {
  private var count = 0
  /// Whether it was observed when the hooks were called last.
  private var isObserved = false
  private var isQueued = false
  private var hooks: [(isForObserved: Bool, call: () throws -> Void)] = []
  private let kernel: Kernel

  init(_ kernel: Kernel) { self.kernel = kernel }

  func add(forObserved isForObserved: Bool, _ call: @escaping () throws -> Void) {
    hooks.append((isForObserved, call))
    if isForObserved, isObserved {
      kernel.callAfterFlush(about: nil) { [kernel] in kernel.call(call, for: nil) }
    }
  }

  /// Counts a path from now on. The graph keeps it then: it may have to tell when the record has gone.
  func follow(_ node: UInt32) {
    kernel.addHook(to: node, forObserved: true) { [self] in turned(by: 1) }
    kernel.addHook(to: node, forObserved: false) { [self] in turned(by: -1) }
  }

  private func turned(by change: Int) {
    count += change
    if isQueued { return }
    isQueued = true
    kernel.callAfterFlush(about: nil) { [self] in tell() }
  }

  private func tell() {
    isQueued = false
    if (count > 0) == isObserved { return }
    isObserved = count > 0
    for hook in hooks where hook.isForObserved == isObserved { kernel.call(hook.call, for: nil) }
  }
}

extension RecordCell {
  /// Calls a hook whenever a computation comes to depend on any path of the record, directly or through
  /// derived cells, where none depended on one before; as `Cell.onObserved` does.
  public func onObserved(_ hook: @escaping () throws -> Void) {
    observedPaths.add(forObserved: true, hook)
  }

  /// Calls a hook, likewise, whenever no computation depends on any path of it any more.
  public func onUnobserved(_ hook: @escaping () throws -> Void) {
    observedPaths.add(forObserved: false, hook)
  }

  private var observedPaths: ObservedPaths {
    if let observation { return observation }
    let paths = ObservedPaths(kernel)
    observation = paths
    tracked.each { place in
      if let node = place.node { paths.follow(node) }
    }
    return paths
  }
}
