import Loader
import Reports
import Values

/// What `merge` is asked for.
struct MergeRequest: Request {
  static let command = "merge"

  var reports: [String]
  /// Whether shards may be missing or cut off.
  var isPartial: Bool
  var display: Display
  /// What is written besides.
  var output: RequestedReports

  /// Makes one report of several, and ends as the whole run would have.
  func run(_ console: Console) -> ExitStatus {
    var merge = ShardMerge()
    let inputs = RunInputs([], .nearest)
    for argument in reports {
      let path = FilePath(argument: argument)
      inputs.add(path, as: "a report that is merged")
      do {
        try ReportReader(path, takesCutOff: isPartial).read(into: &merge)
      } catch {
        console.complain(error.message)
        return error.status
      }
    }
    let records: [RunRecord]
    do {
      records = try merge.merged(isPartial: isPartial)
    } catch {
      console.complain(error.message + (error.help.map { "; \($0)" } ?? ""))
      return error.kind == .mismatch ? .usage : .invalid
    }
    let start = MergeRequest.start(of: records)
    if let command = start?.command, let refusal = output.refusal(for: command) {
      console.complain(refusal)
      return .usage
    }
    let set = ReportSet(output, console, off: inputs, isMerging: true)
    guard set.status == .success else { return set.status }
    return tell(records, set)
  }

  /// What has been told so far of the file at hand.
  private struct Told {
    var scenarios: [ScenarioRecord] = []
    var explored: [ExploredRecord] = []
  }

  private static func start(of records: [RunRecord]) -> RunStart? {
    guard case .started(let start)? = records.first else { return nil }
    return start
  }

  private func tell(_ records: [RunRecord], _ reports: ReportSet) -> ExitStatus {
    let console = reports.text
    let report = display.report(console)
    let start = MergeRequest.start(of: records)
    var told = Told()
    var failures = FailureList()
    var status = ExitStatus.success
    var next = records.startIndex
    // All is known already, whoever reads what is printed.
    reports.rest = { Array(records[next...]) }
    for var record in records {
      next += 1
      if case .ended(var end) = record, !reports.isEmpty,
        let ending = ExitStatus(rawValue: Int32(clamping: end.exitCode)),
        let asked = Interruption.conclude(ending)
      {
        end.exitCode = Int(asked.rawValue)
        record = .ended(end)
      }
      reports.receive(record)
      switch record {
      case .started, .model, .traced, .walked: break
      case .explored(let explored): told.explored.append(explored)
      case .scenario(let scenario): told.scenarios.append(scenario)
      case .file(let file)
      where file.index >= start?.files ?? .max && file.diagnostics.isEmpty:
        // A path that led to no file. Of a golden that has none it is told what is wrong.
        console.complain("\(file.path): \(SafeText.shown(file.problem ?? "is no file"))")
      case .file(let file):
        let line = report.line(file, told.scenarios, told.explored)
        let text = report.failures(file, told.scenarios, told.explored)
        failures.add(file, told.scenarios)
        told = Told()
        console.out.put(line + text)
      case .ended(let end):
        status = ExitStatus(rawValue: Int32(clamping: end.exitCode)) ?? .failed
        let shuffled = start?.seed.map(Run.remark(shuffledBy:)).map { [$0] } ?? []
        let text =
          start?.command == .check
          ? report.end(checked: end.totals)
          : report.end(failures, totals: end.totals, remarks: shuffled + end.remarks, time: nil)
        console.out.put(text)
        // Where a path names nothing, that has been told.
        if status == .nothing, end.totals.absent == 0 {
          console.complain("nothing ran in any of these runs")
        }
      }
    }
    return status.joined(reports.status)
  }
}
