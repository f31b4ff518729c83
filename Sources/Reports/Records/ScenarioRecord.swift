public import Scenarios
import Values

/// How one scenario, or one row of its `each`, went in one pass.
public struct ScenarioRecord: Sendable, Equatable {
  /// Further words may come; readers take an unknown one for `failed`.
  public enum Status: String, Sendable { case passed, failed, skipped, todo, missing }

  /// `FILE::NAME`, or `FILE::NAME[ROW]` where several have the name: what picks the scenario on the command
  /// line.
  public var id: String
  /// As the user gave it, safe to print.
  public var file: String
  /// The file's place among all files of the whole run, from 0.
  public var fileIndex: Int
  /// The scenario's place in its file, rows counted, from 0, whatever is selected.
  public var index: Int
  /// From 1; more where scenarios are repeated.
  public var pass: Int
  /// With the row's values filled in.
  public var name: String
  /// From 0; nil for a scenario without `each`.
  public var row: Int?
  /// The file that the row stands in, where that is another one.
  public var rowFile: String?
  /// Where it begins, both from 1, the column in code points.
  public var line: Int
  public var column: Int
  /// Its last line.
  public var endLine: Int
  /// The file's and its own, as written.
  public var tags: Tags
  public var status: Status
  /// Why it was skipped, is known to fail, or is missing.
  public var reason: String?
  /// Of wall time.
  public var seconds: Double
  /// The first of them; at most `mostFailures`.
  public var failures: [FailureRecord]
  /// How many more there were.
  public var unshown: Int

  /// No record tells more failures than the text report does.
  public static let mostFailures = 20

  public init(
    file: String, fileIndex: Int, index: Int, name: String, row: Int? = nil, line: Int,
    status: Status
  ) {
    id = ScenarioRecord.id(file: file, name: name, row: row)
    self.file = file
    self.fileIndex = fileIndex
    self.index = index
    pass = 1
    self.name = name
    self.row = row
    self.line = line
    column = 1
    endLine = line
    tags = []
    self.status = status
    seconds = 0
    failures = []
    unshown = 0
  }

  /// `FILE::NAME`, or `FILE::NAME[ROW]` where several have the name.
  public static func id(file: String, name: String, row: Int?) -> String {
    "\(file)::\(name)" + (row.map { "[\($0)]" } ?? "")
  }

  /// The file of the line and the column.
  public var placeFile: String { rowFile ?? file }

  /// The row, where the name alone does not tell it from the others of its file.
  public var numberedRow: Int? {
    row.flatMap { Text.same(id, ScenarioRecord.id(file: file, name: name, row: $0)) ? $0 : nil }
  }
}

/// One thing that was not as the file says.
public struct FailureRecord: Sendable, Equatable {
  /// Another place that has to do with it.
  public struct Place: Sendable, Equatable {
    public var label: String
    public var place: PlaceRecord

    public init(_ label: String, at place: PlaceRecord) {
      self.label = label
      self.place = place
    }
  }

  /// A `Failure.Category`, or a later one.
  public var kind: String
  /// The kind of mistake as a stable word: `value-mismatch`.
  public var code: String
  /// What is wrong, in one line.
  public var message: String
  public var place: PlaceRecord
  /// Lines such as `expected: "2"` and `actual: "1"`, in order.
  public var details: [Failure.Detail]
  public var places: [Place]
  /// The value of every part of a formula that was not true.
  public var parts: [Failure.Part]
  public var help: [String]
  /// All of it as the text report shows it, without colours, in lines that each have an end.
  public var text: String

  public init(
    _ kind: String, code: String, _ message: String, at place: PlaceRecord, text: String
  ) {
    self.kind = kind
    self.code = code
    self.message = message
    self.place = place
    self.text = text
    details = []
    places = []
    parts = []
    help = []
  }
}

/// A stretch of a file. Lines and columns count from 1, columns in code points; the end column is
/// the one behind the last character.
public struct PlaceRecord: Sendable, Equatable {
  public var file: String
  public var line: Int
  public var column: Int
  public var endLine: Int
  public var endColumn: Int

  public init(file: String, line: Int, column: Int, endLine: Int? = nil, endColumn: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.endLine = endLine ?? line
    self.endColumn = endColumn ?? column
  }
}
