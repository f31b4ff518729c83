/// What all foci of one store share, whatever they see of the state: the way of its actions, and
/// what is on show.
final class StoreCore {
  typealias Screening = (any PresentationIdentifier) -> Presented?

  unowned let graph: Graph
  /// Whoever works on the store is given what those have who use it.
  fileprivate(set) weak var keeper: StoreKeeper?
  let dispatcher: Dispatcher<Dispatched>
  let presentation: Presentation<Presented>
  let faults: FaultSink
  let daemons: Lifecycle
  /// Sees each action as it begins to be handled.
  var onAction: ((any Action) -> Void)? {
    didSet {
      let sees = onAction
      dispatcher.begins = sees.map { sees in { sees($0.action) } }
    }
  }
  private(set) var warnings: [String] = []
  private var screenings: [ObjectIdentifier: Screening] = [:]
  /// What cells read of the state. It is the graph's, for it may hold what holds the store.
  private var reads: [() -> (any Living)?] = []

  init(
    _ graph: Graph, _ scheduler: Scheduler, label: String,
    reduce: @escaping (Dispatched) throws -> Bool
  ) {
    let faults = FaultSink()
    self.graph = graph
    self.faults = faults
    daemons = Lifecycle(graph, label: "\(label) daemon") { faults.take?(.daemon($0)) }
    daemons.start()
    presentation = Presentation(graph, label: "\(label).presented")
    dispatcher = Dispatcher(
      graph, scheduler, label: label, name: \.name, reduce: reduce,
      report: { faults.take?(StoreFault($0)) })
  }

  /// Cells and daemons stand in the graph, which may be there for long; the state goes with the store.
  deinit {
    daemons.leave()
    // In the middle of an action the state is nothing to be read.
    if dispatcher.underWay != nil { return }
    for read in reads { read()?.leave() }
  }

  /// Has a cell's read of the state end with the store.
  func note(_ read: some Living) { reads.append { [weak read] in read } }

  func report(_ fault: StoreFault) { faults.take?(fault) }

  func warn(_ text: String) { warnings.append("\(dispatcher.label): \(text)") }

  /// The last one registered for an identifier's type counts.
  func add(_ screening: @escaping Screening, for type: ObjectIdentifier, name: String) {
    if screenings.updateValue(screening, forKey: type) != nil {
      warn("two routes for \(name); the later counts")
    }
  }

  /// What an identifier shows, or nil, which is reported.
  func screen(_ identifier: any PresentationIdentifier) -> Presented? {
    guard let screening = screenings[ObjectIdentifier(type(of: identifier))] else {
      report(.unknownRoute(identifier))
      return nil
    }
    guard let presented = graph.nonreactive({ screening(identifier) }) else {
      report(.absentRoute(identifier))
      return nil
    }
    return presented
  }
}

/// What the handles to a store share, but for those of screens on show: the store holds these, and they may
/// hold it. When it goes, they do.
final class StoreKeeper {
  private let core: StoreCore
  private weak var graph: Graph?

  init(_ core: StoreCore, _ graph: Graph) {
    self.core = core
    self.graph = graph
    core.keeper = self
  }

  deinit {
    let isHeard = graph.map { !$0.kernel.state.pointee.isClosed } ?? false
    core.presentation.letGo(isHeard: isHeard)
  }
}

/// Where the faults of a store go: apart, so that what reports them need not keep the store.
final class FaultSink {
  var take: ((StoreFault) -> Void)?
}

extension StoreFault {
  init(_ fault: Dispatcher<Dispatched>.Fault) {
    self =
      switch fault {
      case .unhandled(let last): .unhandled(last.action, place: last.place)
      case .dropped(let late, let other):
        .dropped(late.action, during: other.action, place: late.place)
      case .middleware(let seen, let error): .middleware(seen.action, error)
      // Reducers throw nothing but this.
      case .reducer(let last, _): .absent(last.action, place: last.place)
      }
  }
}
