/// A flow that is pushed from outside: who subscribes gets what comes from then on (Rx calls it a
/// subject). Subscribers are served in the order in which they came; one that comes while an
/// element is being passed on waits for the next. Whoever pushes holds the source; its flows do not, and when it
/// goes nothing comes of them any more but the end that there has been.
public final class Source<Element> {
  private var emitters = OrderedSlots<Emitter<Element>>()
  /// Whether anybody listens.
  @inlinable
  public private(set) var isObserved: Bool {
    @inline(__always)
    get { unsafe uncheckedIsObserved }
    @inline(__always)
    set { unsafe uncheckedIsObserved = newValue }
  }
  @exclusivity(unchecked)
  @usableFromInline var uncheckedIsObserved: Bool = false
  @usableFromInline let entrance = SourceEntrance<Element>()
  /// Hears of it where the last who listens goes before the source ends: nobody takes what it gives.
  package var onAbandoned: (() -> Void)?

  /// A source that nobody listens to and that has not ended.
  public init() { entrance.source = self }

  /// Nothing can come any more: who listens must not be held for it.
  deinit { for emitter in emitters.removeAll() { emitter.cancel() } }

  /// The flow of what is pushed from now on; of one that has ended, its end alone.
  public var flow: Flow<Element> { Flow(.source(entrance)) }

  /// Passes an element to all subscribers.
  public func next(_ element: Element) {
    let end = emitters.beginWalk()
    for place in 0..<end { emitters.element(at: place)?.next(element) }
    emitters.endWalk()
  }

  /// Ends all subscriptions with an error, and those to come.
  public func fail(_ error: any Error) { end(.failed(error)) }

  /// Ends all subscriptions, and those to come.
  public func complete() { end(.completed) }

  private func end(_ ending: Emitter<Element>.Ending) {
    guard entrance.ending == nil else { return }
    entrance.ending = ending
    isObserved = false
    for emitter in emitters.removeAll() { emitter.end(ending) }
  }

  fileprivate func add(_ emitter: Emitter<Element>) {
    let number = emitters.insert(emitter)
    isObserved = true
    emitter.onEnd { [weak self] in self?.remove(number) }
  }

  private func remove(_ number: Int) {
    emitters.remove(number)
    isObserved = !emitters.isEmpty
    if !isObserved, entrance.ending == nil { onAbandoned?() }
  }
}

/// Where flows find their source. A flow may wait below a source whose flow it is, which would never be let
/// go if it were held there.
@usableFromInline
final class SourceEntrance<Element> {
  fileprivate weak var source: Source<Element>?
  fileprivate var ending: Emitter<Element>.Ending?

  /// Nobody holds the emitter where the source is gone.
  @usableFromInline
  func add(_ emitter: Emitter<Element>) {
    if let ending { emitter.end(ending) } else { source?.add(emitter) }
  }
}
