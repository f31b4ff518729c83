import Values

/// One thing that a run tells its machine reports, in the order of happening: the start, then of
/// each file its scenarios and behind them the file itself, then the end.
///
/// Records are plain and stand for themselves: places are files, lines and columns, and what people
/// read is rendered. So one and the same reporter is fed by a run, and by the reports of its shards.
public enum RunRecord: Sendable, Equatable {
  case started(RunStart)
  /// The model of a file of which traces are told, told before the first of them.
  case model(ModelRecord)
  case scenario(ScenarioRecord)
  /// What happened within a scenario, told before it.
  case traced(TraceRecord)
  /// What the exploration of a scenario came to, told before it.
  case explored(ExploredRecord)
  /// What the walks of a scenario that fell to a shard came to, told before it.
  case walked(WalkedRecord)
  case file(FileRecord)
  case ended(RunEnd)
}

/// What is known of a run before anything has run.
public struct RunStart: Sendable, Equatable {
  /// What was asked for: files are run or explored, or looked at without running.
  public enum Command: String, Sendable { case run, check, explore }

  /// A part of a run that is spread over several machines.
  public struct Shard: Sendable, Equatable {
    /// From 1.
    public var index: Int
    public var count: Int

    public init(index: Int, count: Int) {
      self.index = index
      self.count = count
    }
  }

  /// Of the tool: `0.1.0`.
  public var version: String
  public var command: Command
  /// Nil where the whole was asked for.
  public var shard: Shard?
  /// What the order of running was made from; nil for the order of the files.
  public var seed: UInt64?
  /// How many times each scenario runs.
  public var repeats: Int
  /// All files that the paths lead to, whatever is selected from them.
  public var files: Int

  public init(
    version: String, command: Command = .run, files: Int, shard: Shard? = nil
  ) {
    self.version = version
    self.command = command
    self.files = files
    self.shard = shard
    repeats = 1
  }
}

/// What came of a run, told once and last.
public struct RunEnd: Sendable, Equatable {
  public var totals: Totals
  /// What the tool ends with.
  public var exitCode: Int
  /// Whether not all of the run is told: a signal, its own time or the work that it may do has cut it short, its
  /// output was closed or full before all was told, or reports of it are missing where several are merged. The
  /// remarks say which.
  public var isInterrupted: Bool
  /// Of wall time.
  public var seconds: Double
  /// Lines for people, such as why the run ended early.
  public var remarks: [String]
  /// Nil where that is not known, since the run ended early, and where nothing is selected.
  public var selected: Selected?
  /// Of the lines of the report before this one: what a reporter that writes lines sets.
  public var digest: String?

  /// What was to be run: the same for every shard of a run, but for `own`.
  public struct Selected: Sendable, Equatable {
    /// Scenarios and rows of all shards, and files that could not be loaded.
    public var count: Int
    /// Of their names.
    public var digest: String
    /// How many of them fell to this run.
    public var own: Int

    public init(count: Int, digest: String, own: Int) {
      self.count = count
      self.digest = digest
      self.own = own
    }

    /// Of the names of everything that was selected, in any order: of scenarios their ids, of files
    /// that could not be loaded their paths. The digest is that of the sorted names, a line each, as
    /// `run --list | LC_ALL=C sort | sha256sum` gives it.
    public init(_ names: [String], own: Int) {
      var hash = SHA256()
      for name in names.map(Selected.line).sorted(by: { Text.compare($0, $1) < 0 }) {
        hash.update(name)
      }
      self.init(count: names.count, digest: hash.hexadecimal, own: own)
    }

    /// A name as `--list` prints it, with its end.
    public static func line(_ name: String) -> String {
      LogSafe.guarded(SafeText.shown(name) + "\n")
    }
  }

  public init(
    totals: Totals, exitCode: Int, isInterrupted: Bool = false, seconds: Double = 0,
    remarks: [String] = []
  ) {
    self.totals = totals
    self.exitCode = exitCode
    self.isInterrupted = isInterrupted
    self.seconds = seconds
    self.remarks = remarks
  }
}

/// Makes one machine report out of the records of a run. Pure: a reporter knows no file, no clock
/// and no terminal, and equal records give equal bytes.
public protocol Reporter: Sendable {
  /// The text to add to the report for the record; often empty. Behind `ended` the report is whole.
  mutating func receive(_ record: RunRecord) -> String
}

extension Reporter {
  /// The same as it may be written: whatever a reporter has let pass, no control, bidirectional or
  /// invisible character but the line end stands there as itself.
  public mutating func report(_ record: RunRecord) -> String {
    SafeText.shown(receive(record), keepingLineEnds: true)
  }
}

extension RunRecord {
  /// The record with 0 for every time: those of equal runs are equal.
  public var withoutTimes: RunRecord {
    switch self {
    case .started, .model, .traced, .explored, .walked, .file: return self
    case .scenario(var scenario):
      scenario.seconds = 0
      return .scenario(scenario)
    case .ended(var end):
      end.seconds = 0
      return .ended(end)
    }
  }
}
