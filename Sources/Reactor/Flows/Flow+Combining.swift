// Operators over several flows.
extension Flow {
  /// One flow after the other has completed.
  public static func concat(_ flows: [Flow]) -> Flow {
    Flow(.composite(Composite(.inTurn, flows)))
  }

  /// One flow after the other has completed.
  public static func concat(_ flows: Flow...) -> Flow { concat(flows) }

  /// The other flow after this one has completed.
  public func concat(_ other: Flow) -> Flow { .concat([self, other]) }

  /// All flows side by side; they begin in order, and the whole completes with the last.
  public static func merge(_ flows: [Flow]) -> Flow {
    Flow(.composite(Composite(.sideBySide, flows)))
  }

  /// All flows side by side; they begin in order, and the whole completes with the last.
  public static func merge(_ flows: Flow...) -> Flow { merge(flows) }

  /// This flow and the other side by side.
  public func merge(_ other: Flow) -> Flow { .merge([self, other]) }

  /// The flows that a closure makes of the elements, all side by side.
  public func flatMap<Other>(_ make: @escaping (Element) throws -> Flow<Other>) -> Flow<Other> {
    Flow<Other>(
      .producer { down in
        let state = SideBySide(down)
        down.detail = state
        down.onEnd { [running = state.running] in running.cancel() }
        feed(down, next: { state.begin(try make($0)) }, completed: state.finish)
      })
  }

  /// The flow that a closure makes of the latest element; the ones before are cancelled.
  public func flatMapLatest<Other>(
    _ make: @escaping (Element) throws -> Flow<Other>
  ) -> Flow<Other> {
    Flow<Other>(
      .producer { down in
        let state = Latest(down)
        down.onEnd { [current = state.current] in current.cancel() }
        feed(down, next: { state.begin(try make($0)) }, completed: state.finish)
      })
  }

  /// The elements up to the first one of another flow, with which this one completes.
  public func take<Other>(until other: Flow<Other>) -> Flow {
    Flow(
      .producer { down in
        other.feed(down, next: { _ in down.complete() }, completed: {})
        if down.isActive { feed(down, next: down.next, completed: down.complete) }
      })
  }

  /// Goes on with the flow that a closure makes of an error. What the closure throws fails the flow.
  ///
  /// A flow may go on with itself, here and in `concat`, and so be tried again or asked for ever:
  /// `func poll() -> Flow<Answer> { .concat(ask(), .deferred(poll)) }`. Each round takes the place of
  /// the one before. It does not where something stays open around it: a `recover` that catches what the
  /// later rounds fail with, or a `flatMap`, which may make more.
  public func recover(_ make: @escaping (any Error) throws -> Flow) -> Flow {
    Flow(.composite(Composite(.recovering(make), [self])))
  }
}

/// Subscriptions above of which there are several at a time, for the end of the one below. It holds
/// nothing below it.
private final class RunningFlows {
  private var slots = OrderedSlots<Endings>()

  func insert(_ subscription: Subscription) -> Int { slots.insert(subscription.ownEndings) }

  func remove(_ number: Int) { slots.remove(number) }

  func cancel() { for endings in slots.removeAll() { endings.end() } }

  var subscriptions: [Subscription?] { slots.elements.map(\.subscription) }
}

private final class SideBySide<Element>: DescribedOperator {
  private let down: Emitter<Element>
  let running = RunningFlows()
  /// The inner flows under way, and one for the outer.
  private var open = 1

  init(_ down: Emitter<Element>) { self.down = down }

  /// What stands side by side in the flow begins here, one by one, however deep it stands.
  func begin(_ flow: Flow<Element>) {
    var left = [flow]
    // Making a flow may end all, and so may what an end sets off; nobody would cancel the rest.
    while down.isActive, let flow = left.popLast() {
      switch flow.kind {
      case .deferred(let make):
        do { left.append(try make()) } catch { down.fail(error) }
      case .composite(let composite):
        if case .sideBySide = composite.manner {
          left += composite.flows.reversed()
        } else {
          beginOne(flow)
        }
      case .empty, .just, .several, .failure, .source, .producer: beginOne(flow)
      }
    }
  }

  private func beginOne(_ flow: Flow<Element>) {
    open += 1
    var number: Int?
    flow.attach(
      down, next: down.next,
      completed: { [self] in
        if let number { running.remove(number) }
        finish()
      },
      adopt: { number = running.insert($0) })
  }

  func finish() {
    open -= 1
    if open == 0 { down.complete() }
  }

  func describe(to description: inout OperatorDescription) {
    description.add("open", .number(open))
    description.add("flow", .flows(running.subscriptions))
  }
}

private final class Latest<Element> {
  private let down: Emitter<Element>
  let current = Upstream()
  /// Counts what has begun, so that an end is known for that of the latest.
  private var generation = 0
  private var isOuterOver = false
  private var isInnerOver = true

  init(_ down: Emitter<Element>) { self.down = down }

  func begin(_ flow: Flow<Element>) {
    generation += 1
    let mine = generation
    current.cancel()
    // The end of the one before may have brought a later element, or ended all; and so may making
    // the flow have done. Nobody would cancel this one then.
    guard down.isActive, mine == generation else { return }
    isInnerOver = false
    flow.attach(
      down, next: { [self] in if mine == generation { down.next($0) } },
      completed: { [self] in
        guard mine == generation else { return }
        isInnerOver = true
        if isOuterOver { down.complete() }
      },
      adopt: current.take)
  }

  func finish() {
    isOuterOver = true
    if isInnerOver { down.complete() }
  }
}
