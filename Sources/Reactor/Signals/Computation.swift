/// A body that runs for its effects, again and again. A computation that has been stopped and is
/// not running leaves its place to others; handles to it go on to say that it is stopped.
@frozen
public struct Computation: Hashable {
  @usableFromInline let kernel: Kernel
  @usableFromInline let id: UInt32
  @usableFromInline let use: UInt32

  @usableFromInline
  init(kernel: Kernel, id: UInt32, use: UInt32) {
    self.kernel = kernel
    self.id = id
    self.use = use
  }

  public static func == (left: Computation, right: Computation) -> Bool {
    left.id == right.id && left.use == right.use && left.kernel.state == right.kernel.state
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(use)
  }

  private var flags: NodeFlags? {
    kernel.disturb()
    return kernel.isPresent(self) ? kernel.node(id).pointee.flags : nil
  }

  /// Whether it is in its first run.
  public var isFirstRun: Bool { flags?.has(.firstRun) ?? false }

  /// Whether it is to run again, or has been stopped.
  public var isInvalidated: Bool { flags?.has(.invalid) ?? true }

  /// Whether it is over, stopped by itself, by somebody else or with its parent.
  public var isStopped: Bool { flags?.has(.stopped) ?? true }

  /// As given at creation.
  public var label: String? { kernel.isPresent(self) ? kernel.side(of: id)?.label : nil }

  /// Ends it: it is invalidated, if it is not invalid already, then its `onStop` handlers run. The
  /// rest of a body under way still runs.
  public func stop() {
    if kernel.isPresent(self) { kernel.stop(id) }
  }

  /// Has it run again: in the next flush; in this one, first of all, where it invalidates itself in
  /// a re-run. Its children are stopped and its `onInvalidate` handlers run now.
  public func invalidate() {
    if kernel.isPresent(self) { kernel.invalidate(id) }
  }

  /// Runs a handler once, when this run is invalidated or stopped: at once where it has been.
  /// Untracked; an error goes to the graph's error handler.
  public func onInvalidate(_ handler: @escaping () throws -> Void) {
    onInvalidate(about: nil, handler)
  }

  /// The same for a handler that is about something.
  package func onInvalidate(about detail: AnyObject?, _ handler: @escaping () throws -> Void) {
    if isInvalidated {
      kernel.call(handler, for: self)
    } else {
      let handler = Handler(call: handler, detail: detail)
      kernel.handlers(of: id) { $0.onInvalidate.append(.call(handler)) }
    }
  }

  /// Has another one end when this run is invalidated or stopped: at once where it has been.
  package func onInvalidate(stop other: Computation) {
    if isInvalidated {
      other.stop()
    } else {
      kernel.handlers(of: id) { $0.onInvalidate.append(.stop(other)) }
    }
  }

  /// Runs a handler once, when this run is stopped, after all of `onInvalidate`: at once where it
  /// has been. The next run starts without it. Untracked; an error goes to the graph's error
  /// handler.
  public func onStop(_ handler: @escaping () throws -> Void) { onStop(about: nil, handler) }

  /// The same for a handler that is about something.
  package func onStop(about detail: AnyObject?, _ handler: @escaping () throws -> Void) {
    if isStopped {
      kernel.call(handler, for: self)
    } else {
      let handler = Handler(call: handler, detail: detail)
      kernel.handlers(of: id) { $0.onStop.append(handler) }
    }
  }
}
