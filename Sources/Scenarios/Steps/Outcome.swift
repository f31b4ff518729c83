public import Values

/// What must have come of a step.
public struct Outcome: Sendable {
  public enum Demand: Sendable {
    /// Each path has that value; a map matches the keys it names.
    case expect([Assignment])
    /// Each path has that value, maps whole.
    case exactly([Assignment])
    /// Every formula is true.
    case assert([Formula])
    /// Each path has the value that it had before the step.
    case unchanged([Path])
    case emits(Emissions)
    /// So many runs of the computation or derived cell.
    case runs([Entry])
    /// The states that each reactor emitted, in order.
    case states([Entry])
    /// The reactors whose states have ended, in order, and the list of their names.
    case ends([NumberedName], Datum)
    /// The cases that a stubbed reactor, a store or an actor received, in order.
    case received([Entry])
    /// The arguments that each method was called with, in order.
    case calls([(method: Verb.Method, arguments: Datum)])
    /// What a `call` or an `ask` was answered with.
    case replies(Datum)
    /// The routes that each store has on show, from the bottom.
    case presented([Entry])
    case fails(TextPattern)
    /// In order, each report containing its text.
    case reports([TextPattern])
  }

  /// A part, and what is expected of it.
  public struct Entry: Sendable {
    public var key: Name
    public var slot: Slot
    public var value: Datum

    public init(key: Name, slot: Slot, value: Datum) {
      self.key = key
      self.slot = slot
      self.value = value
    }
  }

  public enum Emissions: Sendable {
    /// All that was emitted, in order. An element is `{channel: value}` or a bare value.
    case all([Datum])
    /// What the named channels emitted, and no word about others.
    case channels([Datum.Entry])
    /// A formula or `_` in the place of the list.
    case whole(Datum)
  }

  /// A text that must be part of another, or an RE2 pattern that must be found in it.
  public struct TextPattern: Sendable {
    public var text: Datum
    public var isRegularExpression: Bool

    public static func contains(_ text: Datum) -> TextPattern {
      TextPattern(text: text, isRegularExpression: false)
    }

    public static func matches(_ pattern: Datum) -> TextPattern {
      TextPattern(text: pattern, isRegularExpression: true)
    }
  }

  public var kind: Demand
  /// The outcome's key, such as `expect`.
  public var keyword: Name
  /// The outcome's value.
  public var span: SourceSpan

  public init(_ kind: Demand, keyword: Name, span: SourceSpan) {
    self.kind = kind
    self.keyword = keyword
    self.span = span
  }
}

extension Outcome {
  /// What an outcome says: the coarse view, for whoever looks at a whole file and not at single
  /// steps.
  public enum Claim: Sendable {
    /// What paths hold.
    case holds([Assignment])
    case isTrue([Formula])
    case fails
    /// Errors are reported. That none is, as `reports: []` has it, claims nothing of this kind.
    case reports
    case received([Entry])
    case called([Verb.Method])
    /// Nothing that concerns more than its own step.
    case nothing
  }

  public var claim: Claim {
    switch kind {
    case .expect(let assignments), .exactly(let assignments): .holds(assignments)
    case .assert(let formulas): .isTrue(formulas)
    case .received(let entries): .received(entries)
    case .calls(let calls): .called(calls.map(\.method))
    case .fails: .fails
    case .reports(let patterns): patterns.isEmpty ? .nothing : .reports
    case .unchanged, .emits, .runs, .states, .ends, .replies, .presented: .nothing
    }
  }
}

extension Outcome {
  /// Whether something is to go wrong. Where it is, checks do not warn that it can.
  public var expectsFailure: Bool {
    switch claim {
    case .fails, .reports: true
    case .holds, .isTrue, .received, .called, .nothing: false
    }
  }

  /// The paths whose values it compares with those from before the step.
  public var comparedPaths: [Path] {
    switch kind {
    case .unchanged(let paths): paths
    case .expect, .exactly, .assert, .emits, .runs, .states, .ends, .received, .calls, .replies,
      .presented, .fails, .reports:
      []
    }
  }

  /// What the outcome is made of. Channels that it names are none that it emits to.
  public func eachPiece(_ visit: (Piece) -> Void) {
    switch kind {
    case .expect(let assignments), .exactly(let assignments):
      for assignment in assignments {
        assignment.path.eachPiece(visit)
        visit(.datum(assignment.value))
      }
    case .assert(let formulas): for formula in formulas { visit(.formula(formula)) }
    case .unchanged(let paths): for path in paths { path.eachPiece(visit) }
    case .emits(.all(let data)): for datum in data { visit(.datum(datum)) }
    case .emits(.channels(let entries)): for entry in entries { visit(.datum(entry.value)) }
    case .emits(.whole(let datum)), .replies(let datum): visit(.datum(datum))
    case .runs(let entries), .states(let entries), .received(let entries),
      .presented(let entries):
      for entry in entries {
        visit(.read(Path(root: entry.key.text, span: entry.key.span, slot: entry.slot)))
        visit(.datum(entry.value))
      }
    case .ends(let names, let datum):
      for name in names {
        visit(.read(Path(root: name.text, span: name.span, slot: .reactor(name.number))))
      }
      visit(.datum(datum))
    case .calls(let calls): for call in calls { visit(.datum(call.arguments)) }
    case .fails(let pattern): visit(.datum(pattern.text))
    case .reports(let patterns): for pattern in patterns { visit(.datum(pattern.text)) }
    }
  }
}
