extension Outcome {
  /// What the outcome is made of. Channels that it names are none that it emits to.
  public func eachPiece(_ visit: (Piece) -> Void) {
    switch kind {
    case .expect(let assignments), .exactly(let assignments):
      for assignment in assignments {
        visit(.read(assignment.path))
        visit(.datum(assignment.value))
      }
    case .assert(let formulas): for formula in formulas { visit(.formula(formula)) }
    case .emits(.all(let data)): for datum in data { visit(.datum(datum)) }
    case .emits(.channels(let entries)): for entry in entries { visit(.datum(entry.value)) }
    case .emits(.whole(let datum)), .replies(let datum): visit(.datum(datum))
    case .runs(let entries), .states(let entries), .received(let entries),
      .presented(let entries):
      for entry in entries {
        visit(.read(Path(root: entry.key.text, span: entry.key.span)))
        visit(.datum(entry.value))
      }
    case .calls(let calls): for call in calls { visit(.datum(call.arguments)) }
    case .fails(let pattern): pattern.eachPiece(visit)
    case .reports(let patterns): for pattern in patterns { pattern.eachPiece(visit) }
    }
  }
}

extension Outcome.TextPattern {
  fileprivate func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .contains(let datum), .matches(let datum): visit(.datum(datum))
    }
  }
}
