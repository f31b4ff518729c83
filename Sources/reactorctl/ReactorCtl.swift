import ArgumentParser

/// What every command of ours does: it runs on the deep stack and answers with an exit status.
protocol ToolCommand: ParsableCommand {
  func execute(_ console: Console) -> ExitStatus
}

struct ReactorCtl: ParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "reactorctl",
    abstract: "Runs scenario files over a reactive engine, and checks what comes out.",
    discussion: """
      Exit codes:
        0  all passed
        1  an expectation failed, or the model did not settle
        2  wrong usage
        3  a file is invalid (the others have run)
        4  reading or writing failed
        5  nothing ran: no file, no scenario, or a filter that matches nothing
        70  a bug of reactorctl itself
        130, 141, 143  interrupted, closed pipe, terminated
      """,
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
      DebugCommand.self,
    ])
}
