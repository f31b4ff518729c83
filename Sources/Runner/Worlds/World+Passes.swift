import Scenarios
import Values

/// The passes that a control step makes through its steps: one for `if`, through the steps of
/// `then` or of `else`, one for each element for `for`, so many for `repeat`.
struct Passes {
  let steps: [Step]
  let count: Int
  /// What each pass binds, counted as held as long as the passes are under way; nil where it binds
  /// nothing.
  let elements: KeptValues?
  /// The locals that stay behind the last pass, by their numbers at its end; null where there is none.
  var kept: [Int?] = []

  /// Binds what a pass binds.
  func bind(_ pass: Int, in frame: Frame) {
    if let elements { frame.locals.append(elements.values[pass]) }
  }
}

extension World {
  /// Evaluates what a control step depends on.
  func passes(of loop: LoopVerb, in frame: Frame) throws(RunError) -> Passes {
    switch loop {
    case .condition(let choice):
      let holds = try meets(choice, in: frame)
      return Passes(
        steps: holds ? choice.then : choice.otherwise, count: 1, elements: nil,
        kept: choice.kept(holds))
    case .elements(_, let list, let steps):
      let elements = try elements(of: list, "for", in: frame)
      return Passes(
        steps: steps, count: elements.count, elements: KeptValues(elements, in: kept))
    case .times(let count, let steps):
      let count = try self.count(count, "repeat", in: frame)
      return Passes(steps: steps, count: count, elements: nil)
    }
  }

  /// Whether the steps of `then` are to be done.
  func meets(_ choice: Condition, in frame: Frame) throws(RunError) -> Bool {
    let verdict = try Lent(choice.formula).lend { (formula) throws(RunError) in
      try condition(formula, in: frame)
    }
    let holds = verdict == choice.expected
    if let coverage { coverage.note(.branch(choice.formula.span, holds)) }
    return holds
  }

  /// Binds values, those that come later seeing those before them.
  func bind(_ entries: [ControlVerb.Definition], in frame: Frame) throws(RunError) {
    for entry in entries { frame.locals.append(try value(of: entry.value, in: frame)) }
  }

  /// Binds one element of each list, those that come later seeing those before them.
  func choose(
    _ entries: [ControlVerb.Definition], in frame: Frame
  ) throws(RunError) {
    for entry in entries {
      let elements = try elements(of: entry.value, "choose", in: frame)
      guard !elements.isEmpty else {
        let reason = "nothing to choose \(entry.name.text) from"
        whyOver = reason
        throw RunError(.notAList, reason, kind: .budget, at: entry.value.span)
      }
      let pick = pick(.element(entry.name.text, elements), among: elements.count)
      frame.locals.append(elements[pick])
    }
  }

  func elements(
    of list: Datum, _ keyword: String, in frame: Frame
  ) throws(RunError) -> [Value] {
    let value = try value(of: list, in: frame)
    switch value {
    case .list(let list): return list.elements.array
    case .map(let map): return map.keys.array
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .type,
      .optional, .opaque:
      throw RunError(
        .notAList, "`\(keyword)` needs a list, not \(value.typeName)", at: list.span,
        help: ["write \(keyword): {x: = [1, 2]}"])
    }
  }
}

extension Condition {
  /// The locals that stay behind its steps.
  func kept(_ holds: Bool) -> [Int?] { exports.map { holds ? $0.then : $0.otherwise } }
}
