import ArgumentParser
import Reports

/// What every command of ours does: it runs on the deep stack and answers with an exit status.
protocol ToolCommand: ParsableCommand {
  func execute(_ console: Console) -> ExitStatus
}

struct ReactorCtl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reactorctl",
    abstract: "Runs scenario files over a reactive engine, and checks what comes out.",
    discussion: "Exit codes:\n"
      + ExitStatus.allCases.map { "  \($0.rawValue)  \($0.meaning)" }.joined(separator: "\n"),
    version: Release.version,
    subcommands: [
      InitCommand.self,
      RunCommand.self,
      ExploreCommand.self,
      ReplayCommand.self,
      CheckCommand.self,
      MergeCommand.self,
      TraceCommand.self,
      GraphCommand.self,
      EvalCommand.self,
      FunctionsCommand.self,
      ExplainCommand.self,
      SchemaCommand.self,
      CompletionsCommand.self,
      ManCommand.self,
      DebugCommand.self,
    ])
}
