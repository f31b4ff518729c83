import Reports

/// What a command is asked for, as plain values: whoever parses arguments ends before it.
protocol Request {
  /// The word that the command line begins with.
  static var command: String { get }

  /// Does what is asked for, and answers with the exit status.
  func run(_ console: Console) -> ExitStatus
}
