import Scenarios
import Values

/// What is chosen inside a turn, so that whoever chooses can tell of it. The first choice is what a run
/// does.
enum InnerChoice {
  /// An element of a list, which is bound.
  case element(String, [Value])
  /// Whether an actor crashes behind what it has sent just now: its name.
  case crash(String)
  /// What becomes of a call of that method.
  case call(String, [CallFate])
  /// What becomes of the answer of that method.
  case answer(String, [AnswerFate])

  /// What a pick is about: what was picked where it is not the first.
  func words(_ pick: Int) -> String {
    switch self {
    case .element(let name, let values): "\(name) = \(values[pick].brief)"
    case .crash(let name): pick == 0 ? "goes on" : "\(name) crashes"
    case .call(let name, let fates): "\(name) \(fates[pick].rawValue)"
    case .answer(let name, let fates): "\(name) \(fates[pick].rawValue)"
    }
  }
}

/// What becomes of a call.
enum CallFate: String {
  case done = "is done"
  /// Its steps are done twice, and the first answer counts.
  case doubled = "is done twice"
  case rejected = "is rejected"
}

/// What becomes of the answer to a call.
enum AnswerFate: String {
  case given = "answers"
  case lost = "has its answer lost"
  case delayed = "has its answer delayed"
}

/// Who chooses what happens, inside turns too.
protocol Chooser: AnyObject {
  /// The place of what is chosen among so many, of which there are two at least.
  func pick(_ choice: InnerChoice, among count: Int) -> Int

  /// Whether a fault may befall actors of that number among the model's, now.
  func allows(_ fault: Exploration.Fault, actor: Int) -> Bool

  /// The same for a method, by the numbers of its service and its own.
  func allows(_ fault: Exploration.Fault, service: Int, method: Int) -> Bool

  /// Keeps an answer back, to be given later. The parts are what is told of it as part of the state.
  func delay(_ subject: String, _ parts: [StatePart], _ answer: @escaping () -> Void)
}

extension World {
  /// The place of what is chosen among so many: the first, unless somebody chooses.
  func pick(_ choice: @autoclosure () -> InnerChoice, among count: Int) -> Int {
    guard count > 1, let chooser else { return 0 }
    return chooser.pick(choice(), among: count)
  }
}
