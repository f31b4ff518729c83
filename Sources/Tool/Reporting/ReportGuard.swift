import Loader

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps the reports of a run off its inputs, and off each other.
final class ReportGuard {
  private let inputs: RunInputs
  private var places: [WritePlace] = []
  /// What has been opened or written.
  private var written: Set<FileIdentity> = []
  /// The files that the caller has sent the output and the errors into.
  private let redirected = [STDOUT_FILENO, STDERR_FILENO].compactMap(FileIdentity.init(ofOpen:))

  init(_ inputs: RunInputs) { self.inputs = inputs }

  /// The place of a report that a person asked for, as far as it may be one. What stands there is
  /// looked at before anything runs: where it is no earlier report it may be a file that one of the
  /// run uses, and these are found first.
  func place(
    _ path: FilePath, isAppending: Bool = false
  ) throws(FileWriter.Failure) -> WritePlace {
    let place = try WritePlace.typed(path)
    for name in [Array(path.name), place.name] {
      if let kind = RunInputs.kind(named: name) {
        throw place.refusal("is not written: its name is that of a \(kind)")
      }
    }
    if places.contains(where: { $0.isSame(as: place) }) {
      throw place.refusal("is not written: another report goes there")
    }
    if let present = try PresentFile.find(at: place) {
      let isReport = ReportGuard.isReport(present)
      if !isReport { inputs.findUsed() }
      if let refusal = refusal(present.identity, isAppending: isAppending) {
        throw place.refusal(refusal)
      }
      // Scenarios outside of this run may have their rows from it.
      if !isReport, ReportGuard.mayHoldRows(place.name) {
        throw place.refusal(
          "is not written: it does not begin as a report does, and may hold the rows of a scenario; "
            + "give the report another name")
      }
    }
    places.append(place)
    return place
  }

  /// Why nothing is written to the file; nil where it may be. What the caller has sent there stands at
  /// places of its own: a report that does not begin behind it would overwrite it, and be overwritten.
  func refusal(_ identity: FileIdentity, isAppending: Bool = false) -> String? {
    if written.contains(identity) { return "is not written: another report goes there" }
    if !isAppending, redirected.contains(identity) {
      return "is not written: the output goes there; send that elsewhere, or name the report \"-\""
    }
    return inputs.refusal(identity)
  }

  /// Replaces the file that stands at the place of a report.
  func write(_ text: String, to place: WritePlace) throws(FileWriter.Failure) {
    try FileWriter.write(Array(text.utf8), to: place, if: .any(but: { self.refusal($0) }))
    if let status = try? place.folder.status(of: place.name) { add(FileIdentity(status)) }
  }

  func add(_ identity: FileIdentity) { written.insert(identity) }

  /// Whether the name is one that files of rows have, but for those that are YAML.
  private static func mayHoldRows(_ name: [UInt8]) -> Bool {
    [".csv", ".json"].contains { RunInputs.hasEnding($0, name) }
  }

  /// Whether the file begins as a report of the tool does, which nothing can use.
  private static func isReport(_ file: PresentFile) -> Bool {
    guard let start = file.start(64) else { return false }
    let heads = [
      "{\"v\":", "TAP version 14\n", "<?xml", "::error ", "::warning ", "::notice ",
      "{\"$schema\":\"https://json.schemastore.org/sarif",
    ]
    return start.isEmpty || heads.contains { start.starts(with: $0.utf8) }
  }
}
