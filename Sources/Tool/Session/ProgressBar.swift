import Reports
import Runner
import Synchronization

/// How far a run is, in the last line of a terminal: for runs that take longer than a second.
///
/// While scenarios are explored, their own threads draw it: whoever writes something else does so within
/// `pause`.
final class ProgressBar: @unchecked Sendable {
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
  /// How many states there were when an exploration was told of last, and when that was.
  private var last = (states: Int.max, seconds: 0.0)
  private let lock = Mutex(())

  /// For so many files.
  init(files: Int, isOn: Bool) {
    self.files = files
    self.isOn = isOn
  }

  /// A file more has been told of.
  func advance(_ console: Console, _ totals: Totals) {
    lock.withLock { _ in
      told += 1
      if told < files, isDue { draw(text(totals), console) }
      if console.out.isTerminal { console.out.flush() }
    }
  }

  /// How far an exploration is that takes long.
  func tell(_ progress: ExploreProgress, _ console: Console) {
    lock.withLock { _ in
      guard isOn, isDue else { return }
      let now = Console.seconds()
      if progress.states < last.states { last = (0, drawn == 0 ? started : drawn) }
      let rate = Double(progress.states - last.states) / max(0.001, now - last.seconds)
      last = (progress.states, now)
      if isShown { console.out.put(.clearLine) }
      draw(
        "\(progress.states) states, \(Int(rate))/s, depth \(progress.depth), "
          + "\(progress.frontier) to go on from", console)
      console.out.flush()
    }
  }

  private var isDue: Bool {
    guard isOn else { return false }
    let now = Console.seconds()
    return now - started >= ProgressBar.patience && now - drawn >= ProgressBar.interval
  }

  private func draw(_ text: String, _ console: Console) {
    drawn = Console.seconds()
    isShown = true
    console.out.put(String(text.prefix(max(10, console.width - 1))))
  }

  private func text(_ totals: Totals) -> String {
    let done = ProgressBar.width * told / files
    let bar =
      String(repeating: "#", count: done) + String(repeating: ".", count: ProgressBar.width - done)
    var text = "[\(bar)] \(told)/\(files) files, \(totals.passed) passed"
    if totals.failed > 0 { text += ", \(totals.failed) failed" }
    return text
  }

  /// Clears the line, and writes what is to be written.
  func pause(_ console: Console, _ write: () -> Void) {
    lock.withLock { _ in
      if isShown {
        isShown = false
        console.out.put(.clearLine)
      }
      write()
    }
  }
}
