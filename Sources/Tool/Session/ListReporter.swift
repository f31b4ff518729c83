import Loader
import Reports

/// Tells the ids of what would run.
final class ListReporter: SessionListener, @unchecked Sendable {
  private let console: Console
  private let report: TextReport

  private(set) var status = ExitStatus.success
  private(set) var count = 0
  private(set) var absent: [AbsentPick] = []
  private(set) var passedOver = PassedOver()
  private var once = ToldOnce()

  init(_ console: Console, _ report: TextReport) {
    self.console = console
    self.report = report
  }

  func tell(_ file: FileRun) {
    for candidate in file.selected {
      console.out.put(RunEnd.Selected.line(ShellWord.path(file.id(of: candidate))))
    }
    count += file.selected.count
    absent += file.absent
    passedOver.add(file.passedOver)
    guard let loaded = file.loaded, loaded.file == nil else { return }
    var told = file.report(of: [])
    once.filter(&told)
    console.err.put(report.failures(told))
    status = status.joined(told.status)
  }
}
