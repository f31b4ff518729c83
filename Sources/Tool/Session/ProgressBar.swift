import Reports

/// How far a run is, in the last line of a terminal: for runs that take longer than a second.
final class ProgressBar {
  /// Seconds before it is first drawn, and between two drawings.
  private static let patience = 1.0
  private static let interval = 0.1
  private static let width = 30

  private let files: Int
  private let isOn: Bool
  private let started = Console.seconds()
  private var drawn = 0.0
  private var told = 0
  private var isShown = false

  /// For so many files.
  init(files: Int, isOn: Bool) {
    self.files = files
    self.isOn = isOn
  }

  /// A file more has been told of.
  func advance(_ console: Console, _ totals: Totals) {
    told += 1
    guard isOn else { return }
    let now = Console.seconds()
    guard now - started >= ProgressBar.patience, told < files else { return }
    guard isShown || now - drawn >= ProgressBar.interval else { return }
    drawn = now
    isShown = true
    let done = ProgressBar.width * told / files
    let bar =
      String(repeating: "#", count: done) + String(repeating: ".", count: ProgressBar.width - done)
    var text = "[\(bar)] \(told)/\(files) files, \(totals.passed) passed"
    if totals.failed > 0 { text += ", \(totals.failed) failed" }
    console.out.put(String(text.prefix(max(10, console.width - 1))))
  }

  /// Clears the line, so that text can be written.
  func hide(_ console: Console) {
    guard isShown else { return }
    isShown = false
    console.out.put(.clearLine)
  }
}
