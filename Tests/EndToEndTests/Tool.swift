import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The built tool, run as a stranger runs it.
struct Tool {
  struct Ending: Equatable {
    var code: Int32
    var out: String
    var err: String
    /// What it took of the processor, so that a busy machine changes nothing.
    var seconds: Double
    /// The most memory that it took, in bytes.
    var peak: Int

    /// Both outputs, the result first.
    var text: String { out + err }
  }

  /// The project's folder.
  static let root = Project.root.path

  /// Beside the test bundle, or what REACTORCTL names.
  static let path: String = {
    if let named = ProcessInfo.processInfo.environment["REACTORCTL"] { return named }
    #if canImport(Darwin)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      let folder = bundle?.bundleURL.deletingLastPathComponent().path ?? ""
    #else
      let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let folder = URL(filePath: own ?? "").deletingLastPathComponent().path
    #endif
    return folder + "/reactorctl"
  }()

  /// Held from a pipe's making to its program's start, lest another program inherits its ends.
  private static let starting = NSLock()

  /// No run may take longer; it is killed then.
  static let patience = 120.0

  var environment: [String: String] = ["PATH": "/usr/bin:/bin", "TERM": "xterm"]
  var folder = Tool.root
  var input: [UInt8] = []

  /// Runs `reactorctl` with the arguments, with pipes for all three of its descriptors.
  func run(_ arguments: [String]) throws -> Ending {
    try start([Tool.path] + arguments)
  }

  func run(_ arguments: String...) throws -> Ending { try run(arguments) }

  /// Runs a line of shell in which `$tool` is the tool.
  func shell(_ line: String) throws -> Ending {
    var tool = self
    tool.environment["tool"] = Tool.path
    return try tool.start(["/bin/bash", "-c", line])
  }

  /// Starts the program; `meanwhile` may send it signals.
  func start(_ arguments: [String], meanwhile: (pid_t) -> Void = { _ in }) throws -> Ending {
    let start = Date()
    let (child, pipes) = try Tool.starting.withLock {
      let pipes = try (0..<3).map { _ in try Tool.pipe() }
      let child = try spawn(arguments, pipes)
      for end in [pipes[0][0], pipes[1][1], pipes[2][1]] { close(end) }
      return (child, pipes)
    }
    defer { for end in [pipes[1][0], pipes[2][0]] { close(end) } }
    let feeder = input
    let target = pipes[0][1]
    let feeding = Thread { Tool.feed(feeder, to: target) }
    feeding.start()
    meanwhile(child)
    let texts = Tool.drain([pipes[1][0], pipes[2][0]], child, until: start + Tool.patience)
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
    let signal = status & 0x7f
    let seconds = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
    #if canImport(Darwin)
      let peak = Int(usage.ru_maxrss)
    #else
      let peak = Int(usage.ru_maxrss) << 10
    #endif
    return Ending(
      code: signal == 0 ? (status >> 8) & 0xff : -signal,
      out: String(decoding: texts[0], as: UTF8.self),
      err: String(decoding: texts[1], as: UTF8.self), seconds: seconds, peak: peak)
  }

  private func spawn(_ arguments: [String], _ pipes: [[Int32]]) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (number, ends) in [pipes[0][0], pipes[1][1], pipes[2][1]].enumerated() {
      posix_spawn_file_actions_adddup2(&actions, ends, Int32(number))
    }
    // Whatever the test runner ignores or blocks, the tool starts afresh.
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    let enter = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder]
    let words = (enter + arguments).map { strdup($0) } + [nil]
    let variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") }
    defer { for word in words + variables { free(word) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, enter[0], &actions, &attributes, words, variables + [nil])
    try #require(code == 0, "cannot start \(arguments[0]): \(String(cString: strerror(code)))")
    return child
  }

  /// Both ends, closed in every other program that is started later.
  private static func pipe() throws -> [Int32] {
    var ends: [Int32] = [-1, -1]
    try ends.withUnsafeMutableBufferPointer { ends in
      #if canImport(Glibc)
        try #require(Glibc.pipe(ends.baseAddress) == 0)
      #else
        try #require(Darwin.pipe(ends.baseAddress) == 0)
      #endif
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  private static func feed(_ bytes: [UInt8], to descriptor: Int32) {
    signal(SIGPIPE, SIG_IGN)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    close(descriptor)
  }

  /// Reads the descriptors to their ends; kills the program where that takes too long.
  private static func drain(_ ends: [Int32], _ child: pid_t, until limit: Date) -> [[UInt8]] {
    var texts = [[UInt8]](repeating: [], count: ends.count)
    var open = Set(ends.indices)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while !open.isEmpty {
      let order = open.sorted()
      var requests = order.map { pollfd(fd: ends[$0], events: Int16(POLLIN), revents: 0) }
      _ = poll(&requests, nfds_t(requests.count), 200)
      if Date() > limit { kill(child, SIGKILL) }
      for (index, request) in zip(order, requests) where request.revents != 0 {
        let count = read(ends[index], &chunk, chunk.count)
        if count > 0 { texts[index] += chunk[..<count] } else { open.remove(index) }
      }
    }
    return texts
  }
}

extension Tool {
  /// Waits until the program that was started is the tool and takes its signals itself.
  static func waitUntilListening(_ child: pid_t) {
    for _ in 0..<2000 {
      usleep(5000)
      #if canImport(Glibc)
        let status = try? String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8)
        let lines = (status ?? "").split(separator: "\n")
        let caught = lines.first { $0.hasPrefix("SigCgt:") }?.split(separator: "\t").last ?? "0"
        let mask = UInt64(caught, radix: 16) ?? 0
        let wanted = UInt64(1) << UInt64(SIGINT - 1) | UInt64(1) << UInt64(SIGALRM - 1)
        if lines.first == "Name:\treactorctl", mask & wanted == wanted { return }
      #else
        usleep(500_000)
        return
      #endif
    }
  }
}

/// Whether a program that some tests need is among those of the system.
func isInstalled(_ program: String) -> Bool {
  FileManager.default.isExecutableFile(atPath: "/usr/bin/" + program)
}

/// A folder of its own for one test, removed with all in it.
final class Scratch {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "reactorctl-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and gives its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, bytes: Array(text.utf8))
  }

  @discardableResult
  func write(_ name: String, bytes: [UInt8]) throws -> String {
    let file = path + "/" + name
    let folder = URL(filePath: file).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: file))
    return file
  }
}
