import Loader

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Updater {
  /// Nil where nobody is there to be asked, which is said.
  convenience init?(_ mode: Mode, _ root: RootRule, _ console: Console) {
    switch mode {
    case .write: self.init(root)
    case .review:
      guard let review = Review(on: console) else { return nil }
      self.init(root, review)
    }
  }
}

extension Review {
  /// Asks on the terminal that the input is; nil where it is none, which is said.
  fileprivate convenience init?(on console: Console) {
    guard isatty(STDIN_FILENO) == 1 else {
      console.complain(
        "--update=review asks on a terminal, and the input is none; --update writes without asking")
      return nil
    }
    var lines = LineReader(STDIN_FILENO, longest: 1 << 12)
    self.init(
      show: { text in
        console.out.flush()
        console.err.put(text)
        console.err.flush()
      },
      read: { Review.line(&lines) })
  }

  /// The next line; nil at the end of the input, and behind a signal.
  private static func line(_ lines: inout LineReader) -> String? {
    switch lines.next() {
    case .line(let line): String(decoding: line, as: UTF8.self)
    case .tooLong: ""
    case .end, .interrupted, .failure: nil
    }
  }
}
