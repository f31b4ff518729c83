import Loader
import Reports
import Values

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
