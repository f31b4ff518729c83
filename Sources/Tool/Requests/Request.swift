import Reports

/// What a command is asked for, as plain values: whoever parses arguments ends before it.
protocol Request {
  /// Does what is asked for, and answers with the exit status.
  func run(_ console: Console) -> ExitStatus
}
