import ArgumentParser
import Loader
import Reports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Whether a run may write into the files that it runs.
struct UpdateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write what came out in the place of every \"_\" and every wrong value of an outcome, and "
        + "goldens anew; --update=review shows each change and asks.",
      valueName: "how"))
  var update: Updater.Mode?

  /// Nil where nothing is to be written, and where nobody is there to be asked, which is said.
  func updater(_ root: RootRule, _ console: Console) throws(ExitCodeFault) -> Updater? {
    switch update {
    case nil: return nil
    case .write: return Updater(root)
    case .review: break
    }
    guard isatty(STDIN_FILENO) == 1 else {
      console.complain(
        "--update=review asks on a terminal, and the input is none; --update writes without asking")
      throw ExitCodeFault()
    }
    var lines = LineReader(STDIN_FILENO, longest: 1 << 12)
    return Updater(
      root,
      Review(
        show: { text in
          console.out.flush()
          console.err.put(text)
          console.err.flush()
        },
        read: { UpdateOptions.line(&lines) }))
  }

  /// The next line; nil at the end of the input, and behind a signal.
  private static func line(_ lines: inout LineReader) -> String? {
    switch lines.next() {
    case .line(let line): String(decoding: line, as: UTF8.self)
    case .tooLong: ""
    case .end, .interrupted, .failure: nil
    }
  }

  /// The message has been told.
  struct ExitCodeFault: Error {}
}

extension Updater.Mode: ExpressibleByArgument {}
