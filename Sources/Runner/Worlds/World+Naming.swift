import Reactor
import Scenarios
import Values

extension World {
  /// The part in whose name a body is at work.
  func name(of frame: Frame) -> String? {
    if case .cell(let index)? = frame.own { return model.cells[index].name.text }
    return frame.part.map { emitters[$0] }
  }

  /// The same; of an actor its own name, such as `worker#2`. Nil for the script.
  func owner(of frame: Frame) -> String? { member(of: frame)?.name ?? name(of: frame) }

  /// The state of the actor whose body it is.
  private func member(of frame: Frame) -> PartState? {
    if case .member(let index)? = frame.own { return memberStates[index] }
    return nil
  }

  /// Who sends or calls.
  func origin(of frame: Frame) -> String { owner(of: frame) ?? "script" }
}

extension Lookup {
  var value: Value? {
    if case .found(let value) = self { return value }
    return nil
  }
}
