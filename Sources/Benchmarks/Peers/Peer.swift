#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A node process that runs the shapes on a JavaScript library.
final class Peer {
  private let input: UnsafeMutablePointer<FILE>
  private let output: UnsafeMutablePointer<FILE>

  private init(_ input: UnsafeMutablePointer<FILE>, _ output: UnsafeMutablePointer<FILE>) {
    self.input = input
    self.output = output
  }

  /// Nil where the environment names no module. It ends when its input does.
  static func start() -> Peer? {
    guard let name = getenv("REACTOR_PEER") else { return nil }
    let driver = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let arguments = ["node", "/\(driver)/signals.mjs", String(cString: name)]
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
    var words = arguments.map { strdup($0) } + [nil]
    let status = posix_spawnp(&process, "node", &actions, nil, &words, environ)
    for word in words { free(word) }
    close(toPeer[0])
    close(fromPeer[1])
    guard status == 0, let input = fdopen(toPeer[1], "w"), let output = fdopen(fromPeer[0], "r")
    else { return nil }
    return Peer(input, output)
  }

  /// Nanoseconds an update.
  func sample(_ shape: SignalShape) -> Double {
    fputs("\(shape.name) \(shape.count)\n", input)
    fflush(input)
    var buffer = [CChar](repeating: 0, count: 64)
    guard fgets(&buffer, 64, output) != nil else { fatalError("the peer has ended") }
    let text = buffer.prefix { $0 > 32 }.map { Character(UnicodeScalar(UInt8($0))) }
    return (Double(String(text)) ?? 0) / Double(shape.count)
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
