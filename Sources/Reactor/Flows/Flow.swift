/// Elements over virtual time, then an end or an error: a cold stream, which begins anew for every
/// subscriber. Operators bear the names and keep the timing of Rx (RxSwift 6); what waits, waits on
/// the scheduler of the subscription, each timer a turn of its own. Single-threaded.
///
/// Elements at hand (`just`, `of`) are kept as such, so that passing them on costs no more than a
/// call each. Closures given to operators may throw: the flow fails then.
@frozen
public struct Flow<Element> {
  @frozen
  @usableFromInline
  enum Origin {
    case empty
    case just(Element)
    case several([Element])
    case failure(any Error)
    case source(SourceEntrance<Element>)
    case producer((Emitter<Element>) -> Void)
    case deferred(() throws -> Flow)
    case composite(Composite<Element>)
  }

  @usableFromInline let kind: Origin

  @inlinable
  init(_ kind: Origin) { self.kind = kind }

  /// No elements.
  @inlinable
  public static var empty: Flow { Flow(.empty) }

  /// No elements and no end.
  public static var never: Flow { Flow(.producer { _ in }) }

  /// One element, at once.
  @inlinable
  public static func just(_ element: Element) -> Flow { Flow(.just(element)) }

  /// Some elements, at once.
  @inlinable
  public static func of(_ elements: [Element]) -> Flow { Flow(.several(elements)) }

  /// Some elements, at once.
  @inlinable
  public static func of(_ elements: Element...) -> Flow { Flow(.several(elements)) }

  /// An error, at once.
  @inlinable
  public static func fail(_ error: any Error) -> Flow { Flow(.failure(error)) }

  /// Whatever a producer pushes. It is called once for each subscription; what it holds it gives
  /// back in `Emitter.onEnd`, whose body must not hold the emitter. Nothing but what the producer has left the emitter
  /// with holds it: what nobody can push into any more is gone.
  @inlinable
  public static func make(_ producer: @escaping (Emitter<Element>) -> Void) -> Flow {
    Flow(.producer(producer))
  }

  /// The flow that a closure makes at the moment of subscribing.
  public static func deferred(_ make: @escaping () throws -> Flow) -> Flow {
    Flow(.deferred(make))
  }

  /// Begins the flow. What is at hand arrives before this returns, in the caller's turn; what
  /// waits, in turns of its own, which reports call by the label. The scheduler is not held by what waits
  /// in it: with its last reference all that goes, without a word.
  @discardableResult
  public func subscribe(
    in scheduler: Scheduler, label: @autoclosure @escaping () -> String = "a flow",
    next: @escaping (Element) -> Void, failed: ((any Error) -> Void)? = nil,
    completed: (() -> Void)? = nil
  ) -> Subscription {
    let emitter = Emitter<Element>(scheduler.link, label, next: next) { ending in
      switch ending {
      case .completed: completed?()
      case .failed(let error): failed?(error)
      }
    }
    run(into: emitter)
    return emitter
  }

  /// Pushes the elements into an emitter. No producer is called for one that has ended already: what
  /// it began nobody would give back in time.
  @inlinable
  func run(into emitter: Emitter<Element>) {
    switch kind {
    case .empty: emitter.complete()
    case .just(let element):
      emitter.next(element)
      emitter.complete()
    case .several(let elements):
      for element in elements {
        if !emitter.isActive { return }
        emitter.next(element)
      }
      emitter.complete()
    case .failure(let error): emitter.fail(error)
    case .source(let source): source.add(emitter)
    case .producer(let producer): if emitter.isActive { producer(emitter) }
    case .deferred, .composite: if emitter.isActive { unfold(into: emitter) }
    }
  }

  /// Runs a flow that is made of others, or made only now.
  @usableFromInline
  func unfold(into emitter: Emitter<Element>) {
    if case .composite(let composite) = kind, case .sideBySide = composite.manner {
      Flow<Flow>.of(composite.flows).flatMap { $0 }.run(into: emitter)
    } else {
      Succession(emitter).goOn(with: self)
    }
  }

  /// A flow whose subscriptions pass on what this one gives as `begin` says. The closure that it
  /// makes for each subscription takes the elements; an end is passed on.
  func relay<Other>(
    _ begin: @escaping (Emitter<Other>) -> (Element) throws -> Void
  ) -> Flow<Other> {
    Flow<Other>(
      .producer { down in
        feed(down, next: begin(down), completed: down.complete)
      })
  }

  /// Subscribes on behalf of another subscription: with whose end this one ends too, and to which
  /// errors go.
  func feed<Other>(
    _ down: Emitter<Other>, next: @escaping (Element) throws -> Void,
    completed: @escaping () -> Void
  ) {
    attach(down, next: next, completed: completed) { down.adopt($0) }
  }

  /// The same, but whoever adopts the subscription, before it begins, sees to its end. Where all is
  /// at hand there is none, and nothing to adopt.
  func attach<Other>(
    _ down: Emitter<Other>, next: @escaping (Element) throws -> Void,
    completed: @escaping () -> Void, failed: ((any Error) -> Void)? = nil,
    adopt: (Subscription) -> Void
  ) {
    func pass(_ element: Element) {
      do { try next(element) } catch { down.fail(error) }
    }
    switch kind {
    case .empty: completed()
    case .just(let element):
      pass(element)
      if down.isActive { completed() }
    case .several(let elements):
      for element in elements {
        if !down.isActive { return }
        pass(element)
      }
      if down.isActive { completed() }
    case .failure(let error): if let failed { failed(error) } else { down.fail(error) }
    case .source, .producer, .deferred, .composite:
      let up = Emitter<Element>(down.link, down.describe, next: pass) { ending in
        switch ending {
        case .completed: completed()
        case .failed(let error): if let failed { failed(error) } else { down.fail(error) }
        }
      }
      adopt(up)
      run(into: up)
    }
  }
}
