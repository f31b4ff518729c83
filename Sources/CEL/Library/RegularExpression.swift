internal import CRE2
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
  typealias Engine = RE2Expression

  /// UTF-8 bytes of a pattern.
  static let longestPattern = 1_000
  /// Instructions of a compiled pattern; what it costs to match is bounded by it.
  static let largestProgram = 10_000

  /// What compiling a pattern costs that is not in the formula's text: some milliseconds at worst.
  private static let compilingCost = 8_000

  /// Compiles a pattern that is known only now, once for as long as it stays the same.
  static func compile(_ pattern: String, _ budget: inout Budget) throws(Fault) -> Engine {
    if let kept = budget.kept, Text.same(kept.pattern, pattern) { return kept.compiled }
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

/// Google's RE2, through `CRE2`.
final class RE2Expression: RegularExpression {
  // RE2 objects are immutable and may be used by many threads at once.
  private nonisolated(unsafe) let pattern: OpaquePointer
  let size: Int
  /// For the compiled pattern and for matching. Patterns that would need more are refused, and the
  /// time that this takes is bounded by it too.
  private static let memory = 1 << 20

  init(pattern: String) throws(Fault) {
    var pattern = pattern
    var reason = [CChar](repeating: 0, count: 160)
    let compiled = pattern.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        cre2_compile(bytes.baseAddress, bytes.count, RE2Expression.memory, &reason, reason.count)
      }
    }
    guard let compiled else {
      let text = String(
        decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw Fault(.badArgument, "not a regular expression: \(text)", help: "the syntax is RE2's")
    }
    size = Int(cre2_size(compiled))
    guard size <= RegularExpressions.largestProgram else {
      cre2_free(compiled)
      throw Fault(.badArgument, "the regular expression is too large")
    }
    self.pattern = compiled
  }

  deinit { cre2_free(pattern) }

  var groups: Int { Int(cre2_groups(pattern)) }

  func match(in text: String, from start: Int) -> PatternMatch? {
    var text = text
    let count = groups + 1
    var spans = [Int32](repeating: -1, count: count * 2)
    let isFound = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        cre2_find(
          pattern, bytes.baseAddress, bytes.count, start, &spans, Int32(truncatingIfNeeded: count))
      }
    }
    guard isFound != 0 else { return nil }
    return PatternMatch(
      spans: (0..<count).map { index in
        spans[index * 2] < 0 ? nil : Int(spans[index * 2])..<Int(spans[index * 2 + 1])
      })
  }

  func isFound(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        cre2_search(pattern, bytes.baseAddress, bytes.count) != 0
      }
    }
  }
}
