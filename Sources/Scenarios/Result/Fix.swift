public import Values

/// What to write into the file so that an outcome is met: the smallest literal that is wrong, or
/// `_`, and the value to stand there. Formulas that match are never part of it.
public struct Fix: Sendable {
  public enum Change: Sendable {
    /// The value takes the place of what stands there.
    case replace(Value)
    /// What a list or map is to hold, in order. Its other elements or entries go.
    case hold([Item])
  }

  /// An element of a list, or an entry of a map.
  public enum Item: Sendable {
    /// As it stands in the file, by its number from 0.
    case kept(Int)
    case element(Value)
    case entry(key: String, Value)
  }

  /// The literal in the file.
  public var span: SourceSpan
  public var change: Change
  /// Whether it is a `_` that asks to be filled in.
  public var isPlaceholder: Bool

  public init(_ change: Change, at span: SourceSpan, isPlaceholder: Bool = false) {
    self.change = change
    self.span = span
    self.isPlaceholder = isPlaceholder
  }
}

extension Fix {
  /// Whether both write the same at the same place.
  public func isSame(as other: Fix) -> Bool {
    guard span == other.span else { return false }
    switch (change, other.change) {
    case (.replace(let one), .replace(let two)): return one.isIdentical(to: two)
    case (.hold(let one), .hold(let two)):
      return one.count == two.count && zip(one, two).allSatisfy { $0.isSame(as: $1) }
    case (.replace, .hold), (.hold, .replace): return false
    }
  }
}

extension Fix.Item {
  fileprivate func isSame(as other: Fix.Item) -> Bool {
    switch (self, other) {
    case (.kept(let one), .kept(let two)): one == two
    case (.element(let one), .element(let two)): one.isIdentical(to: two)
    case (.entry(let key, let one), .entry(let other, let two)):
      Text.same(key, other) && one.isIdentical(to: two)
    case (.kept, _), (.element, _), (.entry, _): false
    }
  }
}

/// Fixes, of each place two at most: of a place that many passes want to hold something else, two
/// are enough to know it.
public struct KnownFixes {
  /// In the order in which they came.
  public private(set) var fixes: [Fix] = []
  private var numbers: [SourceSpan: [Int]] = [:]

  public init() {}

  /// Whether it tells something new of its place.
  public func lacks(_ fix: Fix) -> Bool {
    let known = numbers[fix.span, default: []]
    return known.count < 2 && !known.contains { fixes[$0].isSame(as: fix) }
  }

  /// Takes up what tells something new.
  public mutating func add(_ fix: Fix) {
    guard lacks(fix) else { return }
    numbers[fix.span, default: []].append(fixes.count)
    fixes.append(fix)
  }
}
