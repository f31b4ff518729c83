import ArgumentParser

/// What every command of ours does: it runs on the deep stack and answers with an exit status.
protocol ToolCommand: ParsableCommand {
  func execute(_ console: Console) -> ExitStatus
}

struct ReactorCtl: ParsableCommand {
  static let version = "0.1.0"
  /// When this version was made, for the manual.
  static let date = "November 21, 2026"

  static let configuration = CommandConfiguration(
    commandName: "reactorctl",
    abstract: "Runs scenario files over a reactive engine, and checks what comes out.",
    discussion: "Exit codes:\n"
      + ExitStatus.allCases.map { "  \($0.rawValue)  \($0.meaning)" }.joined(separator: "\n"),
    version: ReactorCtl.version,
    subcommands: [
      InitCommand.self,
      RunCommand.self,
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
