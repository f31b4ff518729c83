import CEL
import Reactor
import Scenarios
import Values

/// Expected values of which a formula says what they must be like.
extension OutcomeCheck {
  /// Asks a condition of the value that stands in its place.
  mutating func check(_ condition: Formula, on actual: Value, subject: String) {
    let text = condition.text
    let failure = frame.with(candidate: actual) {
      Explaining.failure(
        condition, in: frame, kind: .outcome, Failure.Category.outcome.code,
        refusal: "\(subject): expected \(text), got \(actual.brief)"
      ) { "\(subject): `\(text)` \($0)" }
    }
    guard var failure else { return }
    if !failure.parts.contains(where: { $0.text == "it" }) {
      failure.details.append(Failure.Detail("actual", actual.told))
    }
    failure.obstacle = Fixing.Obstacle.condition
    add(failure)
  }

  /// Tells the first difference from a list of another length, or from what is no list, where a list
  /// with conditions is expected.
  mutating func compare(
    _ actual: Value, unequal elements: [Datum], _ datum: Datum, whole: Bool, subject: String
  ) {
    guard case .list(let list) = actual else {
      return fail(datum, told(datum), actual, whole: whole, subject: subject)
    }
    let fixing = fixing { _ in }
    let count = min(elements.count, list.count)
    let index = (0..<count).first { !fixing.isMet(elements[$0], by: list[$0], whole: whole) }
    let place = "\(subject)[\(index ?? count)]"
    if let index, var difference = difference(list[index], elements[index], place) {
      difference.take(self.fixing { $0.fix(datum, to: actual, whole: whole) })
      return add(difference)
    }
    fail(
      datum, elements.count > count ? told(elements[count]) : "nothing",
      list.count > count ? list[count] : nil, of: actual, whole: whole, subject: place)
  }

  /// A value in whose place there should be something else, or nothing.
  mutating func fail(
    _ datum: Datum, _ expected: String, _ found: Value?, of actual: Value? = nil, whole: Bool,
    subject: String
  ) {
    let all = actual ?? found ?? .null
    var failure = Failure(
      .outcome, "\(subject): expected \(expected), got \(found?.brief ?? "nothing")",
      at: datum.span)
    failure.details = [
      Failure.Detail("expected", told(datum)), Failure.Detail("actual", all.told),
    ]
    failure.take(fixing { $0.fix(datum, to: all, whole: whole) })
    add(failure)
  }

  /// What is expected, for messages.
  mutating func told(_ datum: Datum) -> String {
    var check = self
    return datum.text { check.evaluated($0)?.told ?? "error" }
  }
}
