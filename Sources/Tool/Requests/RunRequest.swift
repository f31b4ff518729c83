import Loader
import Reports
import Values

/// What `run` is asked for. Where nothing is said of a property, it is what `run PATH` does.
struct RunRequest: Request {
  static let command = "run"

  /// What becomes of what is selected.
  enum Purpose { case run, list, watch }

  /// The random order that is asked for.
  enum Shuffle {
    case seed(UInt64)
    /// By another seed in every run.
    case anew

    /// What `--shuffle` alone stands for.
    static let anySeed = "random"

    /// Nil where the text is no seed.
    init?(_ text: String) {
      guard text != Shuffle.anySeed else {
        self = .anew
        return
      }
      guard let seed = UInt64(text) else { return nil }
      self = .seed(seed)
    }

    var seed: UInt64 {
      switch self {
      case .seed(let seed): return seed
      case .anew:
        var generator = SystemRandomNumberGenerator()
        // Short enough to be typed again.
        return generator.next() % 1_000_000
      }
    }
  }

  var paths: [String]
  var purpose = Purpose.run
  var selection = SelectionRequest()
  /// What holds of the session whatever is selected.
  var settings = RunRequest.standard
  var shuffle: Shuffle?
  /// So many of the slowest scenarios are named.
  var durations = 0
  var update: Updater.Mode?
  var display = Display()
  var reports = RequestedReports()

  /// How scenarios run where no option says otherwise.
  static var standard: SessionSettings {
    SessionSettings(jobs: Processors.count, mostFailures: Bazel.failsFast ? 1 : nil)
  }

  /// Does what is asked for: selects, runs, tells, and writes the reports.
  func run(_ console: Console) -> ExitStatus {
    // Who watches looks for the files anew in each run, and complains then.
    let input = Input(
      paths, settings.root, console, isQuiet: purpose == .watch,
      allowsNothing: selection.allowsNothing)
    if let problem = Bazel.acknowledgeShards() {
      console.complain(problem)
      return .system
    }
    let store = RunStore(ofExploring: settings.exploring != nil)
    var chosen: Selection
    do throws(SelectionRequest.Refusal) {
      chosen = try selection.selection(console, store: store)
    } catch {
      return error.status
    }
    chosen.forgetFailures(unlessOf: input.files)
    switch purpose {
    case .watch: return Watch(self, chosen, console).run()
    case .list:
      var run = Run(self, input, chosen, store: store, updater: nil, console: console)
      return run.list()
    case .run: return run(input, chosen, store, console)
    }
  }

  private func run(
    _ input: Input, _ chosen: Selection, _ store: RunStore?, _ console: Console
  ) -> ExitStatus {
    let further = Bazel.report.map { [ReportRequest(.junit, to: .file(FilePath($0)))] } ?? []
    let inputs = RunInputs(input.files, settings.root, store: store)
    if let timings = selection.timings { inputs.add(timings, as: "the --timings of this run") }
    let reports = ReportSet(self.reports, console, off: inputs, further: further)
    guard reports.status == .success else { return reports.status }
    var updater: Updater?
    if let update {
      updater = Updater(update, settings.root, reports.text)
      if updater == nil { return .usage }
    }
    var run = Run(
      self, input, chosen, store: store, updater: updater, console: reports.text, inputs)
    return run.run(reports).status
  }
}
