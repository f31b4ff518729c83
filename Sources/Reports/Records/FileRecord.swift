/// What came of one file; told behind its scenarios.
public struct FileRecord: Sendable, Equatable {
  public typealias Status = FileReport.Verdict

  /// As the user gave it, safe to print.
  public var path: String
  /// Among all files of the whole run, from 0: before any selection, and the same in every shard.
  public var index: Int
  public var status: Status
  /// Sorted by place, those of used files first. What is wrong with a used file is told once, with
  /// the first file that leads to it.
  public var diagnostics: [DiagnosticRecord]
  /// How many further diagnostics of the file itself were left out.
  public var unshown: Int
  /// The used files that something is wrong with, wherever that is told.
  public var brokenUses: [UsedFile]
  /// How many of the file's own errors were told with an earlier one that uses it.
  public var toldBefore: Int
  /// Why the file has no bytes: `cannot be read: Permission denied`.
  public var problem: String?
  /// Of its bytes, and those of the files that it uses behind them; nil where it was not looked
  /// into.
  public var digest: String?
  /// Lines about the file besides what is wrong with it: what was written, what nobody uses any
  /// more. Safe to print.
  public var notes: [String]

  public init(path: String, index: Int, status: Status) {
    self.path = path
    self.index = index
    self.status = status
    diagnostics = []
    unshown = 0
    brokenUses = []
    toldBefore = 0
    notes = []
  }

  /// Takes the status that its scenarios give it, where what parts of a run say of it is no more than theirs: of one
  /// that a part did not come to something may be missing that nobody tells of.
  mutating func settle(by scenarios: [ScenarioRecord.Status]) {
    guard !isBroken, errors.isEmpty else { return }
    let settled = FileReport.verdict(of: scenarios)
    status = status == .missing && settled != .failed ? .missing : settled
  }

  /// Whether nothing of it could run, by its own fault.
  public var isBroken: Bool {
    switch status {
    case .invalid, .unreadable, .absent: true
    case .passed, .failed, .skipped, .valid, .idle, .missing: false
    }
  }
}

/// Something that the author of a file is told.
public struct DiagnosticRecord: Sendable, Equatable {
  public enum Severity: String, Sendable { case error, warning, note }

  /// A second place that the message speaks of.
  public struct Related: Sendable, Equatable {
    public var message: String
    public var place: PlaceRecord

    public init(_ message: String, at place: PlaceRecord) {
      self.message = message
      self.place = place
    }
  }

  public var severity: Severity
  /// The kind of mistake as a stable word: `unknown-key`.
  public var code: String
  public var message: String
  public var place: PlaceRecord
  public var help: [String]
  public var related: [Related]
  /// The line of the file that the place begins in, without its end and the blanks around it.
  public var source: String
  /// All of it as the text report shows it, without colours, in lines that each have an end.
  public var text: String

  public init(
    _ severity: Severity, code: String, _ message: String, at place: PlaceRecord, text: String
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.place = place
    self.text = text
    help = []
    related = []
    source = ""
  }
}
