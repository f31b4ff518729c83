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

  private let request: RunRequest
  private let selection: Selection
  private let console: Console
  private let watcher = FileWatcher()
  private var fingerprints = Fingerprints()
  /// The files that each scenario file is made of, from its last run.
  private var parts: [FilePath: [FilePath]] = [:]
  /// Those of them that could not be loaded: any edit may have mended them.
  private var broken: Set<FilePath> = []
  private var failed: Set<String> = []
  private var scope = Scope.all
  private var isWoken = true
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
    switch scope {
    case .all: break
    case .files(let files): input.restrict(to: files)
    case .failed: selection.failed = FailedKeys(failed)
    }
    for file in input.files { fingerprints.add(file) }
    if console.out.isTerminal { console.out.put(.clearScreen) }
    let updates = isUpdating || request.update == .write
    let updater = updates ? Updater(request.settings.root) : nil
    var session = Run(
      request, input, selection, store: RunStore(), updater: updater, console: console)
    let teller = session.run(ReportSet(none: console))
    for (file, sources, isUsable) in teller.parts {
      parts[file] = sources
      if isUsable { broken.remove(file) } else { broken.insert(file) }
      for source in sources { fingerprints.add(source) }
    }
    // What the tool itself has written is no edit.
    if updates { _ = fingerprints.takeChanges() }
    failed.subtract(teller.ran)
    failed.formUnion(teller.failed)
    let folders = Set(parts.values.joined().map(\.folder) + input.folders)
    isWoken = watcher.watch(fingerprints.files, folders)
    invite()
  }

  private func invite() {
    let failing = failed.count
    var text = "\nWatching \(parts.count.counted("file"))"
    if failing > 0 { text += ", \(failing) failing" }
    text +=
      ".  a: run all, f: run what failed, u: update what is wrong, enter: run again, q: quit\n"
    console.out.put(text)
    console.flush()
  }

  // MARK: Waiting

  private enum Wish {
    case run(Scope, isUpdating: Bool)
    case quit, nothing
  }

  private func wait() -> Wish {
    if !pressed.isEmpty { return wish(for: pressed.removeFirst()) ?? .nothing }
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

  private func wish(for key: UInt8) -> Wish? {
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
  private func edits() -> Wish {
    let changed = fingerprints.takeChanges()
    var touched: Set<FilePath> = []
    for file in Input(request.paths, request.settings.root, console, isQuiet: true).files {
      guard let parts = parts[file] else {
        touched.insert(file)
        continue
      }
      if changed.contains(file) || parts.contains(where: changed.contains) { touched.insert(file) }
    }
    if !changed.isEmpty || !touched.isEmpty { touched.formUnion(broken) }
    return touched.isEmpty ? .nothing : .run(.files(touched), isUpdating: false)
  }
}
