import Values

/// The diagnostics of one load. All are kept up to `kept`, so that a file of nothing but mistakes
/// costs no more than its size; the rest is counted.
struct Problems {
  /// The most that are shown.
  static let shown = 20
  /// The most that are kept for sorting.
  static let kept = 2000

  /// The most words that are compared to find suggestions.
  private static let comparisons = 5000

  private(set) var all: [Diagnostic] = []
  private(set) var total = 0
  /// How many of them are errors.
  private(set) var errors = 0
  private var comparisons = 0
  /// Stretches in which something is so wrong that whatever else is found there is its echo.
  private var echoes: [SourceSpan] = []

  /// Whether the help that costs time to find is still worth it: far more are found already than
  /// will be shown.
  var isHelpWanted: Bool { total < 5 * Problems.shown }

  mutating func add(_ diagnostic: Diagnostic) {
    total += 1
    if diagnostic.severity == .error { errors += 1 }
    if all.count < Problems.kept { all.append(diagnostic) }
  }

  /// The nearest of the known words to a misspelt one; nil as well where so many have been compared
  /// already that looking further would take long.
  mutating func nearest(to word: String, among words: [String]) -> String? {
    guard isHelpWanted, comparisons < Problems.comparisons else { return nil }
    let words = words.prefix(Problems.comparisons / 2)
    comparisons += words.count
    return Suggestion.nearest(to: word, among: words)
  }

  mutating func error(
    _ code: ProblemCode, _ message: String, at span: SourceSpan, help: [String] = [],
    related: [Diagnostic.Related] = []
  ) {
    add(Diagnostic(code: code, message, at: span, help: help, related: related))
  }

  /// Drops what other mistakes are found in the span.
  mutating func silence(_ span: SourceSpan) { echoes.append(span) }

  /// By file and place, one for each place and message, without echoes; `most` at most.
  func sorted(most: Int = shown) -> (shown: [Diagnostic], total: Int) {
    var sorted: [Diagnostic] = []
    let order = all.indices.sorted { a, b in
      let (x, y) = (all[a].span, all[b].span)
      return (x.file, x.start, a) < (y.file, y.start, b)
    }
    for index in order {
      let problem = all[index]
      let isEcho = echoes.contains {
        $0.file == problem.span.file && $0.start < problem.span.start
          && problem.span.start < $0.end
      }
      let isRepeated = sorted.last.map {
        $0.span.start == problem.span.start && $0.span.file == problem.span.file
      }
      if !isEcho && isRepeated != true { sorted.append(problem) }
    }
    let dropped = all.count - sorted.count
    return (Array(sorted.prefix(most)), total - dropped)
  }
}

/// A problem that ends the reading of the file; it has been added to the `Problems`.
struct Unreadable: Error {}
