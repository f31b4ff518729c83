#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A process that does the same as a benchmark by other means: a line asks, a line answers.
final class Peer {
  private let input: UnsafeMutablePointer<FILE>
  private let output: UnsafeMutablePointer<FILE>
  private let process: pid_t

  private init(
    _ input: UnsafeMutablePointer<FILE>, _ output: UnsafeMutablePointer<FILE>, _ process: pid_t
  ) {
    self.input = input
    self.output = output
    self.process = process
  }

  /// The path of a program that stands beside this file.
  static func script(_ name: String) -> String {
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/" + name
  }

  /// Nil where there is no such program. It ends when its input does.
  static func start(_ command: [String]) -> Peer? {
    // One that has ended is told by its silence.
    signal(SIGPIPE, SIG_IGN)
    var toPeer: [Int32] = [0, 0]
    var fromPeer: [Int32] = [0, 0]
    guard pipe(&toPeer) == 0, pipe(&fromPeer) == 0 else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, toPeer[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromPeer[1], 1)
    for descriptor in toPeer + fromPeer {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var process: pid_t = 0
    var words = command.map { strdup($0) } + [nil]
    let status = posix_spawnp(&process, command[0], &actions, nil, &words, environ)
    for word in words { free(word) }
    close(toPeer[0])
    close(fromPeer[1])
    guard status == 0, let input = fdopen(toPeer[1], "w"), let output = fdopen(fromPeer[0], "r")
    else { return nil }
    return Peer(input, output, process)
  }

  /// Ends its input, and waits until it has ended.
  func end() {
    fclose(input)
    fclose(output)
    waitpid(process, nil, 0)
  }

  /// Answers a line where this process is the peer.
  static func reply(_ answer: String) {
    print(answer)
    fflush(nil)
  }

  /// The answer to a line; nil where the peer has ended.
  func ask(_ line: String) -> String? {
    fputs(line + "\n", input)
    fflush(input)
    var buffer = [CChar](repeating: 0, count: 4096)
    guard fgets(&buffer, 4096, output) != nil else { return nil }
    let bytes = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The answer to a line that asks for a time; nil where the peer does not know what is asked.
  func answer(_ line: String) -> Double? {
    guard let answer = ask(line) else { fatalError("the peer has ended") }
    if answer == "unknown" { return nil }
    guard let time = Double(answer) else { fatalError("the peer says: \(answer)") }
    return time
  }

  /// The answer to a line that asks for a time.
  func nanoseconds(_ line: String) -> Double {
    guard let time = answer(line) else { fatalError("the peer does not know: \(line)") }
    return time
  }
}

enum Clock {
  static func nanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

enum Numbers {
  static func exp(_ x: Double) -> Double {
    #if canImport(Glibc)
      Glibc.exp(x)
    #else
      Darwin.exp(x)
    #endif
  }

  static func log(_ x: Double) -> Double {
    #if canImport(Glibc)
      Glibc.log(x)
    #else
      Darwin.log(x)
    #endif
  }
}

enum Memory {
  /// The most that the program has held so far, in kilobytes.
  static var peak: Int {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return usage.ru_maxrss
  }
}
