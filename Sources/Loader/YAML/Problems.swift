import Values

/// The diagnostics of one load. All are kept up to `kept`, so that a file of nothing but mistakes
/// costs no more than its size; the rest is counted.
struct Problems {
  /// The most that are shown of a file.
  static let shown = 20
  /// The most that are kept for sorting.
  static let kept = 2000

  /// The most words that are compared to find suggestions.
  private static let comparisons = 5000

  private(set) var all: [Diagnostic] = []
  private(set) var total = 0
  /// How many there are of each file.
  private var counts: [UInt32: Int] = [:]
  /// How many of them are errors.
  private(set) var errors = 0
  private var comparisons = 0
  /// Names that the file means to define, and does not, for which it has been told off.
  private(set) var hidden: TextSet = []
  /// The files of which it is not known what they would define.
  private(set) var undefined: Set<UInt32> = []
  /// Stretches in which something is so wrong that whatever else is found there is its echo.
  private var echoes: [SourceSpan] = []

  /// Whether the help that costs time to find is still worth it: far more are found already than
  /// will be shown.
  var isHelpWanted: Bool { total < 5 * Problems.shown }

  /// Whether a suggestion may still be found.
  var isSuggesting: Bool { isHelpWanted && comparisons < Problems.comparisons }

  mutating func add(_ diagnostic: Diagnostic) {
    total += 1
    counts[diagnostic.span.file, default: 0] += 1
    if diagnostic.severity == .error { errors += 1 }
    if all.count < Problems.kept { all.append(diagnostic) }
  }

  /// The nearest of the known words to a misspelt one; nil as well where so many have been compared
  /// already that looking further would take long.
  mutating func nearest(to word: String, among words: [String]) -> String? {
    guard isSuggesting else { return nil }
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

  /// That nothing is known by the name is an echo.
  mutating func hide(_ name: String) { hidden.insert(name) }

  /// The same of all names that are unknown in the file: a section that would define some cannot be
  /// read.
  mutating func hideNames(of file: UInt32) { undefined.insert(file) }

  /// Drops what other mistakes are found in the span.
  mutating func silence(_ span: SourceSpan) { echoes.append(span) }

  /// Takes back those that something else is the reason of. Errors they stay: the file cannot be
  /// used.
  mutating func drop(where isEcho: (Diagnostic) -> Bool) {
    var kept: [Diagnostic] = []
    kept.reserveCapacity(all.count)
    for diagnostic in all {
      if !isEcho(diagnostic) {
        kept.append(diagnostic)
        continue
      }
      total -= 1
      counts[diagnostic.span.file, default: 1] -= 1
    }
    all = kept
  }

  /// Adds a help to those that have none, where there is something to add.
  mutating func help(_ help: (Diagnostic) -> String?) {
    for index in all.indices where all[index].help.isEmpty {
      if let line = help(all[index]) { all[index].help.append(line) }
    }
  }

  /// What there is to show.
  struct Sorted {
    var shown: [Diagnostic] = []
    /// How many there are besides, by file.
    var unshown: [UInt32: Int] = [:]
    var total = 0
  }

  /// By file and place, one for each place, without echoes; the first of each file. Files stand in
  /// the order given, others behind them.
  func sorted(order: [UInt32] = []) -> Sorted {
    var ranks: [UInt32: Int] = [:]
    for (rank, file) in order.enumerated() { ranks[file] = rank }
    var sorted = Sorted()
    var counts: [UInt32: Int] = self.counts
    var shown: [UInt32: Int] = [:]
    var last: SourceSpan?
    let places = all.indices.sorted { a, b in
      let (x, y) = (all[a].span, all[b].span)
      return (ranks[x.file] ?? .max, x.file, x.start, a)
        < (ranks[y.file] ?? .max, y.file, y.start, b)
    }
    for index in places {
      let problem = all[index]
      let span = problem.span
      let isEcho = echoes.contains {
        $0.file == span.file && $0.start < span.start && span.start < $0.end
      }
      let isRepeated = last.map { $0.start == span.start && $0.file == span.file }
      if isEcho || isRepeated == true {
        counts[span.file, default: 1] -= 1
        continue
      }
      last = span
      guard shown[span.file, default: 0] < Problems.shown else { continue }
      shown[span.file, default: 0] += 1
      sorted.shown.append(problem)
    }
    for (file, count) in counts {
      sorted.total += count
      let rest = count - shown[file, default: 0]
      if rest > 0 { sorted.unshown[file] = rest }
    }
    return sorted
  }
}

/// A problem that ends the reading of the file; it has been added to the `Problems`.
struct Unreadable: Error {}
