import ArgumentParser
import Reports

/// The options that ask for machine reports, the same for every command that makes some.
struct ReportOptions: ParsableArguments {
  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      "Write a report: \(ReportRequest.Format.list); may be given several times.",
      discussion: "PATH - is the output; the text goes to the error output then.",
      valueName: "kind=path"))
  var reports: [String] = []

  @Flag(help: "Reports tell no times, so that those of equal runs are equal to the byte.")
  var noTimes = false

  /// What is asked for, in order.
  func requests() throws(ReportRequest.Mistake) -> [ReportRequest] {
    var requests: [ReportRequest] = []
    for report in reports { requests.append(try ReportRequest(Arguments.Path(report))) }
    for (index, request) in requests.enumerated() {
      // Annotations stand beside whatever else is on the output.
      if request.kind == .github, request.target == .output { continue }
      guard
        requests[..<index].contains(where: { !$0.isBeside && $0.target.isSame(as: request.target) })
      else { continue }
      throw ReportRequest.Mistake(
        message: "two reports go to the same place: give each a PATH of its own")
    }
    return requests
  }

  /// The same as plain values.
  var request: RequestedReports {
    RequestedReports(reports: (try? requests()) ?? [], hasTimes: !noTimes)
  }

  func validate() throws {
    do { _ = try requests() } catch { throw ValidationError(error.message) }
  }

  /// Whether there is a report of everything that happens.
  var canTrace: Bool { request.reports.contains { $0.kind == .jsonl } }

  /// For commands that run: SARIF tells of files, not of scenarios.
  func refuseSARIF() throws {
    try validate()
    if let refusal = request.refusal(for: .run) { throw ValidationError(refusal) }
  }
}
