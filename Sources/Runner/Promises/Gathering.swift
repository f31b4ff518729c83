import Reactor
import Scenarios
import Values

/// One answer made of several (RXPromise's `all`, `any`; JavaScript's `race`). Once it is there, nobody
/// wants those that are still open.
final class Gathering: Kept {
  let rule: Verb.Gathering.Rule
  /// The answer that is made of them.
  let promise: Promise
  private unowned let world: World
  /// What has been asked and called, in the order of the steps.
  private(set) var members: [Promise] = []
  /// How many of them are still open.
  private var open = 0
  /// Whether all have been asked.
  private var isComplete = false

  init(_ rule: Verb.Gathering.Rule, for promise: Promise, in world: World) {
    self.rule = rule
    self.promise = promise
    self.world = world
    super.init(in: world.kept)
    promise.bonds.worker = self
  }

  override func count(in held: inout HeldBytes) {
    held.add(bytes: 64 + 16 * members.count)
    for member in members { member.count(in: &held) }
  }

  /// Another one that is to be asked.
  func add(_ member: Promise) {
    members.append(member)
    open += 1
    member.waiter = self
  }

  /// All have been asked. Some may have been answered by then.
  func complete() {
    isComplete = true
    if members.isEmpty, rule != .all {
      return world.settle(
        promise,
        .error(
          RunError(
            .noAnswer, "nobody was asked, and so there is no first answer",
            at: promise.step.keyword.span)))
    }
    for member in members where !member.isPending { look(at: member) }
    look()
  }

  /// One of them could not even be asked: gives up the others.
  func fail() {
    promise.endTimeout()
    promise.bonds.worker = nil
    cancelOpen()
  }

  private func look(at member: Promise) {
    guard isComplete, promise.isPending else { return }
    switch (rule, member.resumption) {
    case (.all, .error(let error)), (.race, .error(let error)): settle(.error(error))
    case (.any, .value(let value)), (.race, .value(let value)): settle(.value(value))
    case (.all, .value), (.any, .error), (_, .time): break
    }
  }

  /// Where nothing is open any more, it is as it is.
  private func look() {
    guard isComplete, open == 0, promise.isPending else { return }
    do {
      switch rule {
      case .all: settle(.value(try Value.list(of: members.map(\.answer))))
      case .any:
        let errors = try Value.list(of: members.map(\.thrown))
        settle(
          .error(
            RunError(
              .noAnswer, "all were rejected: \(errors)", value: errors,
              at: promise.step.keyword.span)))
      case .race: break
      }
    } catch {
      settle(.error(RunError(.tooLarge, error.message, at: promise.step.keyword.span)))
    }
  }

  private func settle(_ outcome: Promise.Outcome) {
    world.settle(promise, outcome)
    cancelOpen()
  }

  private func cancelOpen() {
    let others = members
    for other in others where other.isPending {
      other.waiter = nil
      world.cancel(other)
    }
    members = []
  }
}

extension Gathering: PromiseWaiter {
  func answered(_ member: Promise) {
    open -= 1
    look(at: member)
    look()
  }

  var waiterParts: [StatePart] { [.text("\(rule.rawValue), for"), .named(promise)] }

  func sever() {
    members = []
    promise.sever()
  }
}

extension Gathering: PromiseWorker {
  func cancel(workAt promise: any AnyPromise) { cancelOpen() }
}

extension Promise {
  /// What it was rejected with; one that was cancelled says so.
  fileprivate var thrown: Value {
    if case .error(let error) = resumption { error.value } else { .null }
  }
}
