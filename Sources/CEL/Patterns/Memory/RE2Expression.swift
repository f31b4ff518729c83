// The room of RE2.
//
// Layout: a `cre2_pattern` of the C shim `CRE2`, known by its address alone, and texts as pointers to
// their UTF-8 with their length.
//
// Why it is sound: the pattern is made in `init`, owned by this object, and freed in `deinit`, nowhere
// else. RE2's patterns are immutable and may be used by many threads at once. A text is lent to the
// shim for the length of a call; what the shim writes goes into arrays of the sizes that it is told.

internal import CRE2
internal import Values

/// Google's RE2, through `CRE2`.
@safe
final class RE2Expression: RegularExpression {
  private nonisolated(unsafe) let pattern: OpaquePointer
  let size: Int
  /// For the compiled pattern and for matching. Patterns that would need more are refused, and the
  /// time that this takes is bounded by it too.
  private static let memory = 1 << 20

  init(pattern: String) throws(Fault) {
    var reason = [CChar](repeating: 0, count: 160)
    let compiled = unsafe RE2Expression.lend(pattern) { text, count in
      unsafe cre2_compile(text, count, RE2Expression.memory, &reason, reason.count)
    }
    guard let compiled = unsafe compiled else {
      let text = String(
        decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw Fault(.badArgument, "not a regular expression: \(text)", help: "the syntax is RE2's")
    }
    size = unsafe Int(cre2_size(compiled))
    guard size <= RegularExpressions.largestProgram else {
      unsafe cre2_free(compiled)
      throw Fault(.badArgument, "the regular expression is too large")
    }
    unsafe self.pattern = compiled
  }

  deinit { unsafe cre2_free(pattern) }

  /// Lends a text's bytes as the shim takes them.
  private static func lend<Result>(
    _ text: String, to body: (UnsafePointer<CChar>?, Int) -> Result
  ) -> Result {
    var text = text
    return text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe body($0.baseAddress, $0.count) }
    }
  }

  var groups: Int { unsafe Int(cre2_groups(pattern)) }

  func match(in text: String, from start: Int) -> PatternMatch? {
    let count = groups + 1
    var spans = [Int32](repeating: -1, count: count * 2)
    let isFound = unsafe RE2Expression.lend(text) { bytes, length in
      unsafe cre2_find(pattern, bytes, length, start, &spans, Int32(truncatingIfNeeded: count))
    }
    guard isFound != 0 else { return nil }
    return PatternMatch(
      spans: (0..<count).map { index in
        spans[index * 2] < 0 ? nil : Int(spans[index * 2])..<Int(spans[index * 2 + 1])
      })
  }

  func isFound(in text: String) -> Bool {
    unsafe RE2Expression.lend(text) { unsafe cre2_search(pattern, $0, $1) != 0 }
  }
}

extension RegularExpressions {
  typealias Engine = RE2Expression
}
