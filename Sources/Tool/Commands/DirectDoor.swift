/// The way of the plainest command lines to their requests: `run` or `check`, and paths alone.
///
/// The parser of arguments describes every option of a command before it reads a word, which for a
/// run of one file is almost half of the whole. What it would make of words without an option is
/// the request with its defaults, so that these words need not wait for it. It reads everything
/// else, and a random test compares the two.
enum DirectDoor {
  /// The request of the arguments; nil where an option, or another command, is among them.
  static func request(_ arguments: [String]) -> (any Request)? {
    let paths = Array(arguments.dropFirst())
    guard !paths.contains(where: { $0.hasPrefix("-") }) else { return nil }
    switch arguments.first {
    case RunRequest.command: return RunRequest(paths: paths)
    case CheckRequest.command: return CheckRequest(paths: paths)
    default: return nil
    }
  }
}
