import Values

/// The run as Markdown for the summary page of a GitHub job: the totals, every failure in full to
/// unfold, and what was skipped.
///
/// Foreign text stands only in HTML elements, escaped, so that it can be neither Markdown nor HTML.
/// The page takes no more than `room` bytes; what does not fit is counted.
public struct GitHubSummary: Reporter {
  /// GitHub drops the summary of a step beyond so many bytes, all of it.
  public static let mostBytes = 1 << 20

  private let room: Int
  private var failures = ""
  private var unshown = 0
  private var skipped = ""
  private var unshownSkips = 0
  private var command = RunStart.Command.run
  private var repeats = 1

  /// `room` is what is left of `mostBytes`.
  public init(room: Int = GitHubSummary.mostBytes) {
    // Some is kept for the head and the counts.
    self.room = max(0, room - 4096)
  }

  public mutating func receive(_ record: RunRecord) -> String {
    switch record {
    case .started(let start):
      command = start.command
      repeats = start.repeats
    case .model, .traced, .explored, .walked: break
    case .scenario(let scenario): add(scenario)
    case .file(let file): add(file)
    case .ended(let end): return page(end)
    }
    return ""
  }

  private mutating func add(_ scenario: ScenarioRecord) {
    let place = "\(scenario.placeFile):\(scenario.line)"
    let name = scenario.label(repeats: repeats)
    switch scenario.status {
    case .passed: break
    case .failed: addFailure(place, name, scenario.failureLine, scenario.failureText)
    case .missing: break
    case .skipped, .todo:
      let item =
        "<li>\(GitHubSummary.code(place)) \(GitHubSummary.code(name)): "
        + "\(GitHubSummary.code(scenario.reason ?? ""))</li>\n"
      if failures.utf8.count + skipped.utf8.count + item.utf8.count <= room {
        skipped += item
      } else {
        unshownSkips += 1
      }
    }
  }

  private mutating func add(_ file: FileRecord) {
    if file.hasFailed, !file.errors.isEmpty || !file.isToldElsewhere {
      addFailure(file.path, "", file.errorLine, file.errorText)
    }
  }

  private mutating func addFailure(
    _ place: String, _ name: String, _ message: String, _ text: String
  ) {
    let head = [place, name].filter { !$0.isEmpty }.map(GitHubSummary.code).joined(separator: " ")
    let item =
      "<details><summary>\(head): \(GitHubSummary.code(message))</summary>\n\n"
      + "<pre>\(Markup.block(text))</pre>\n\n</details>\n\n"
    if failures.utf8.count + skipped.utf8.count + item.utf8.count <= room {
      failures += item
    } else {
      unshown += 1
    }
  }

  private func page(_ end: RunEnd) -> String {
    let plain = Palette(isOn: false)
    let counts = command == .check ? end.totals.checked(plain) : end.totals.text(plain)
    let word =
      end.isInterrupted ? "interrupted" : end.exitCode == 0 ? "passed" : "failed"
    var page = "### reactorctl \(command.rawValue): \(word)\n\n\(counts)"
    if end.seconds > 0 { page += " in \(Microseconds.thousandths(end.seconds)) s" }
    page += "\n\n"
    for remark in end.remarks.prefix(20) { page += "\(GitHubSummary.code(remark))\n\n" }
    page += failures
    if unshown > 0 {
      page += "\(unshown.counted("more failure")) did not fit here; the log has all.\n\n"
    }
    guard !skipped.isEmpty || unshownSkips > 0 else { return page }
    page += "<details><summary>Skipped and to do</summary>\n<ul>\n\(skipped)</ul>\n"
    if unshownSkips > 0 { page += "<p>and \(unshownSkips) more</p>\n" }
    return page + "</details>\n\n"
  }

  private static func code(_ text: String) -> String {
    "<code>\(Markup.line(Cut.line(text, to: 300)))</code>"
  }
}
