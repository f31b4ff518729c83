import Scenarios
import Values

// One line for each thing that is wrong.
extension TextReport {
  func brief(_ report: FileReport) -> String {
    var lines: [String] = []
    if let problem = report.problem, report.diagnostics.isEmpty, report.brokenUses.isEmpty,
      report.toldBefore == 0
    {
      lines.append(brief(report.path, problem: problem))
    }
    lines += report.diagnostics.map { head(of: painted($0, in: report.sources)) }
    lines += unshown(
      FileRecord.unshownErrors(report.path, report.unshown, report.brokenUses))
    for scenario in report.scenarios where scenario.verdict == .failed {
      let title = title(scenario.name, scenario.numberedRow)
      let shown = scenario.failures.prefix(ScenarioRecord.mostFailures)
      lines += shown.map {
        brief(PlaceRecord($0.span, in: report.sources), title, $0.headline, of: report.path)
      }
      let rest = scenario.failures.count - shown.count
      lines += unshown(rest, of: title, in: report.path)
    }
    return lines.map { "\($0)\n" }.joined()
  }

  func brief(_ file: FileRecord, _ scenarios: [ScenarioRecord]) -> String {
    var lines: [String] = []
    if let problem = file.problem, file.diagnostics.isEmpty, !file.isToldElsewhere {
      lines.append(brief(file.path, problem: problem))
    }
    lines += file.toldDiagnostics.map { head(of: painted($0.text, code: $0.code)) }
    lines += unshown(file.unshownErrors)
    for scenario in scenarios where scenario.status == .failed {
      let title = title(scenario.name, scenario.numberedRow)
      lines += scenario.failures.map {
        brief($0.place, title, $0.headline, of: file.path)
      }
      lines += unshown(scenario.unshown, of: title, in: file.path)
    }
    return lines.map { "\($0)\n" }.joined()
  }

  /// `shop.yaml:10:25: the total follows: total: expected 50, got 40`; with its file, where a
  /// scenario fails in another one.
  private func brief(
    _ place: PlaceRecord, _ title: String, _ message: String, of path: String
  ) -> String {
    let title = Text.same(place.file, path) ? title : "\(path)::\(title)"
    return
      "\(palette.strong("\(place.start):")) \(title): \(palette.strong(Cut.line(message, to: 400)))"
  }

  private func brief(_ path: String, problem: String) -> String {
    "\(path): \(palette.failed("error")): \(SafeText.shown(problem))"
  }

  func unshown(_ errors: [(path: String, count: Int)]) -> [String] {
    errors.map { "\($0.path): \(($0.count).counted("more error")) not shown" }
  }

  private func unshown(_ count: Int, of title: String, in path: String) -> [String] {
    count > 0 ? ["\(path): \(count.counted("more failure")) of \(title) not shown"] : []
  }

  /// The first line.
  private func head(of text: String) -> String {
    String(text.prefix { $0 != "\n" })
  }
}
