import ArgumentParser
import Reports

struct MergeCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: MergeRequest.command,
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
    MergeRequest(
      reports: reports, isPartial: partial, display: display.request, output: output.request
    ).run(console)
  }
}
