internal import Values

/// A compiled regular expression in RE2's syntax. Whatever the engine behind it, matching takes
/// time linear in the text, has bounded memory, and never backtracks.
protocol RegularExpression: Sendable {
  /// Throws with the reason where the pattern is none.
  init(pattern: String) throws(Fault)

  /// How large the compiled pattern is, in instructions.
  var size: Int { get }

  /// How many groups capture what they match.
  var groups: Int { get }

  /// Whether any part of the text matches.
  func isFound(in text: String) -> Bool

  /// The first match at the offset or behind it; what stands before is seen by `^` and `\b`. Offsets
  /// count UTF-8 bytes.
  func match(in text: String, from start: Int) -> PatternMatch?
}

/// Where a pattern matches, in UTF-8 bytes.
struct PatternMatch {
  /// The whole, then the groups in order; nil for a group that took no part.
  let spans: [Range<Int>?]

  var whole: Range<Int> { spans[0] ?? 0..<0 }
}

enum RegularExpressions {
  /// UTF-8 bytes of a pattern.
  static let longestPattern = 1_000
  /// Instructions of a compiled pattern; what it costs to match is bounded by it.
  static let largestProgram = 10_000

  /// What compiling a pattern costs that is not in the formula's text: some milliseconds at worst.
  private static let compilingCost = 8_000

  /// Compiles a pattern that is known only now, once for as long as it stays the same.
  static func compile(_ pattern: String, _ budget: inout Budget) throws(Fault) -> Engine {
    if let kept = budget.kept as? KeptPattern, Text.same(kept.pattern, pattern) {
      return kept.compiled
    }
    try budget.charge(compilingCost)
    let compiled = try compile(pattern)
    budget.kept = KeptPattern(pattern, compiled)
    return compiled
  }

  static func compile(_ pattern: String) throws(Fault) -> Engine {
    guard pattern.utf8.count <= longestPattern else {
      throw Fault(.badArgument, "the regular expression is longer than \(longestPattern) bytes")
    }
    return try Engine(pattern: pattern)
  }
}

/// The pattern that an evaluation compiled last.
final class KeptPattern: Sendable {
  let pattern: String
  let compiled: RegularExpressions.Engine

  init(_ pattern: String, _ compiled: RegularExpressions.Engine) {
    self.pattern = pattern
    self.compiled = compiled
  }
}
