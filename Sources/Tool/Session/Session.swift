import Loader
import Reports
import Runner
import Scenarios
import Values

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a session does besides what it selects.
struct SessionSettings: Sendable {
  /// How far a file is taken. Where nothing is to be selected, what is picked is looked for all the
  /// same, for it must exist.
  enum Reach { case loading, selecting, running }

  var selection = Selection()
  /// Where the projects of the files begin.
  var root = RootRule.nearest
  /// Told of every file that is loaded.
  var inputs = RunInputs.none
  /// What the files use in common.
  var documents = SharedDocuments()
  /// What becomes of logs that differ from their goldens.
  var goldens = GoldenMode.standard
  /// Whether machine reports tell all that happens.
  var isTracing = false
  /// Whether what derived cells give is compared with full recomputation.
  var asksOracle = false
  /// Where scenarios are not run but explored: what is asked of that.
  var exploring: ExploreSettings?
  /// How far each file is taken.
  var reach = Reach.running
  /// How many threads run scenarios, at most.
  var jobs = 1
  /// What the worlds of all threads may hold together.
  var memory = Settings.memory
  /// The real time that the whole may take.
  var timeout: Scenario.Timeout?
  /// How many times each scenario runs.
  var repeats = 1
  /// What the order is made from; nil for file order.
  var shuffle: UInt64?
  /// The keys of what is to run first.
  var first: FailedKeys?
  /// Whether somebody asks afterwards what each file is made of.
  var isWatching = false
  /// The run ends behind so many failures.
  var mostFailures: Int?
  /// Rewrites outcomes before a file runs.
  var updater: Updater?
  /// Adds what was found to files that have been explored.
  var scheduleWriter: ScheduleWriter?
}

/// Runs the scenarios of many files on several threads, and tells what came of them in file order,
/// so that what is told is the same at any number of threads.
///
/// Whoever finishes something tells what is due: the results of the first file that is not yet
/// whole are told as they come, those of later files wait. One thread tells at a time.
final class Session: @unchecked Sendable {
  private struct Shared {
    var files: [FileRun]
    /// The first file that nobody has begun.
    var unbegun = 0
    /// The first file that has not been told whole.
    var head = 0
    var isTelling = false
    var isOver = false
    /// Whether the last file of a run that is over has been told.
    var hasEnded = false
    /// How many threads are at work.
    var workers = 1
    var threads: [DeepThread] = []
  }

  /// A file with less to run is not shared, and so many files are worth a second thread at once.
  private static let worthSharing = 16
  /// A run that takes longer, in seconds, calls all threads that it may have.
  private static let patience = 0.02
  /// A thread claims at most so many scenarios at a time.
  private static let batch = 8

  private let settings: SessionSettings
  private let input: Input
  private let listener: any SessionListener
  private let shared: Guarded<Shared>
  private let started = Console.seconds()
  private let clock: RunClock
  private let memory: MemoryPool

  init(
    _ files: [FileRun], input: Input, settings: SessionSettings, clock: RunClock = RunClock(),
    to listener: any SessionListener
  ) {
    self.clock = clock
    memory = MemoryPool(settings.memory)
    self.settings = settings
    self.input = input
    self.listener = listener
    shared = Guarded(Shared(files: files))
  }

  /// A session over all files in their order, for as long as it takes.
  convenience init(
    _ input: Input, _ settings: SessionSettings, to listener: any SessionListener
  ) {
    let files = FileRun.all(of: input.files)
    self.init(files, input: input, settings: settings, to: listener)
  }

  /// Runs everything, or what can be run before a signal or the last failure that is allowed.
  func run() {
    work()
    while let thread = shared.with({ $0.threads.popLast() }) { thread.join() }
    tell(everything: true)
    for file in shared.with({ $0.files[$0.head...] }) { listener.tell(unbegun: file) }
  }

  // MARK: Working

  private enum Work {
    case begin(FileRun)
    case join(FileRun, ScenarioFile)
  }

  private func work() {
    let seat = MemoryPool.Seat()
    while let work = shared.with({ next(&$0) }) {
      callForHelp()
      switch work {
      case .begin(let file): begin(file, seat)
      case .join(let file, let scenarios):
        let runner = clock.runner(scenarios, memory: memory.share(of: seat))
        runner.asksOracle = settings.asksOracle
        run(file, runner, seat)
      }
    }
  }

  /// What a thread that has nothing to do does next: it helps with what is to be told first, where
  /// enough is left of it, or begins a file.
  private func next(_ shared: inout Shared) -> Work? {
    if shared.isOver || clock.isOver { return end(&shared) }
    let open = shared.files[shared.head..<shared.unbegun]
    let isLast = shared.unbegun == shared.files.count
    let least = settings.exploring != nil ? 1 : isLast ? 2 : Session.worthSharing
    if let file = open.first(where: { $0.phase == .running && $0.unclaimed >= least }),
      let scenarios = file.loaded?.file
    {
      return .join(file, scenarios)
    }
    if isLast { return end(&shared) }
    let file = shared.files[shared.unbegun]
    file.phase = .loading
    shared.unbegun += 1
    return .begin(file)
  }

  private func end(_ shared: inout Shared) -> Work? {
    shared.workers -= 1
    return nil
  }

  /// Starts a further thread, where there is enough to do for one.
  private func callForHelp() {
    guard settings.jobs > 1 else { return }
    // What is explored takes long from the first on.
    let isLong = settings.exploring != nil || Console.seconds() - started > Session.patience
    shared.with { shared in
      guard shared.workers < settings.jobs, !shared.isOver else { return }
      let files = shared.files.count - shared.unbegun
      let scenarios = shared.files[shared.head..<shared.unbegun].reduce(0) { $0 + $1.unclaimed }
      let isWorthIt =
        isLong
        ? files > 0 || scenarios > 1
        : files >= Session.worthSharing || scenarios >= 2 * Session.worthSharing
      guard isWorthIt, let thread = DeepThread({ self.work() }) else { return }
      shared.workers += 1
      shared.threads.append(thread)
    }
  }

  private func begin(_ file: FileRun, _ seat: MemoryPool.Seat) {
    let share = memory.share(of: seat)
    var runner: ScenarioRunner?
    let picks = input.picks(from: file.path)
    // What is named must exist, whatever else is asked for.
    if picks.nameScenarios || settings.selection.mayWant(file.key) {
      runner = file.load(settings, clock, share, picks: picks)
      if let updater = settings.updater, runner != nil, file.update(with: updater, in: clock) {
        runner = file.load(settings, clock, share, picks: picks, isUpdated: true)
      }
    }
    shared.with { _ in file.phase = .running }
    if let runner { run(file, runner, seat) } else { tell() }
  }

  /// Runs what nobody else runs of the file, until nothing is left.
  private func run(_ file: FileRun, _ runner: ScenarioRunner, _ seat: MemoryPool.Seat) {
    while true {
      callForHelp()
      let places = shared.with { shared in
        if shared.isOver || clock.isOver { return 0..<0 }
        let share = file.unclaimed / (2 * settings.jobs)
        return file.claim(settings.jobs == 1 ? 1 : max(1, min(Session.batch, share)))
      }
      for place in places where !isOver {
        let result = run(place, of: file, runner, seat)
        if !result.isCutShort { shared.with { _ in file.take(result, at: place) } }
      }
      tell()
      if places.isEmpty { return }
    }
  }

  /// Whether what has been claimed need not be run any more: nobody will tell of it.
  private var isOver: Bool { clock.isOver || shared.with { $0.isOver } }

  private func run(
    _ place: Int, of file: FileRun, _ runner: ScenarioRunner, _ seat: MemoryPool.Seat
  ) -> ScenarioResult {
    let (candidate, pass) = file.candidate(place, settings.repeats)
    let start = Console.seconds()
    var result = memory.run(in: seat) {
      if let exploring = settings.exploring { return runner.explore(candidate, exploring) }
      return runner.run(candidate, isRecording: settings.isTracing)
    }
    result.pass = pass
    result.seconds = Console.seconds() - start
    listener.finish(&result, of: file)
    return result
  }

  // MARK: Telling

  private enum Due {
    case scenario(ScenarioResult, FileRun)
    case file(FileRun)
  }

  /// Tells everything that is due, unless another thread is just doing so. At the end of a run that
  /// was cut short, what is there of later files is due too.
  private func tell(everything: Bool = false) {
    guard shared.with({ begin(&$0) }) else { return }
    while let due = shared.with({ nextDue(&$0, everything) }) {
      switch due {
      case .scenario(let result, let file):
        if !listener.tell(result, of: file) { shared.with { $0.isOver = true } }
      case .file(let file):
        if let end = listener.earlyEnd {
          for result in file.missing(because: end.reason, settings.repeats) {
            _ = listener.tell(result, of: file)
          }
        }
        listener.tell(file)
        // Of a run that is over other threads may still run what they have claimed of the file.
        shared.with { _ in if file.isTold || everything { file.end() } }
      }
    }
  }

  private func begin(_ shared: inout Shared) -> Bool {
    if shared.isTelling { return false }
    shared.isTelling = true
    return true
  }

  /// The next thing to tell; at nil the caller has ceased to be the one who tells.
  private func nextDue(_ shared: inout Shared, _ everything: Bool) -> Due? {
    if shared.head < shared.files.count, !shared.hasEnded,
      shared.files[shared.head].phase == .running
    {
      let file = shared.files[shared.head]
      if !shared.isOver, let result = file.nextResult(skippingGaps: everything) {
        return .scenario(result, file)
      }
      if file.isTold || shared.isOver || everything {
        shared.head += 1
        // What other threads have begun meanwhile depends on chance, and is not told.
        shared.hasEnded = shared.isOver
        return .file(file)
      }
    }
    shared.isTelling = false
    return nil
  }
}

/// Who is told what comes of a session.
protocol SessionListener: AnyObject, Sendable {
  /// May add to a result, on the thread that ran it; several threads call this at once.
  func finish(_ result: inout ScenarioResult, of file: FileRun)
  /// A result, in file order. False ends the run.
  func tell(_ result: ScenarioResult, of file: FileRun) -> Bool
  /// All results of the file have been told.
  func tell(_ file: FileRun)
  /// The run ended before the file.
  func tell(unbegun file: FileRun)
  /// Why not all of the run is told; nil while it goes on.
  var earlyEnd: EarlyEnd? { get }
}

/// Not all that listen need all of it.
extension SessionListener {
  func finish(_ result: inout ScenarioResult, of file: FileRun) {}
  func tell(_ result: ScenarioResult, of file: FileRun) -> Bool { true }
  func tell(unbegun file: FileRun) {}
  var earlyEnd: EarlyEnd? { nil }
}
