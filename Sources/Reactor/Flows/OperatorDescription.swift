/// What an operator of a flow holds between two elements, in words and plain data, for whoever writes
/// down the state of a world. Reading it changes nothing.
package struct OperatorDescription {
  /// One thing that is held.
  package enum Fact {
    /// An element of the flow, of whatever type those are.
    case element(Any)
    case number(Int)
    /// Nanoseconds: how long something takes, or what is left of a timer. 0 is due, -1 is none.
    case span(Int64)
    /// Inner flows that are under way, in order; nil where nothing can come from one any more.
    case flows([Subscription?])
  }

  /// All that is held, always in the same order.
  package private(set) var facts: [(name: String, fact: Fact)] = []

  /// What stands behind a subscription; nothing where its producer holds nothing that is told.
  package init(of subscription: Subscription) {
    (subscription.detail as? any DescribedOperator)?.describe(to: &self)
  }

  mutating func add(_ name: String, _ fact: Fact) { facts.append((name, fact)) }

  /// What waits for a timer, and how long still; nothing where nothing waits.
  mutating func add<Element>(
    waiting element: Element?, for timer: TimerID, in scheduler: Scheduler
  ) {
    guard let element else { return }
    add("latest", .element(element))
    add("timer", .span(scheduler.rest(of: timer) ?? -1))
  }
}

/// An operator that holds something between two elements, and stands as the `detail` of its
/// subscription.
protocol DescribedOperator: AnyObject {
  func describe(to description: inout OperatorDescription)
}
