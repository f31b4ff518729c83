import ArgumentParser
import Reports
import Values

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The tool's entry: arguments in, exit code out. It stands in a library, so that fuzzers and tests
/// can be linked with the tool.
public enum Entry {
  /// Help in fewer columns than this cannot be read.
  private static let leastColumns = 40

  /// Reads the arguments of this process, does what they ask for, and ends the process.
  public static func run() -> Never {
    openStandardDescriptors()
    CrashHandler.listen()
    Interruption.listen()
    let status = start()
    exit(status.rawValue)
  }

  private static func start() -> ExitStatus {
    let console = Console()
    // The parser breaks its help into lines of so many columns, and one of none shows nothing of it.
    if let columns = Console.environment(.columns), Int(columns) ?? 0 < Entry.leastColumns {
      unsetenv(EnvironmentVariable.columns.rawValue)
    }
    // Without /proc there are none, which must not be taken for a call without any.
    guard CommandLine.argc > 0 else {
      console.complain("the arguments cannot be read: is /proc there?")
      return .system
    }
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let request = DirectDoor.request(arguments) {
      return run(request.run, console)
    }
    if let lacking = Entry.lacking(in: arguments) {
      console.err.put(lacking)
      console.flush()
      return .usage
    }
    do {
      let words = FormulaArguments.separated(try OptionalValues.filled(arguments))
      try ShortOptions.refuseStrayHelp(in: words)
      var command = try ReactorCtl.parseAsRoot(words)
      if let command = command as? any ToolCommand {
        return run(command.execute, console)
      }
      try command.run()
      return .success
    } catch let mistake as ArgumentMistake {
      console.complain(mistake.message)
      return .usage
    } catch {
      return explain(error, console)
    }
  }

  /// What is said where a command is missing, or help is asked for with one that there is not: the parser
  /// would answer with help as if that were asked for, and a script in which a variable is empty would pass.
  static func lacking(in arguments: [String]) -> String? {
    var words = arguments[...]
    let isHelp = words.first == "help"
    if isHelp {
      let named = words.dropFirst().filter { !$0.hasPrefix("-") && $0 != "help" }
      words = named[...]
    }
    var command: any ParsableCommand.Type = ReactorCtl.self
    for word in words {
      let commands = command.configuration.subcommands
      let names = commands.map { $0.configuration.commandName ?? "" }
      if let place = names.firstIndex(of: word) {
        command = commands[place]
      } else if isHelp {
        let near = Suggestion.nearest(to: word, among: names)
        let hint = near.map { "; did you mean \"\($0)\"?" } ?? ""
        return "error: there is no command \"\(SafeText.shown(word))\"\(hint)\n"
      } else {
        return nil
      }
    }
    if isHelp || command.configuration.subcommands.isEmpty { return nil }
    return "error: a command is missing\n\n"
      + ReactorCtl.helpMessage(for: command, columns: nil) + "\n"
  }

  /// Does it on the deep stack, and shows all that was said of it.
  private static func run(
    _ command: @escaping (Console) -> ExitStatus, _ console: Console
  ) -> ExitStatus {
    DeepStack.run {
      let status = command(console)
      console.flush()
      return Interruption.requested ?? status
    }
  }

  /// Help and version are asked for, and go to the output; all else is wrong usage.
  private static func explain(_ error: any Error, _ console: Console) -> ExitStatus {
    let text = OptionalValues.shown(ReactorCtl.fullMessage(for: error))
    let isAskedFor = ReactorCtl.exitCode(for: error) == .success
    let output = isAskedFor ? console.out : console.err
    let shown = SafeText.shown(quotingSafely(text), keepingLineEnds: true)
    output.put(shown.hasSuffix("\n") ? shown : shown + "\n")
    console.flush()
    return isAskedFor ? .success : .usage
  }

  /// The text with the arguments in it shown safely, so that no line end of theirs ends a line of it.
  private static func quotingSafely(_ text: String) -> String {
    var text = text
    for argument in CommandLine.arguments.dropFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      for part in [argument] + parts {
        let shown = SafeText.shown(part)
        if !Text.same(shown, part) { text = text.replacing(part, with: shown) }
      }
    }
    return text
  }

  /// A descriptor that the caller closed is opened on nothing, lest a file opened later takes its
  /// number and gets the tool's messages. The output can be read alone, so that what it does not
  /// take is an error as it is for other programs.
  private static func openStandardDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
