import Scenarios
import Values

extension RunRecord {
  /// Reads a line of a report; nil for an event that this version does not know.
  ///
  /// What is known must be whole and of its type. Unknown keys are passed over, as the format
  /// promises, and an unknown status of a scenario counts as failed.
  public static func parse(_ line: String) throws(RecordError) -> RunRecord? {
    let json: JSON
    do { json = try JSON.parse(line) } catch {
      throw RecordError(error.message, column: error.offset.map { $0 + 1 })
    }
    let reader = try MemberReader(json)
    let version = try reader.int("v", least: 1)
    guard version <= formatVersion else {
      throw RecordError(
        "the line is in version \(version) of the format, and only \(formatVersion) is known here")
    }
    switch try reader.text("event") {
    case "run-started": return .started(try RunStart(reader))
    case "scenario": return .scenario(try ScenarioRecord(reader))
    case "model": return .model(try ModelRecord(reader))
    case "trace": return .traced(try TraceRecord(reader))
    case "explored": return .explored(try ExploredRecord(reader))
    case "walked": return .walked(try WalkedRecord(reader))
    case "file": return .file(try FileRecord(reader))
    case "run-ended": return .ended(try RunEnd(reader))
    default: return nil
    }
  }
}

extension RunStart {
  fileprivate init(_ reader: MemberReader) throws(RecordError) {
    let command = try reader.text("command")
    guard let known = Command(rawValue: command) else {
      throw RecordError("\"command\" must be run, check or explore")
    }
    self.init(
      version: try reader.text("version"), command: known, files: try reader.int("files"))
    repeats = try reader.int("repeats", least: 1)
    if let seed = try reader.textIfAny("seed") {
      guard let number = UInt64(seed) else {
        throw RecordError("\"seed\" must be a whole number as a text")
      }
      self.seed = number
    }
    if let shard = try reader.readerIfAny("shard") {
      let count = try shard.int("count", least: 1)
      let index = try shard.int("index", least: 1)
      guard index <= count else { throw RecordError("shard \(index) of \(count) does not exist") }
      self.shard = Shard(index: index, count: count)
    }
  }
}

extension ScenarioRecord {
  fileprivate init(_ reader: MemberReader) throws(RecordError) {
    self.init(
      file: try reader.shown("file"), fileIndex: try reader.int("fileIndex"),
      index: try reader.int("index"), name: try reader.text("name"),
      row: try reader.intIfAny("row"), line: try reader.int("line", least: 1),
      status: Status(rawValue: try reader.text("status")) ?? .failed)
    id = try reader.text("id")
    pass = try reader.int("pass", least: 1)
    rowFile = try reader.textIfAny("rowFile").map { SafeText.shown($0) }
    column = try reader.int("column", least: 1)
    endLine = try reader.int("endLine", least: 1)
    tags = Tags(try reader.texts("tags"))
    reason = try reader.textIfAny("reason")
    seconds = try reader.seconds("seconds")
    failures = try reader.each("failures") { failure throws(RecordError) in
      try FailureRecord(failure)
    }
    unshown = try reader.intIfAny("unshown") ?? 0
  }
}

extension FailureRecord {
  init(_ reader: MemberReader) throws(RecordError) {
    self.init(
      try reader.text("kind"), code: try reader.shown("code"), try reader.text("message"),
      at: try PlaceRecord(reader.reader("place")),
      text: try reader.shown("text", keepingLineEnds: true))
    details = try reader.each("details") { detail throws(RecordError) in
      Failure.Detail(try detail.text("label"), try detail.text("text"))
    }
    places = try reader.each("places") { place throws(RecordError) in
      Place(try place.text("label"), at: try PlaceRecord(place.reader("place")))
    }
    parts = try reader.each("parts") { part throws(RecordError) in
      Failure.Part(text: try part.text("text"), value: try part.text("value"))
    }
    help = try reader.texts("help")
  }
}

extension TraceRecord {
  fileprivate init(_ reader: MemberReader) throws(RecordError) {
    id = try reader.text("id")
    fileIndex = try reader.int("fileIndex")
    index = try reader.int("index")
    pass = try reader.int("pass", least: 1)
    number = try reader.int("number")
    parent = try reader.intIfAny("parent")
    cause = try reader.intIfAny("cause")
    turn = try reader.int("turn")
    time = try reader.text("time")
    kind = try reader.text("kind")
    subject = try reader.text("subject")
    receiver = try reader.textIfAny("receiver")
    name = try reader.textIfAny("name")
    old = try reader.textIfAny("old")
    value = try reader.textIfAny("value")
    count = try reader.intIfAny("count")
    if let place = try reader.readerIfAny("place") { self.place = try PlaceRecord(place) }
    text = try reader.shown("text")
  }
}

extension ModelRecord {
  fileprivate init(_ reader: MemberReader) throws(RecordError) {
    self.init(file: try reader.shown("file"), fileIndex: try reader.int("fileIndex"))
    nodes = try reader.each("nodes") { node throws(RecordError) in
      var place: PlaceRecord?
      if let found = try node.readerIfAny("place") { place = try PlaceRecord(found) }
      return Node(
        try node.text("name"), kind: try node.text("kind"), detail: try node.text("detail"),
        at: place)
    }
    edges = try reader.each("edges") { edge throws(RecordError) in
      Edge(
        from: try edge.int("from"), to: try edge.int("to"), kind: try edge.text("kind"),
        labels: try edge.texts("labels"))
    }
  }
}

extension FileRecord {
  fileprivate init(_ reader: MemberReader) throws(RecordError) {
    let word = try reader.text("status")
    guard let status = Status(rawValue: word) else {
      throw RecordError("\"status\" of a file may not be \"\(SafeText.shown(word))\"")
    }
    self.init(
      path: try reader.shown("path"), index: try reader.int("fileIndex"), status: status)
    diagnostics = try reader.each("diagnostics") { diagnostic throws(RecordError) in
      try DiagnosticRecord(diagnostic)
    }
    unshown = try reader.intIfAny("unshown") ?? 0
    if reader.has("brokenUses") {
      brokenUses = try reader.each("brokenUses") { used throws(RecordError) in
        UsedFile(try used.shown("path"), unshown: try used.intIfAny("unshown") ?? 0)
      }
    }
    toldBefore = try reader.intIfAny("toldBefore") ?? 0
    problem = try reader.textIfAny("problem")
    notes = try reader.has("notes") ? reader.shownTexts("notes") : []
    digest = try reader.textIfAny("digest")
  }
}

extension DiagnosticRecord {
  fileprivate init(_ reader: MemberReader) throws(RecordError) {
    self.init(
      Severity(rawValue: try reader.text("severity")) ?? .error, code: try reader.shown("code"),
      try reader.text("message"), at: try PlaceRecord(reader.reader("place")),
      text: try reader.shown("text", keepingLineEnds: true))
    help = try reader.texts("help")
    related = try reader.each("related") { related throws(RecordError) in
      Related(try related.text("message"), at: try PlaceRecord(related.reader("place")))
    }
    source = try reader.text("source")
  }
}

extension PlaceRecord {
  init(_ reader: MemberReader) throws(RecordError) {
    file = try reader.shown("file")
    line = try reader.int("line", least: 1)
    column = try reader.int("column", least: 1)
    endLine = try reader.int("endLine", least: 1)
    endColumn = try reader.int("endColumn", least: 1)
  }
}

extension RunEnd {
  fileprivate init(_ reader: MemberReader) throws(RecordError) {
    var totals = Totals()
    totals.files = try reader.int("files")
    totals.valid = try reader.int("valid")
    totals.invalid = try reader.int("invalid")
    totals.unreadable = try reader.int("unreadable")
    totals.passed = try reader.int("passed")
    totals.failed = try reader.int("failed")
    totals.skipped = try reader.int("skipped")
    totals.todo = try reader.intIfAny("todo") ?? 0
    totals.missing = try reader.intIfAny("missing") ?? 0
    totals.missingFiles = try reader.intIfAny("missingFiles") ?? 0
    totals.absent = try reader.intIfAny("absent") ?? 0
    totals.obsoleteGoldens = try reader.intIfAny("obsoleteGoldens") ?? 0
    totals.warnings = try reader.int("warnings")
    self.init(
      totals: totals, exitCode: try reader.int("exitCode"),
      isInterrupted: try reader.bool("interrupted"), seconds: try reader.seconds("seconds"),
      remarks: try reader.shownTexts("remarks"))
    if let selected = try reader.readerIfAny("selected") {
      self.selected = Selected(
        count: try selected.int("count"), digest: try selected.text("digest"),
        own: try selected.int("own"))
    }
    digest = try reader.textIfAny("digest")
  }
}
