import Scenarios
import Values

/// What can be said of calls that end before their methods do.
extension FileCheck {
  /// Tells of methods that are cut off with their callers where a server would go on: of each its
  /// first call that may be cancelled.
  mutating func checkCancelledCalls() {
    var cut = file.model.services.map { $0.methods.map(\.isCutOff) }
    guard cut.joined().contains(true) else { return }
    for call in cancellableCalls() {
      let (service, method) = (call.method.service.number, call.method.method.number)
      guard cut[service][method] else { continue }
      cut[service][method] = false
      let name = call.method.method.text
      warn(
        .suspicious,
        "\"\(call.method.name.text)\" ends with this call, and may not have set its state by then",
        at: call.method.name.span,
        help: ["where the server goes on by itself, write: \(name): {detached: true, do: [...]}"])
    }
  }

  /// A call may come several times; where it is first, the order of the file says.
  private func cancellableCalls() -> [Verb.Call] {
    var calls: [Verb.Call] = []
    file.model.eachDeclaration { calls += $0.cancellableCalls }
    for steps in file.scripts { calls += steps.cancelledCalls }
    return calls
  }
}

extension Model.Declaration {
  /// The calls of its bodies that something else than their methods may end.
  fileprivate var cancellableCalls: [Verb.Call] {
    var calls: [Verb.Call] = []
    switch self {
    case .cell, .computation: eachPiece { calls += $0.calls { _ in true } }
    case .reactor(let reactor):
      for action in reactor.actions ?? [] {
        let isCancelled = action.overlap == .latest || !action.until.isEmpty
        calls += action.body.steps.calls { isCancelled || $0.timeout != nil }
      }
    case .store, .parcel, .service: eachPiece { calls += $0.calls { $0.timeout != nil } }
    case .actor(let actor):
      eachPiece { calls += $0.calls { $0.timeout != nil } }
      for reaction in actor.behaviors.flatMap(\.reactions) where !reaction.onCancel.isEmpty {
        calls += reaction.kind.steps.calls { _ in true }
      }
    }
    return calls
  }
}

extension ServiceDeclaration.Method {
  /// Whether it sets its state behind a wait, and says nothing of what becomes of it without its caller.
  fileprivate var isCutOff: Bool {
    guard isDetached == nil, case .steps(let steps) = body else { return false }
    var hasWaited = false
    return steps.setsLate(&hasWaited)
  }
}

extension Piece {
  fileprivate func calls(where isMeant: (Verb.Call) -> Bool) -> [Verb.Call] {
    if case .steps(let steps) = self { steps.calls(where: isMeant) } else { [] }
  }
}

extension [Step] {
  fileprivate func calls(where isMeant: (Verb.Call) -> Bool) -> [Verb.Call] {
    var calls: [Verb.Call] = []
    eachDeep { step in
      if case .turn(.event(.call(let call))) = step.verb, isMeant(call) { calls.append(call) }
    }
    return calls
  }

  /// Those of a script that have a timeout, or whose promise it cancels.
  fileprivate var cancelledCalls: [Verb.Call] {
    var cancelled: TextSet = []
    eachDeep { step in
      if case .turn(.promise(.cancel(let promise, _))) = step.verb {
        cancelled.insert(promise.text)
      }
    }
    var calls: [Verb.Call] = []
    eachDeep { step in
      guard case .turn(.event(.call(let call))) = step.verb else { return }
      let isCancelled = step.binding.map { cancelled.contains($0.text) } ?? false
      if isCancelled || call.timeout != nil { calls.append(call) }
    }
    return calls
  }

  /// Whether one of them sets something when time may have passed.
  fileprivate func setsLate(_ hasWaited: inout Bool) -> Bool {
    for step in self {
      switch step.verb {
      case .turn(.state(.set)), .turn(.state(.replaceState)): if hasWaited { return true }
      case .turn(.time(.wait)), .turn(.event(.ask)), .turn(.event(.call)):
        if step.delay == nil { hasWaited = true }
      // A later pass comes behind the waits of an earlier one.
      case .control(.loop(.elements)), .control(.loop(.times)):
        if [step].mayWait { hasWaited = true }
      case .turn, .control, .advance, .check: break
      }
      var isLate = false
      step.eachPiece { piece in
        if case .steps(let steps) = piece, !isLate { isLate = steps.setsLate(&hasWaited) }
      }
      if isLate { return true }
    }
    return false
  }
}
