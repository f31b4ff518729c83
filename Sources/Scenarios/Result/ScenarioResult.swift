public import Values

/// How one scenario, or one row of its `each`, went.
public struct ScenarioResult: Sendable {
  public enum Verdict: Sendable, Equatable {
    case passed
    case failed
    case skipped(String)
    /// It fails, as it says of itself; with the reason.
    case todo(String)
    /// Selected and not run, since the run ended before it: why that is.
    case missing(String)
  }

  /// With the row's values filled in.
  public var name: String
  /// From 0; nil for a scenario without `each`.
  public var row: Int?
  /// The row, where the name alone does not tell it from the others of its file.
  public var numberedRow: Int?
  /// The place in its file, rows counted, from 0.
  public var index = 0
  /// Which of several runs of the same scenario this is, from 1.
  public var pass = 1
  /// The file's and its own, as written.
  public var tags: Tags = []
  /// The scenario in its file.
  public var span: SourceSpan
  /// The row itself.
  public var rowSpan: SourceSpan?
  public var verdict: Verdict
  /// What it says of itself where it is known to fail.
  public var todo: Scenario.Todo?
  public var failures: [Failure]
  /// What following its schedule came to; nil where it has none.
  public var replayed: Explored?
  /// What an exploration of it came to; nil where it was run.
  public var explored: Explored?
  /// What the walks came to that fell to this run, where others walk the rest.
  public var walked: Walked?
  /// All that happened, where that was asked for.
  public var log: RunLog?
  /// Whether it was interrupted: then the verdict says nothing.
  public var isCutShort = false
  /// Whether there was no memory for it beside other threads: then the verdict says nothing, and it is
  /// to be run alone.
  public var isCrowded = false
  /// What it cost, in the unit of formulas: the same on every machine.
  public var work = 0
  /// Of wall time; 0 where nobody measured it.
  public var seconds = 0.0

  public init(
    name: String, row: Int?, span: SourceSpan, verdict: Verdict, failures: [Failure] = []
  ) {
    self.name = name
    self.row = row
    self.span = span
    self.verdict = verdict
    self.failures = failures
  }

  /// Lets go of the values that an update would write, which may be large: whoever only tells of the
  /// failures asks no more than whether a `_` is to be filled in.
  public mutating func forgetValues(isUpdated: Bool = false) {
    for index in failures.indices {
      // What an update has left nobody needs to be told to update.
      if isUpdated { failures[index].fixes = [] }
      failures[index].fixes = failures[index].fixes.filter(\.isPlaceholder).map {
        Fix(.replace(.null), at: $0.span, isPlaceholder: true)
      }
    }
  }

  /// Whether the run ended under it, by its own time or since somebody interrupted it: what would have come of it
  /// nobody knows.
  public var isUndecided: Bool { isCutShort || failures.contains(where: \.isOfRun) }

  /// Takes into account that the scenario says of itself that it fails: then failing is what was
  /// expected, and passing is the failure. To be asked once, when all that could fail it has been.
  /// One that the run had no more time for has not shown that it fails.
  public mutating func settleTodo() {
    guard let todo, !isUndecided else { return }
    switch verdict {
    case .skipped, .todo, .missing: break
    case .failed:
      verdict = .todo(todo.reason)
      failures = []
    case .passed:
      verdict = .failed
      failures = [
        Failure(
          .outcome, .todoPassed, "the scenario passes, and \"todo\" says that it does not",
          at: todo.span, help: ["remove \"todo\", so that it has to pass from now on"])
      ]
    }
  }
}

/// One thing that was not as the file says.
public struct Failure: Sendable {
  public enum Category: String, Sendable {
    /// An outcome differs.
    case outcome
    /// An error nobody expected.
    case error
    /// An `always` or `eventually` property does not hold.
    case property
    /// Something changed, was emitted or reported that a strict step does not name.
    case strict
    /// The model did not settle within its budget.
    case budget
    /// The log differs from the one that is kept, or cannot be compared.
    case golden

    /// The code of those about which no more is known.
    public var code: ProblemCode {
      switch self {
      case .outcome: .valueMismatch
      case .error: .explicitFail
      case .property: .alwaysViolated
      case .strict: .unnamedChange
      case .budget: .endlessStep
      case .golden: .goldenDiffers
      }
    }
  }

  public var kind: Category
  public var code: ProblemCode
  /// What is wrong, in one line without a full stop: `label: expected "2"`.
  public var message: String
  /// The place to underline.
  public var span: SourceSpan
  /// The lines of the file to show: the step, as far as it explains the failure.
  public var step: SourceSpan?
  /// Lines such as `expected: "2"` and `actual: "1"`, in order.
  public var details: [Detail]
  /// Other places that have to do with it, each with a word on it, in order.
  public var places: [Place] = []
  /// The value of every part of a formula that was not true, in the order of the text.
  public var parts: [Part]
  /// What happened before, oldest first.
  public var trail: [TraceEvent]
  /// How many earlier events the trail leaves out.
  public var omitted: Int
  /// What to do about it; empty where the message says it all.
  public var help: [String]
  /// What to write into the file so that the outcome is met; empty where that is the author's to
  /// decide, which `obstacle` gives the reason for.
  public var fixes: [Fix] = []
  /// Why not all of it can be written: `a formula is not rewritten`.
  public var obstacle: String?
  /// Whether the time of the whole run was over, which says nothing of the scenario.
  public var isOfRun = false

  public init(
    _ kind: Category, _ code: ProblemCode, _ message: String, at span: SourceSpan,
    step: SourceSpan? = nil, details: [Detail] = [], parts: [Part] = [], help: [String] = []
  ) {
    self.kind = kind
    self.code = code
    self.message = message
    self.span = span
    self.step = step
    self.details = details
    self.parts = parts
    self.help = help
    trail = []
    omitted = 0
  }

  /// A failure about which no more is known than its kind.
  public init(
    _ kind: Category, _ message: String, at span: SourceSpan, step: SourceSpan? = nil,
    details: [Detail] = [], parts: [Part] = [], help: [String] = []
  ) {
    self.init(
      kind, kind.code, message, at: span, step: step, details: details, parts: parts, help: help)
  }

  /// What it keeps for its report, in bytes or so.
  public var size: Int {
    let details = details.reduce(0) { $0 + $1.text.utf8.count + 64 }
    let parts = parts.reduce(0) { $0 + $1.text.utf8.count + $1.value.utf8.count + 64 }
    return 500 + message.utf8.count + details + parts + 500 * trail.count
  }

  /// Leaves out all but its first line and its place.
  public mutating func shorten() {
    (details, parts, places, trail, omitted, fixes) = ([], [], [], [], 0, [])
    help = ["much fails in this file: run this scenario alone to see more"]
  }

  /// Whether the fixes are all that the outcome needs.
  public var isFixable: Bool { !fixes.isEmpty && obstacle == nil }

  public struct Detail: Sendable, Equatable {
    /// The label of which round of a loop something happened in.
    package static let round = "round"

    public var label: String
    public var text: String

    public init(_ label: String, _ text: String) {
      self.label = label
      self.text = text
    }
  }

  /// A place of the file and what happens there.
  public struct Place: Sendable, Equatable {
    public var label: String
    public var span: SourceSpan

    public init(_ label: String, at span: SourceSpan) {
      self.label = label
      self.span = span
    }
  }

  /// A part of a formula and what it gave.
  public struct Part: Sendable, Equatable {
    public var text: String
    public var value: String

    public init(text: String, value: String) {
      self.text = text
      self.value = value
    }
  }
}
