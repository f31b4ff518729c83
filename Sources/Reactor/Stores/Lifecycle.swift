/// Computations that start and stop together, any number of times. They stop with the lifecycle when that goes, unless
/// their graph has gone before. After Resin's.
public final class Lifecycle {
  /// What one of the computations does.
  public typealias Body = (Computation) throws -> Void

  /// Whether the computations run.
  public private(set) var isRunning = false

  private weak var graph: Graph?
  private let label: String?
  private let onError: (any Error) -> Void
  private var bodies: [Body] = []
  private var running: [Computation] = []
  /// Counts starts and stops, so that whoever starts the bodies sees that another has done so since.
  private var changeCount = 0

  /// Nothing runs yet.
  /// - Parameters:
  ///   - graph: where the computations run; it is not kept.
  ///   - label: what each of the computations is called.
  ///   - onError: takes the errors of all runs. One of a first run ends that computation until the
  ///     next start.
  public init(_ graph: Graph, label: String? = nil, onError: @escaping (any Error) -> Void) {
    self.graph = graph
    self.label = label
    self.onError = onError
  }

  deinit { leave() }

  /// Stops all where what they belong to goes, which may be behind the end of the graph.
  func leave() {
    if let graph, !graph.kernel.state.pointee.isClosed { stop() }
  }

  /// Adds a computation. It starts now where the others run.
  public func add(_ body: @escaping Body) {
    bodies.append(body)
    if isRunning { start(body) }
  }

  /// Starts all, in the order in which they were added. Does nothing where they run.
  public func start() {
    if isRunning { return }
    isRunning = true
    changeCount += 1
    let mine = changeCount
    for body in bodies where mine == changeCount { start(body) }
  }

  /// Stops all, in the same order. Does nothing where none run.
  public func stop() {
    isRunning = false
    changeCount += 1
    let stopping = running
    running = []
    for computation in stopping { computation.stop() }
  }

  private func start(_ body: @escaping Body) {
    guard let graph else { misuse("the graph of a lifecycle is gone") }
    let mine = changeCount
    // Nobody's child, whoever starts it.
    graph.nonreactive {
      do {
        let computation = try graph.computation(
          label: label, onError: { [onError] error, _ in onError(error) }, body)
        // Its first run may have stopped all, and started all anew, this body among them.
        if mine == changeCount { running.append(computation) } else { computation.stop() }
      } catch {
        onError(error)
      }
    }
  }
}
