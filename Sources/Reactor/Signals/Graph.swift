/// A reactive graph: cells that are written, cells derived from them, computations that run again
/// when what they read has changed. Single-threaded, deterministic, and without a clock: it runs
/// nothing by itself but first runs and reads; re-runs happen in `flush`.
///
/// The graph owns everything made by it. Handles (`Cell`, `Derived`, `Computation`, `Dependency`)
/// are plain indices: they cost nothing to copy, do not keep the graph alive, and must not be used
/// when it is gone. A body that captures the graph itself, or what keeps it, as a clock, a live reactor or a system of
/// actors does, makes a cycle that keeps it alive until `close()`; bodies that capture handles do not.
///
/// A body depends on what is of its own graph alone: what it reads of another one it reads as it stands, and a
/// computation of another one that it makes is nobody's child.
public final class Graph {
  private var memory: Owned<KernelState>
  @usableFromInline let kernel: Kernel

  /// A graph of its own, with nothing in it.
  public init() {
    memory = Owned(KernelState())
    kernel = Kernel(memory.address)
  }

  /// A handler that lets go of the graph is called by what goes on with it: the little that is left when it has been
  /// closed stays then.
  deinit {
    kernel.close()
    memory.isKept = kernel.state.pointee.calls > 0
  }

  /// Drops all bodies, handlers and values; not from inside a body. The graph can do nothing
  /// afterwards, and stops nobody.
  public func close() { kernel.close() }

  /// How deep evaluations may nest before a read fails with `DepthError`. The default is safe on a
  /// stack of 8 MB with bodies that need no more than some KB each. What such a read has failed on its way
  /// keeps the error until anything in the graph changes, also where it is less deep itself.
  public var depthLimit: Int {
    get { kernel.state.pointee.depthLimit }
    set { kernel.state.pointee.depthLimit = max(1, newValue) }
  }

  /// Receives the errors of re-runs whose computation has no handler of its own, and those of
  /// `onInvalidate`, `onStop` and `afterFlush` handlers. Runs untracked. Errors are dropped without
  /// it.
  public var onError: ((_ error: any Error, _ computation: Computation?) -> Void)? {
    get { kernel.state.pointee.onError }
    set {
      // What it held may run code when it goes, which may come back here.
      let old = kernel.state.pointee.onError
      kernel.state.pointee.onError = newValue
      withExtendedLifetime(old) {}
    }
  }

  /// Runs a body whose reads are not tracked, and whose computations are nobody's children.
  @inlinable
  public func nonreactive<Result>(_ body: () throws -> Result) rethrows -> Result {
    try kernel.untracked(body)
  }

  /// Whether reads are being tracked.
  @inlinable
  public var isActive: Bool { kernel.state.pointee.observer != 0 }

  /// Whether any body is being run, be it nonreactively.
  public var isComputing: Bool { kernel.isComputing }

  /// Whether a flush is under way, in whose middle another is refused.
  public var isFlushing: Bool { kernel.state.pointee.isFlushing }

  /// The computation whose reads are being tracked.
  public var current: Computation? {
    let id = kernel.state.pointee.observer
    guard id != 0, kernel.node(id).pointee.flags.has(.computation) else { return nil }
    return Computation(kernel: kernel, id: id, use: kernel.node(id).pointee.rank)
  }

  /// Whether a flush would find something to do.
  public var needsFlush: Bool {
    kernel.showWaiting()
    return kernel.state.pointee.needsFlush
  }

  /// Runs a handler once, in the next flush or in this one, when no invalid computation is left.
  /// Handlers run in order; after each, the computations that it invalidated run first.
  public func afterFlush(_ handler: @escaping () throws -> Void) {
    afterFlush(about: nil, handler)
  }

  /// The same for a handler that is about something.
  package func afterFlush(about detail: AnyObject?, _ handler: @escaping () throws -> Void) {
    kernel.callAfterFlush(about: detail, handler)
  }

  /// Re-runs what is invalid, in order of invalidation, with all live derived cells up to date
  /// before each (whom that finds out of date is invalidated together, in order of creation); then the handlers of
  /// `afterFlush`. Never returns where computations keep invalidating each other for ever. Throws a `FlushError`
  /// inside a flush or a body; what bodies throw goes to the graph's error handler instead.
  @inline(never)
  public func flush() throws { try kernel.flush() }

  /// Flushes within a budget: every re-run of a computation and every evaluation of a derived cell
  /// takes one from `limit`. Where it is used up and work remains, the flush ends with a
  /// `BudgetError`; the graph stays consistent, and another flush goes on.
  public func flush(limit: inout Int) throws { try kernel.flush(limit: &limit) }

  /// Runs a body, then flushes, unless inside a flush, a body or another batch. Also flushes where
  /// the body throws; then throws what the body threw, or a `FlushError` of the flush in its place.
  @inlinable
  public func batch<Result>(_ body: () throws -> Result) throws -> Result {
    kernel.state.pointee.batches += 1
    let result: Result
    do {
      result = try body()
    } catch {
      try endBatch()
      throw error
    }
    try endBatch()
    return result
  }

  /// A batch has come to its end. It is no part of the generic `batch`, so that what every caller of
  /// that has of its own is small.
  @usableFromInline
  func endBatch() throws {
    kernel.state.pointee.batches -= 1
    if kernel.state.pointee.batches == 0, !isFlushing, !isComputing { try flush() }
  }

  /// Marks several dependencies as changed at once: all who depend on any of them are invalidated
  /// in the order in which they were made. They must be of this graph.
  public func changed(_ dependencies: [Dependency]) {
    for dependency in dependencies {
      require(dependency.kernel.state == kernel.state, "a dependency of another graph")
    }
    kernel.changed(dependencies.map(\.id))
  }
}
