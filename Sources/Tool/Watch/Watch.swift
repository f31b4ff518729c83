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

/// `run --watch`: runs, waits for an edit or a key, and runs what that touches.
final class Watch {
  /// What a run is about.
  enum Scope {
    case all
    case files(Set<FilePath>)
    /// What failed when it last ran.
    case failed
  }

  /// Editors write a file in several steps, in milliseconds.
  private static let pause: Int32 = 60
  /// Where the system wakes nobody, files are looked at so often, in milliseconds.
  private static let interval: Int32 = 500
  /// Folders may come to be as fast as they are found: so often they are looked for in one go.
  private static let mostLooks = 10

  private let request: RunRequest
  private let selection: Selection
  private let console: Console
  private let watcher = FileWatcher()
  private var fingerprints = Fingerprints()
  /// The files that the paths lead to.
  private var files: Set<FilePath> = []
  /// Those of them that have been in a run since they are there.
  private var known: Set<FilePath> = []
  /// The files that each scenario file is made of, from its last run.
  private var parts: [FilePath: [FilePath]] = [:]
  /// Those of them that could not be loaded: any edit may have mended them.
  private var broken: Set<FilePath> = []
  private var failed: TextSet = []
  /// What was edited since the beginning, when git was asked what has changed.
  private var edited: Set<FilePath> = []
  private var scope = Scope.all
  private var isWoken = true
  /// Whether nobody has looked for edits since the last run, while which some may have been made.
  private var isUnseen = false
  private var hasInput = true
  /// Keys that have not been heard yet.
  private var pressed: [UInt8] = []

  init(_ request: RunRequest, _ selection: Selection, _ console: Console) {
    self.request = request
    self.selection = selection
    self.console = console
  }

  /// Goes on until it is told to quit.
  func run() -> ExitStatus {
    Keyboard.begin()
    defer { Keyboard.end() }
    run(.all, isUpdating: false)
    while Interruption.requested == nil {
      switch wait() {
      case .quit:
        return .success
      case .run(let scope, let isUpdating): run(scope, isUpdating: isUpdating)
      case .nothing: continue
      }
    }
    return Interruption.requested ?? .success
  }

  // MARK: Running

  private func run(_ scope: Scope, isUpdating: Bool) {
    if case .failed = scope, failed.isEmpty {
      console.out.put("Nothing has failed.\n")
      return console.flush()
    }
    self.scope = scope
    var input = Input(request.paths, request.settings.root, console)
    var selection = selection
    selection.changed?.add(edited: edited)
    files = Set(input.files)
    switch scope {
    case .all: break
    case .files(let files): input.restrict(to: files)
    case .failed: selection.failed = FailedKeys(failed)
    }
    known = known.intersection(files).union(input.files)
    for file in input.files { fingerprints.add(file) }
    if console.out.isTerminal { console.out.put(.clearScreen) }
    let updates = isUpdating || request.update == .write
    let updater = updates ? Updater(request.settings.root) : nil
    var session = Run(
      request, input, selection, store: RunStore(ofExploring: false), updater: updater,
      console: console)
    let reporter = session.run(ReportSet(none: console))
    take(reporter)
    isUnseen = true
    invite()
  }

  /// Takes note of what the files are made of, and of what failed.
  private func take(_ reporter: ConsoleReporter) {
    for part in reporter.parts {
      parts[part.file] = part.sources
      if part.isUsable { broken.remove(part.file) } else { broken.insert(part.file) }
      for source in part.sources { fingerprints.add(source) }
      // What the tool itself has written is no edit.
      for file in part.written { fingerprints.renew(file) }
    }
    failed = failed.subtracting(reporter.ran)
    failed.formUnion(reporter.failed)
    for file in parts.keys where !files.contains(file) { parts[file] = nil }
    broken.formIntersection(files)
    forgetRemoved(reporter)
  }

  /// What has been removed fails no more, be it a file or a scenario; and of a file that cannot be
  /// loaded nothing but itself.
  private func forgetRemoved(_ reporter: ConsoleReporter) {
    if failed.isEmpty { return }
    var keys = FileKeys()
    let there = TextSet(files.map { keys.key(of: $0) })
    var scenarios: TextTable<TextSet> = [:]
    for part in reporter.parts {
      if part.isUsable {
        scenarios[part.key] = TextSet(part.scenarios)
      } else if reporter.failed.contains(part.key) {
        scenarios[part.key] = []
      }
    }
    failed = TextSet(
      failed.filter { key in
        FailedKeys.paths(in: key).contains { path in
          there.contains(path) && (Text.same(path, key) || scenarios[path]?.contains(key) ?? true)
        }
      })
  }

  private func invite() {
    let failing = failed.count
    var text = "\nWatching \(files.count.counted("file"))"
    if failing > 0 { text += ", \(failing) failing" }
    text +=
      ".  a: run all, f: run what failed, u: update what is wrong, enter: run again, q: quit\n"
    console.out.put(text)
    console.flush()
  }

  // MARK: Waiting

  private enum Command {
    case run(Scope, isUpdating: Bool)
    case quit, nothing
  }

  private func wait() -> Command {
    if !pressed.isEmpty { return command(for: pressed.removeFirst()) ?? .nothing }
    if isUnseen {
      _ = poll(nil, 0, Watch.pause)
      return edits()
    }
    var requests = [
      pollfd(fd: hasInput ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&requests, 2, isWoken ? -1 : Watch.interval)
    if count < 0 { return .nothing }
    if requests[0].revents != 0 {
      guard let keys = Keyboard.keys() else {
        hasInput = false
        return .nothing
      }
      pressed += keys
      return .nothing
    }
    if requests[1].revents != 0 {
      _ = poll(nil, 0, Watch.pause)
      watcher.drain()
    }
    return edits()
  }

  private func command(for key: UInt8) -> Command? {
    switch key {
    case UInt8(ascii: "a"): .run(.all, isUpdating: false)
    case UInt8(ascii: "f"): .run(.failed, isUpdating: false)
    case UInt8(ascii: "u"): .run(failed.isEmpty ? scope : .failed, isUpdating: true)
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): .run(scope, isUpdating: false)
    case UInt8(ascii: "q"), 4: .quit
    default: nil
    }
  }

  /// What the edits since the last run touch: the files that changed, and those that use them.
  private func edits() -> Command {
    isUnseen = false
    let files = look()
    let changed = fingerprints.takeChanges()
    edited.formUnion(changed)
    var touched: Set<FilePath> = []
    for file in files {
      let parts = parts[file] ?? []
      if !known.contains(file) || changed.contains(file) || parts.contains(where: changed.contains)
      {
        touched.insert(file)
      }
    }
    if !changed.isEmpty || !touched.isEmpty {
      touched.formUnion(broken.intersection(files))
    }
    return touched.isEmpty ? .nothing : .run(.files(touched), isUpdating: false)
  }

  /// The files that the paths lead to. What an edit may touch next is watched before they are looked
  /// for, and what turns out to be new makes for another look: what came to be in a folder before it
  /// was watched wakes nobody.
  private func look() -> [FilePath] {
    var files: [FilePath] = []
    var folders: [FilePath] = []
    for _ in 0..<Watch.mostLooks {
      let input = Input(request.paths, request.settings.root, console, isQuiet: true)
      (files, folders) = (input.files, input.folders + input.homes)
      let answer = watcher.watch(
        WatchedFolders(around: Array(fingerprints.files) + files, folders))
      isWoken = answer.isComplete
      if !answer.isNew { return files }
    }
    isWoken = false
    return files
  }
}
