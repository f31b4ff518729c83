import Scenarios
import Values

extension Failure {
  /// What is wrong, with what came instead where the message leaves that out:
  /// `price: expected 21, got 20`.
  var headline: String { Failure.headline(message, details) }

  fileprivate static func headline(_ message: String, _ details: [Detail]) -> String {
    let expected = details.first { $0.label == "expected" }?.text
    let actual = details.first { $0.label == "actual" }?.text
    guard let expected, let actual, message.hasSuffix("expected \(expected)"),
      !actual.utf8.contains(0x0a)
    else { return message }
    return "\(message), got \(actual)"
  }
}

extension FailureRecord {
  var headline: String { Failure.headline(message, details) }

  /// Whether the model could not go on, rather than did something else than expected.
  var isError: Bool {
    kind == Failure.Category.error.rawValue || kind == Failure.Category.budget.rawValue
  }
}

extension ScenarioRecord {
  /// `NAME`, or `NAME[ROW]` where several have the name, with `(pass 2)` behind it where scenarios are
  /// repeated.
  func label(repeats: Int) -> String {
    (numberedRow.map { "\(name)[\($0)]" } ?? name) + (repeats > 1 ? " (pass \(pass))" : "")
  }

  /// Every failure as the text report shows it.
  var failureText: String {
    var text = failures.map(\.text).joined(separator: "\n")
    if unshown > 0 { text += "\n… \(unshown.counted("more failure")) not shown\n" }
    return text
  }

  /// The first failure in a line, and how many more there are.
  var failureLine: String {
    guard let first = failures.first else { return "failed" }
    let more = failures.count + unshown - 1
    return first.headline + (more > 0 ? " (and \(more.counted("more failure")))" : "")
  }
}

extension FileRecord {
  var errors: [DiagnosticRecord] { diagnostics.filter { $0.severity == .error } }
  var warnings: [DiagnosticRecord] { diagnostics.filter { $0.severity == .warning } }

  /// Those that stand with the file: the warnings of one that runs are told on the error output.
  var toldDiagnostics: [DiagnosticRecord] { hasFailed || status == .valid ? diagnostics : [] }

  /// Whether the file itself, not a scenario of it, is wrong.
  var hasFailed: Bool { isBroken || !errors.isEmpty }

  /// Whether what is wrong is told with another file.
  var isToldElsewhere: Bool { toldBefore > 0 || !brokenUses.isEmpty }

  /// Why the file is wrong in a line: `3:1: unknown key "cels" (and 2 more errors)`.
  var errorLine: String {
    guard let first = errors.first else {
      if isToldElsewhere { return errorCount(own: 0) }
      return problem ?? (status == .unreadable ? "could not be read" : "is no valid scenario file")
    }
    let place = first.place
    let start = place.file == path ? "\(place.line):\(place.column)" : place.start
    let more = errors.count + unshown + brokenUses.reduce(0) { $0 + $1.unshown } - 1
    return "\(start): \(first.message)"
      + (more > 0 ? " (and \(more.counted("more error")))" : "")
  }

  /// Everything that is wrong with the file, as the text report shows it.
  var errorText: String {
    var text = errors.map(\.text).joined(separator: "\n")
    if text.isEmpty { text = "\(path): error: \(SafeText.shown(errorLine))\n" }
    for (path, count) in unshownErrors {
      text += "\n\(path): \(count.counted("more error")) not shown\n"
    }
    return text
  }

  /// The errors in a few words: `2 errors; errors in model.yaml`.
  func errorCount(own: Int) -> String {
    FileRecord.errorCount(own: own, before: toldBefore, brokenUses)
  }

  static func errorCount(own: Int, before: Int, _ used: [UsedFile]) -> String {
    var parts: [String] = []
    if own > 0 || (before == 0 && used.isEmpty) { parts.append(max(1, own).counted("error")) }
    if before > 0 { parts.append("\(before.counted("error")) told above") }
    switch used.count {
    case 0: break
    case 1: parts.append("errors in \(used[0].path)")
    case 2: parts.append("errors in \(used[0].path) and \(used[1].path)")
    default: parts.append("errors in \(used[0].path) and \(used.count - 1) more files")
    }
    return parts.joined(separator: "; ")
  }

  /// The files of which errors are left out, and how many.
  var unshownErrors: [(path: String, count: Int)] {
    FileRecord.unshownErrors(path, unshown, brokenUses)
  }

  static func unshownErrors(
    _ path: String, _ own: Int, _ used: [UsedFile]
  ) -> [(path: String, count: Int)] {
    (used.map { ($0.path, $0.unshown) } + [(path, own)]).filter { $0.1 > 0 }
  }
}

extension PlaceRecord {
  /// `shop.yaml:3:1`.
  var start: String { "\(file):\(line):\(column)" }
}
