/// A flow that is pushed from outside: who subscribes gets what comes from then on (Rx calls it a
/// subject). Subscribers are served in the order in which they came; one that comes while an
/// element is being passed on waits for the next.
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
  private var ending: Emitter<Element>.Ending?
  /// Hears of it where the last who listens goes before the source ends: nobody takes what it gives.
  package var onAbandoned: (() -> Void)?

  /// A source that nobody listens to and that has not ended.
  public init() {}

  /// Nothing can come any more: who listens must not be held for it.
  deinit { for emitter in emitters.removeAll() { emitter.cancel() } }

  /// The flow of what is pushed from now on; of one that has ended, its end alone.
  public var flow: Flow<Element> { Flow(.source(self)) }

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
    guard self.ending == nil else { return }
    self.ending = ending
    isObserved = false
    for emitter in emitters.removeAll() { pass(ending, to: emitter) }
  }

  @usableFromInline
  func add(_ emitter: Emitter<Element>) {
    if let ending {
      pass(ending, to: emitter)
      return
    }
    let number = emitters.insert(emitter)
    isObserved = true
    emitter.onEnd { [weak self] in self?.remove(number) }
  }

  private func remove(_ number: Int) {
    emitters.remove(number)
    isObserved = !emitters.isEmpty
    if !isObserved, ending == nil { onAbandoned?() }
  }

  private func pass(_ ending: Emitter<Element>.Ending, to emitter: Emitter<Element>) {
    switch ending {
    case .completed: emitter.complete()
    case .failed(let error): emitter.fail(error)
    }
  }
}
