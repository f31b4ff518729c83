/// One operator over a stream of elements; in its formulas `it` is the element.
public struct Operator: Sendable {
  public enum Operation: Sendable {
    case map(Datum)
    case filter(Formula)
    /// Drops an element equal to the one before; with a formula one of which it gives the same.
    case distinct(by: Formula?)
    /// A duration each.
    case debounce(Datum)
    case throttle(Datum, latest: Bool)
    case delay(Datum)
    case take(Extent)
    case skip(Extent)
    /// Ends the stream behind the first element of which it holds.
    case end(Formula)
    /// Fails the stream at the first element of which it holds, with an error of that.
    case fail(when: Formula, Datum?)
    case sample(Sampling)
    /// Each change of the place becomes an element: of states the value itself, else the case of
    /// that name with the value as its payload.
    case merge(Path, Name?)
    case tap([Step])
  }

  /// How far the elements reach that are taken or skipped, from the first on.
  public enum Extent: Sendable {
    /// A number of elements.
    case count(Datum)
    /// As long as it holds of each.
    case condition(Formula)
    /// A duration, from the world's beginning on.
    case time(Datum)
  }

  /// When the latest element goes on.
  public enum Sampling: Sendable {
    /// At the end of each period of that duration.
    case period(Datum)
    /// At each change of the place.
    case changes(Path)
  }

  public var kind: Operation
  public var keyword: Name

  public init(_ kind: Operation, keyword: Name) {
    self.kind = kind
    self.keyword = keyword
  }
}

extension Operator {
  /// What stands in an operator, and what it is to it: all that checks, types and graphs ask of it.
  public enum Operand {
    /// What an element becomes.
    case element(Datum)
    /// What the stream fails with.
    case failure(Datum)
    case duration(Datum)
    case count(Datum)
    case condition(Formula, Condition)
    /// By what elements are told apart.
    case key(Formula)
    /// A place whose changes it waits for.
    case place(Path)
    case steps([Step])
  }

  /// What a condition decides of an element.
  public enum Condition {
    /// Whether it goes on.
    case filter
    /// Whether it is still among those that are taken or skipped.
    case extent
    /// Whether it is the last one.
    case end
    /// Whether the stream fails at it.
    case fail
  }

  /// What stands in it, in the order of the language.
  public var operands: [Operand] {
    switch kind {
    case .map(let datum): [.element(datum)]
    case .filter(let formula): [.condition(formula, .filter)]
    case .distinct(let key): key.map { [.key($0)] } ?? []
    case .debounce(let span), .throttle(let span, _), .delay(let span), .sample(.period(let span)):
      [.duration(span)]
    case .take(let extent), .skip(let extent): [extent.operand]
    case .end(let formula): [.condition(formula, .end)]
    case .fail(when: let formula, let error):
      [.condition(formula, .fail)] + (error.map { [.failure($0)] } ?? [])
    case .merge(let path, _), .sample(.changes(let path)): [.place(path)]
    case .tap(let steps): [.steps(steps)]
    }
  }

  /// What comes out of it.
  public enum Product {
    /// Elements that went in.
    case given
    case datum(Datum)
    /// Elements that went in, and the values of a place: as cases of that name, or as they are.
    case values(Name?)
  }

  public var product: Product {
    switch kind {
    case .map(let datum): .datum(datum)
    case .merge(_, let name): .values(name)
    case .filter, .distinct, .debounce, .throttle, .delay, .take, .skip, .end, .fail, .sample, .tap:
      .given
    }
  }

  /// Whether what comes out is not what went in.
  public var makesValues: Bool { if case .given = product { false } else { true } }

  public func eachPiece(_ visit: (Piece) -> Void) {
    for operand in operands {
      switch operand {
      case .element(let datum), .failure(let datum), .duration(let datum), .count(let datum):
        visit(.datum(datum))
      case .condition(let formula, _), .key(let formula): visit(.formula(formula))
      case .place(let path): path.eachPiece(visit)
      case .steps(let steps): visit(.steps(steps))
      }
    }
  }
}

extension Operator.Extent {
  fileprivate var operand: Operator.Operand {
    switch self {
    case .count(let count): .count(count)
    case .condition(let formula): .condition(formula, .extent)
    case .time(let span): .duration(span)
    }
  }
}
