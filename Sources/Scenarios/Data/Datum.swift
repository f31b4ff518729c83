public import Values

/// Data as written: a value, or a value that formulas are part of.
public struct Datum: Sendable {
  public indirect enum Content: Sendable {
    /// No formula anywhere in it. In outcomes a list or map is never folded into one value.
    case value(Value)
    case formula(Formula)
    /// A formula in an outcome that reads `it`: what stands in its place must meet it.
    case condition(Formula)
    /// `_` in an outcome: to be filled in.
    case placeholder
    case list([Datum])
    case map([Entry])
  }

  public struct Entry: Sendable {
    public var key: Name
    public var value: Datum

    public init(key: Name, value: Datum) {
      self.key = key
      self.value = value
    }
  }

  public var content: Content
  public var span: SourceSpan

  public init(_ content: Content, at span: SourceSpan) {
    self.content = content
    self.span = span
  }

  /// The value, where no formula is part of it.
  public var literal: Value? {
    if case .value(let value) = content { return value }
    return nil
  }

  /// The formula that it is, where it is one.
  public var formula: Formula? {
    if case .formula(let formula) = content { formula } else { nil }
  }

  /// The properties that it names, where it is written as a map.
  public var properties: [String] {
    switch content {
    case .map(let entries): entries.map(\.key.text)
    case .value(.map(let map)):
      map.keys.compactMap { if case .string(let name) = $0 { name } else { nil } }
    case .value, .formula, .condition, .placeholder, .list: []
    }
  }
}

/// A path and what is put there.
public final class Assignment: Sendable {
  public let path: Path
  public let value: Datum
  /// The formula that the value is, where it is one.
  public let formula: Formula?
  /// The value, where it is a scalar as it stands.
  public let scalar: ScalarValue?
  /// The cell that is the whole of the path, by its number; less than 0 where it is something else.
  public let wholeCell: Int
  /// Whether it is the last of its step that is written to the state of a reactor.
  public let endsState: Bool

  public convenience init(path: Path, value: Datum) {
    self.init(path: path, value: value, endsState: false)
  }

  fileprivate init(path: Path, value: Datum, endsState: Bool) {
    self.path = path
    self.value = value
    self.endsState = endsState
    formula = value.formula
    if case .value(let literal) = value.content {
      scalar = ScalarValue(literal)
    } else {
      scalar = nil
    }
    if path.isStatic, path.isWhole, case .cell(let index) = path.slot {
      wholeCell = index
    } else {
      wholeCell = -1
    }
  }
}

/// What is written by one step, in order.
public final class Assignments: Sendable {
  public let all: [Assignment]
  /// Whether all paths are known before the step.
  public let areStatic: Bool
  /// Whether moreover each of them is what it begins in, or a property of that, and none lies in another.
  public let areApart: Bool
  /// Whether moreover all are scalars as they stand.
  public let areScalars: Bool

  public init(_ all: [Assignment]) {
    var all = all
    var ended: Set<Int> = []
    for index in all.indices.reversed() {
      guard case .reactor(let reactor) = all[index].path.slot else { continue }
      if ended.insert(reactor).inserted {
        all[index] = Assignment(path: all[index].path, value: all[index].value, endsState: true)
      }
    }
    self.all = all
    areStatic = all.allSatisfy(\.path.isStatic)
    areApart =
      areStatic && all.allSatisfy { $0.path.selection.count <= 1 }
      && (all.count == 1 || Assignments.haveSlotsOfTheirOwn(all))
    areScalars = areApart && all.allSatisfy { $0.scalar != nil }
  }

  /// Whether what is written as a whole is written by nothing else.
  private static func haveSlotsOfTheirOwn(_ all: [Assignment]) -> Bool {
    let whole = all.filter(\.path.isWhole).map(\.path.slot)
    let other = Set(all.lazy.filter { !$0.path.isWhole }.map(\.path.slot))
    return Set(whole).count == whole.count && other.isDisjoint(with: whole)
  }
}
