import ArgumentParser
import Loader
import Reports
import Values

struct MergeCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Makes one report of those of several runs.",
    discussion: """
      Takes what "run --report jsonl=PATH" wrote: of all shards of one run, in any order, or of \
      runs over different files. Prints failures and totals as the whole run would have, writes \
      the reports that are asked for, and ends as the whole run would have. A shard that is missing \
      or was cut off is an error (code 3); so are shards that are no parts of one run, and a \
      scenario in two of them (code 2).
      """)

  @Argument(help: "JSONL reports; - is the input.", completion: .file(extensions: ["jsonl"]))
  var reports: [String]

  @Flag(
    help: "Merge what there is, though shards are missing or were cut off; ends with code 4 then.")
  var partial = false

  @OptionGroup(title: "What is shown") var display: DisplayOptions
  @OptionGroup(title: "Reports for other programs") var output: ReportOptions

  func execute(_ console: Console) -> ExitStatus {
    var merge = ShardMerge()
    let inputs = RunInputs([], .nearest)
    for argument in reports {
      let path = FilePath(argument: argument)
      inputs.add(path, as: "a report that is merged")
      do {
        try ReportReader(path, takesCutOff: partial).read(into: &merge)
      } catch {
        console.complain(error.message)
        return error.status
      }
    }
    let records: [RunRecord]
    do {
      records = try merge.merged(isPartial: partial)
    } catch {
      console.complain(error.message + (error.help.map { "; \($0)" } ?? ""))
      return error.kind == .mismatch ? .usage : .invalid
    }
    let set = ReportSet(output.request, console, off: inputs, isMerging: true)
    guard set.status == .success else { return set.status }
    return tell(records, set)
  }

  private func tell(_ records: [RunRecord], _ reports: ReportSet) -> ExitStatus {
    let console = reports.text
    let report = display.request.report(console)
    var start: RunStart?
    var scenarios: [ScenarioRecord] = []
    var failures = FailureList()
    var status = ExitStatus.success
    for record in records {
      reports.receive(record)
      switch record {
      case .started(let told): start = told
      case .model, .traced: break
      case .scenario(let scenario): scenarios.append(scenario)
      case .file(let file) where file.index >= start?.files ?? .max:
        // A path that led to no file.
        console.complain("\(file.path): \(SafeText.shown(file.problem ?? "is no file"))")
      case .file(let file):
        let line = report.line(file, scenarios)
        let text = report.failures(file, scenarios)
        failures.add(file, scenarios)
        scenarios.removeAll()
        console.out.put(line + text)
      case .ended(let end):
        status = ExitStatus(rawValue: Int32(clamping: end.exitCode)) ?? .failed
        let text =
          start?.command == .check
          ? report.end(checked: end.totals)
          : report.end(failures, totals: end.totals, remarks: end.remarks, time: nil)
        console.out.put(text)
      }
    }
    if status == .nothing { console.complain("nothing ran in any of these runs") }
    return status.joined(reports.status)
  }
}
