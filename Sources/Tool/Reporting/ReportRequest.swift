import Loader
import Reports
import Values

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A report that was asked for: `--report junit=out/junit.xml`.
struct ReportRequest: Equatable {
  enum Format: String, CaseIterable {
    case junit, tap, jsonl, github, sarif

    /// Whether it tells of files, which a run has nothing to say of.
    var isOfChecks: Bool { self == .sarif }

    static var list: String {
      allCases.map { $0.isOfChecks ? "and of a check \($0.rawValue)" : $0.rawValue }
        .joined(separator: ", ")
    }
  }

  enum Target: Equatable {
    /// `-`: the output, which is the report's alone; for GitHub's commands, beside the text.
    case output
    case file(FilePath)
  }

  /// Whether the report shares its place with others.
  var isBeside: Bool { kind == .github && target == .output }

  struct Mistake: Error { let message: String }

  var kind: Format
  var target: Target

  init(_ kind: Format, to target: Target) {
    self.kind = kind
    self.target = target
  }

  /// Takes `KIND=PATH` apart.
  init(_ argument: Arguments.Path) throws(Mistake) {
    let bytes = argument.bytes
    let end = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.count
    let word = String(decoding: bytes[..<end], as: UTF8.self)
    guard let kind = Format(rawValue: word) else { throw ReportRequest.unknown(word) }
    let path = Array(bytes.dropFirst(end + 1))
    if path.isEmpty {
      guard kind == .github else {
        throw Mistake(message: "say where the \(word) report goes: --report \(word)=PATH")
      }
      self.init(kind, to: .output)
    } else if path == [UInt8(ascii: "-")] {
      self.init(kind, to: .output)
    } else {
      let file = FilePath(bytes: path)
      // Whatever name it has, the output is the report's alone.
      if file.descriptor == STDOUT_FILENO {
        self.init(kind, to: .output)
        return
      }
      if let kind = RunInputs.kind(named: file.name) {
        throw Mistake(message: "a report may not take the place of \(file.shown), a \(kind)")
      }
      self.init(kind, to: .file(file))
    }
  }

  private static func unknown(_ word: String) -> Mistake {
    let near = Suggestion.nearest(to: word, among: Format.allCases.map(\.rawValue))
    let advice = near.map { "; did you mean \($0)?" } ?? "."
    return Mistake(
      message: "there is no report \"\(SafeText.shown(word))\"\(advice) The kinds are "
        + "\(Format.list), as in --report junit=PATH.")
  }
}

extension ReportRequest.Target {
  /// Whether both are one and the same place, where what two reports write would be mixed. Files that
  /// are yet to be made are kept apart when they are opened.
  func isSame(as other: ReportRequest.Target) -> Bool {
    if self == other { return true }
    if let descriptor, descriptor == other.descriptor { return true }
    guard isOpen || other.isOpen, let identity else { return false }
    return identity == other.identity
  }

  /// The descriptor of the caller's that is written to.
  private var descriptor: Int32? {
    switch self {
    case .output: STDOUT_FILENO
    case .file(let path): path.descriptor
    }
  }

  /// Whether it is written to as it is, and never replaced.
  private var isOpen: Bool {
    switch self {
    case .output: true
    case .file(let path): path.descriptor != nil || path.isSpecial
    }
  }

  /// What stands there, but for devices: of a terminal both descriptors are, and nothing is mixed in
  /// `/dev/null`.
  private var identity: FileIdentity? {
    var status = stat()
    let isThere: Bool
    switch self {
    case .output: isThere = fstat(STDOUT_FILENO, &status) == 0
    case .file(let path):
      isThere =
        path.descriptor.map { fstat($0, &status) == 0 }
        ?? (path.withCString { stat($0, &status) } == 0)
    }
    guard isThere, status.st_mode & S_IFMT != S_IFCHR else { return nil }
    return FileIdentity(status)
  }
}

/// The reports that are asked for, in order.
struct RequestedReports {
  var reports: [ReportRequest] = []
  var hasTimes = true

  /// Why some of them are not made of what the command tells; nil where all are.
  func refusal(for command: RunStart.Command) -> String? {
    switch command {
    case .check: return nil
    case .run, .explore: break
    }
    guard reports.contains(where: { $0.kind.isOfChecks }) else { return nil }
    return "sarif tells what check finds: reactorctl check --report sarif=PATH. A run has junit."
  }
}
