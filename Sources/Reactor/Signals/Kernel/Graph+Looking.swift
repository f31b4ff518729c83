package import Values

/// A derived cell as it stands, for whoever writes down a state: nothing is evaluated for it.
package struct DerivedStanding {
  package enum Content {
    /// It has never been evaluated.
    case nothing
    case value(Value)
    /// What a path of it led to.
    case lookup(Lookup)
    case failure(any Error)
  }

  package let label: String
  package let content: Content
  /// Whether somebody is told of its changes.
  package let isLive: Bool
  /// Whether it is to be evaluated, or may have to be.
  package let isStale: Bool
  /// Whether it holds only until anything changes.
  package let isFragile: Bool
  package let reads: [Read]

  /// Something that it read when it was evaluated.
  package struct Read {
    package let label: String
    /// Whether it has changed since the cell was found to be up to date, or may have.
    package let hasChanged: Bool
  }
}

/// A computation as it stands.
package struct ComputationStanding {
  /// What is done once.
  package enum Handler {
    /// Another one is stopped.
    case stop(Computation)
    /// Code is run; with what it is about.
    case call(AnyObject?)
    /// The graph looks whether somebody depends on a node, for those who asked to be told.
    case look(label: String, node: UInt32)
  }

  package let computation: Computation
  package let label: String
  /// What it was made for.
  package let detail: AnyObject?
  package let isInvalid: Bool
  package let isFirstRun: Bool
  /// What it read in its last run: the nodes' labels and numbers, in the order of reading.
  package let reads: [(label: String, node: UInt32)]
  package let onInvalidate: [Handler]
  package let onStop: [Handler]
}

// What can be seen of a graph between two runs. Nothing is evaluated, tracked or changed.
extension Graph {
  /// The computations that have not been stopped, in the order in which they were made.
  package var computations: [ComputationStanding] {
    guard !kernel.state.pointee.isClosed else { return [] }
    var found: [(number: UInt64, standing: ComputationStanding)] = []
    for id in 1..<kernel.state.pointee.nodeCount {
      let flags = kernel.node(id).pointee.flags
      guard flags.has(.computation), !flags.has(.stopped) else { continue }
      found.append((kernel.node(id).pointee.payload, computationStanding(id)))
    }
    return found.sorted { $0.number < $1.number }.map(\.standing)
  }

  private func computationStanding(_ id: UInt32) -> ComputationStanding {
    let (node, side) = (kernel.node(id).pointee, kernel.side(of: id))
    return ComputationStanding(
      computation: Computation(kernel: kernel, id: id, use: node.rank), label: kernel.label(id),
      detail: side?.detail, isInvalid: node.flags.has(.invalid),
      isFirstRun: node.flags.has(.firstRun), reads: reads(of: id),
      onInvalidate: (side?.onInvalidate ?? []).compactMap { handler in
        switch handler {
        case .call(let handler): .call(handler.detail)
        case .stop(let other): other.isStopped ? nil : .stop(other)
        }
      },
      onStop: (side?.onStop ?? []).map { .call($0.detail) })
  }

  /// The invalid computations in the order in which they will run again.
  package var pending: [Computation] {
    (0..<kernel.state.pointee.pending.count).compactMap { place in
      let id = kernel.state.pointee.pending[place]
      let node = kernel.node(id).pointee
      return node.flags.has(.stopped)
        ? nil : Computation(kernel: kernel, id: id, use: node.rank)
    }
  }

  /// The handlers that wait for a flush, in order.
  package var waitingHandlers: [ComputationStanding.Handler] {
    kernel.state.pointee.afterFlush.dropFirst(kernel.state.pointee.afterFlushHead).map { handler in
      guard let observation = handler.detail as? Observation else { return .call(handler.detail) }
      let node = observation.node
      return .look(label: kernel.label(node), node: node)
    }
  }

  /// The derived cells, and those of their paths that somebody has read, in the order in which they
  /// were made.
  package var derivedCells: [DerivedStanding] {
    guard !kernel.state.pointee.isClosed else { return [] }
    var stale: [UInt32: Bool] = [:]
    return (1..<kernel.state.pointee.nodeCount).compactMap { id in
      let node = kernel.node(id).pointee
      guard node.flags.has(.derived) else { return nil }
      return DerivedStanding(
        label: kernel.label(id), content: content(of: id), isLive: node.flags.has(.live),
        isStale: isStale(id, &stale), isFragile: node.flags.has(.fragile),
        reads: reads(of: id).map { read in
          DerivedStanding.Read(
            label: read.label, hasChanged: hasChanged(read.node, for: id, &stale))
        })
    }
  }

  /// Whether a derived cell, or one that it was made of, may not be what an evaluation would give.
  private func isStale(_ id: UInt32, _ known: inout [UInt32: Bool]) -> Bool {
    if let known = known[id] { return known }
    // Until it is known: who comes to read itself is no reason to be stale.
    known[id] = false
    let isStale =
      kernel.node(id).pointee.flags.has(.unset)
      || (kernel.node(id).pointee.flags.has(.live)
        && kernel.node(id).pointee.flags.has([.dirty, .suspect]))
      || reads(of: id).contains { hasChanged($0.node, for: id, &known) }
    known[id] = isStale
    return isStale
  }

  /// A live cell is told of what it reads itself; others find it out by comparing revisions.
  private func hasChanged(
    _ node: UInt32, for reader: UInt32, _ known: inout [UInt32: Bool]
  ) -> Bool {
    let flags = kernel.node(node).pointee.flags
    if flags.has(.derived), isStale(node, &known) { return true }
    let verifiedAt = kernel.node(reader).pointee.verifiedAt
    return !kernel.node(reader).pointee.flags.has(.live)
      && kernel.node(node).pointee.changedAt > verifiedAt
  }

  private func content(of id: UInt32) -> DerivedStanding.Content {
    let node = kernel.node(id).pointee
    if node.flags.has(.failed) { return .failure(kernel.failure(of: id)) }
    if node.flags.has(.unset) || !node.flags.has(.boxed) { return .nothing }
    let object = Payload.anyBox(node.payload)
    if let box = object as? Box<Value> { return .value(box.value) }
    if let box = object as? Box<Lookup> { return .lookup(box.value) }
    return .nothing
  }

  private func reads(of id: UInt32) -> [(label: String, node: UInt32)] {
    kernel.inputs(of: id).map { (kernel.label($0), $0) }
  }
}

extension Derived<Value> {
  /// What it holds, where nothing that it has read itself is known to have changed: unless one of the derived cells
  /// among that becomes something else, a reader will get that. Nothing is evaluated.
  package var standingUnlessDue: Result<Values.Value, any Error>? {
    if kernel.isDue(id) { return nil }
    if kernel.node(id).pointee.flags.has(.failed) { return .failure(kernel.failure(of: id)) }
    return lastValue.map { .success($0) }
  }

  /// What it would hold, were it to be given a value: of one that compares by identity.
  package func holding(_ new: Values.Value) -> Values.Value {
    if !new.isComposed || kernel.node(id).pointee.flags.has([.unset, .failed]) { return new }
    return lastValue.flatMap(new.settled) ?? new
  }

  /// Whether its last run has read another cell, or a path of it.
  package func hasRead(_ other: Derived) -> Bool { kernel.hasInput(id, other.id) }
}

extension Kernel {
  /// Whether a node is known to have to be evaluated, or not linked, so that it is not told.
  fileprivate func isDue(_ id: UInt32) -> Bool {
    let flags = node(id).pointee.flags
    if flags.has([.unset, .fragile]) || !flags.has(.linked) { return true }
    // One that is marked may have been told of what was written back since.
    if !flags.has(.live) || !flags.has(.dirty) || state.pointee.hasReturned {
      return hasChangedInput(id)
    }
    return true
  }

  /// Whether another is among what a node has read, or is the first that such a one has read: as a cell is that of
  /// which a path is read.
  fileprivate func hasInput(_ id: UInt32, _ other: UInt32) -> Bool {
    inputs(of: id).contains { input in
      input == other || link(node(input).pointee.firstDependency).pointee.dependency == other
    }
  }
}

extension RecordCell {
  /// Tells of each path that was read what stood there then, where a write that brings it back would
  /// be none for those that have read it: a value, or where the path ended, in what.
  package func eachReturn(_ body: (_ path: [String], _ value: Value?, _ end: String) -> Void) {
    let lastRun = kernel.state.pointee.lastStamp
    tracked.each { place in
      guard let node = place.node, let version = place.lastRead,
        version.stamp == kernel.node(node).pointee.stamp, version.lastRun ?? lastRun == lastRun
      else { return }
      switch version.content {
      case .found(let value): body(place.path, value, "")
      case .missing(let index, let type): body(place.path, nil, "nothing at \(index) in \(type)")
      }
    }
  }

  /// Tells the nodes of the paths that have been read.
  package func eachNode(_ body: (UInt32) -> Void) { tracked.each { $0.node.map(body) } }
}

extension Computation {
  /// The number of its node; that of one that is over is given to another.
  package var node: UInt32 { id }
}
