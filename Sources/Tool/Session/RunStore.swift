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

/// By what files are remembered. Each folder is looked up once.
struct FileKeys {
  private var folders: [FilePath: FilePath?] = [:]

  /// The path of a file as it is stored, behind which the names of its scenarios stand: the same by
  /// whatever folders it is named, and seen from the working folder where it lies in that. A link to a
  /// file keeps its name, by which a scenario may be called.
  mutating func key(of file: FilePath) -> String {
    guard let path = real(file.folder)?.appending(file.name) else { return file.shown }
    guard let working = FileKeys.workingFolder, path.bytes.starts(with: working) else {
      return path.shown
    }
    return FilePath(bytes: Array(path.bytes.dropFirst(working.count))).shown
  }

  private mutating func real(_ folder: FilePath) -> FilePath? {
    if let known = folders[folder] { return known }
    let found = folder.real
    folders[folder] = .some(found)
    return found
  }

  /// As the paths in it begin.
  private static let workingFolder = FilePath(".").real.map { $0.appending([]).bytes }
}

/// The keys of what failed last time, as `FileKeys` makes them: of scenarios, and of files that were
/// invalid.
struct FailedKeys: Sendable {
  private let keys: TextSet
  /// The same in order, so that those of one file stand together.
  private let sorted: [String]

  init(_ keys: TextSet) {
    self.keys = keys
    sorted = keys.sorted { Text.compare($0, $1) < 0 }
  }

  /// A path with more `::` in it is not looked for; a name may have any number of them.
  private static let mostColons = 16

  /// The paths that a key may be about, the shortest first: a name may hold `::` as well.
  static func paths(in key: String) -> [String] {
    let bytes = Array(key.utf8)
    let colon = UInt8(ascii: ":")
    let ends = bytes.indices.dropLast().lazy.filter {
      bytes[$0] == colon && bytes[$0 + 1] == colon
    }
    return ends.prefix(mostColons).map { String(decoding: bytes[..<$0], as: UTF8.self) } + [key]
  }

  /// The ids of scenarios that a file of this path may have.
  private func ids(of file: String) -> ArraySlice<String> {
    let start = file + "::"
    let first = sorted.partitioningIndex { Text.compare($0, start) >= 0 }
    return sorted[first...].prefix { $0.utf8.starts(with: start.utf8) }
  }

  /// Whether anything of the file failed.
  func touch(_ file: String) -> Bool { keys.contains(file) || !ids(of: file).isEmpty }

  /// Whether the scenario itself failed.
  func names(_ scenario: String) -> Bool { keys.contains(scenario) }

  /// Whether the scenario, or its whole file, failed.
  func contains(_ scenario: String, of file: String) -> Bool {
    keys.contains(scenario) || keys.contains(file)
  }

  /// The scenarios that failed in the file and are not among those that it has now.
  func gone(from file: String, having scenarios: [String]) -> [String] {
    let failed = ids(of: file)
    if failed.isEmpty { return [] }
    let there = TextSet(scenarios)
    return failed.filter { !there.contains($0) }
  }
}

/// What is remembered from run to run: which scenarios of a working folder failed last. A file a
/// folder, outside the project; it may be deleted at any time. What was violated when it was explored
/// is remembered apart: most of it passes in a run, which would have it forgotten.
struct RunStore {
  private static let head = "reactorctl failures 1"

  let file: FilePath
  private let place: Place

  /// A folder that the environment names, the folders that the tool makes in it, and a file there.
  private struct Place {
    let base: FilePath
    let folders: [String]
    let name: String
  }

  /// Nil where the environment names no place for it.
  init?(ofExploring isOfExploring: Bool) {
    guard let (base, folders) = RunStore.folder, let working = RunStore.workingFolder else {
      return nil
    }
    let kind = isOfExploring ? "failed-explore" : "failed"
    let name = "\(kind)-\(String(ShardPlan.hash(working), radix: 16))"
    place = Place(base: FilePath(base), folders: folders, name: name)
    file = FilePath(([base] + folders + [name]).joined(separator: "/"))
  }

  private static var folder: (String, [String])? {
    if let own = Console.environment(.cacheFolder) { return (own, []) }
    for name in [EnvironmentVariable.bazelTemporary, .userCache] {
      guard let folder = Console.environment(name) else { continue }
      // The specification of base directories has a relative one ignored.
      if name == .userCache, !folder.hasPrefix("/") { continue }
      return (folder, ["reactorctl"])
    }
    return Console.environment(.home).map { ($0 + "/.cache", ["reactorctl"]) }
  }

  private static var workingFolder: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// What is stored.
  enum Memory {
    case nothing
    /// The keys of what failed.
    case failures(TextSet)
    /// Nobody can say, and why: `/cache/failed-1 cannot be read: Permission denied`.
    case unknown(String)

    /// The keys, as far as they are known.
    var keys: TextSet {
      if case .failures(let keys) = self { keys } else { [] }
    }
  }

  /// What failed last time. What could not be written now may not have been written behind the last run,
  /// either, and is not believed.
  func recall() -> Memory {
    do throws(FileWriter.Failure) {
      let obstacle = FileWriter.obstacle(to: try own(), if: RunStore.condition)
      return obstacle.map { .unknown("\(file.shown) \($0)") } ?? read()
    } catch {
      return .unknown("\(error.path.shown) \(error.message)")
    }
  }

  private func read() -> Memory {
    let bytes: [UInt8]
    do throws(FileReader.Fault) {
      bytes = try FileReader.regular(file).bytes
    } catch {
      if error.isMissing || error.code == ENOTDIR { return .nothing }
      return .unknown("\(file.shown) cannot be read: \(error.message)")
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map {
      String(validating: $0, as: UTF8.self)
    }
    guard lines.first == RunStore.head else {
      return .unknown("\(file.shown) does not begin as a file of reactorctl does")
    }
    var keys: TextSet = []
    for line in lines.dropFirst() {
      guard let line, case .string(let key)? = try? JSON.parse(line) else {
        return .unknown("\(file.shown) is not as it was written")
      }
      keys.insert(key)
    }
    return .failures(RunStore.current(keys))
  }

  /// The keys whose file may still be there, and be called so. Of one whose name is escaped, or is no text, nobody can
  /// say.
  private static func current(_ keys: TextSet) -> TextSet {
    var files: TextTable<Bool> = [:]
    var known = FileKeys()
    func isCurrent(_ path: String) -> Bool {
      if let isCurrent = files[path] { return isCurrent }
      let file = FilePath(path)
      let isCurrent = Arguments.exists(file) && Text.same(known.key(of: file), path)
      files[path] = isCurrent
      return isCurrent
    }
    return TextSet(
      keys.filter { key in
        FilePath.mayBeShown(key) || FailedKeys.paths(in: key).contains(where: isCurrent)
      })
  }

  /// Replaces what was stored about these ids, and leaves what others store meanwhile, such as the shards
  /// beside this one. Where that cannot be, no run fails for it; then what was stored goes, since it is not
  /// true any more, and the answer is why.
  func remember(failed: TextSet, of ran: TextSet) -> String? {
    var mayBeTold = true
    // Where nothing is new, nothing has to be written.
    switch read() {
    case .nothing: if failed.isEmpty { return nil }
    case .failures(let before):
      if before == RunStore.keys(before, failed, ran) { return nil }
    // What nobody can read is asked of no more than what is not there.
    case .unknown: mayBeTold = !failed.isEmpty
    }
    do throws(FileWriter.Failure) {
      let own = try own()
      let lock = try FileLock(own.beside(Array(".\(place.name).lock".utf8)))
      defer { withExtendedLifetime(lock) {} }
      try write(RunStore.keys(read().keys, failed, ran), to: own)
      return nil
    } catch {
      if let own = try? own() { try? FileWriter.remove(own, if: RunStore.condition) }
      return mayBeTold ? "\(error.path.shown) \(error.message)" : nil
    }
  }

  private func own() throws(FileWriter.Failure) -> WritePlace {
    try WritePlace.below(
      place.base, place.folders.map { Array($0.utf8) }, Array(place.name.utf8))
  }

  private static var condition: FileWriter.Condition {
    let head = Array((RunStore.head + "\n").utf8)
    // Of a file that has been cut within its head nothing is left to lose.
    return .own { $0.starts(with: head) || head.starts(with: $0) }
  }

  private static func keys(_ before: TextSet, _ failed: TextSet, _ ran: TextSet) -> TextSet {
    var keys = before.subtracting(ran)
    keys.formUnion(failed)
    return keys
  }

  private func write(_ keys: TextSet, to own: WritePlace) throws(FileWriter.Failure) {
    var text = RunStore.head + "\n"
    for key in keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      text += JSON.string(key).text + "\n"
    }
    try FileWriter.write(Array(text.utf8), to: own, if: RunStore.condition)
  }
}
