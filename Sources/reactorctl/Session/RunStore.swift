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

/// What is remembered from run to run: which scenarios of a working folder failed last. A file a
/// folder, outside the project; it may be deleted at any time.
struct RunStore {
  private static let head = "reactorctl failures 1"

  private let file: FilePath

  /// Nil where the environment names no place for it.
  init?() {
    guard let folder = RunStore.folder, let working = RunStore.workingFolder else { return nil }
    let hash = String(ShardPlan.hash(working), radix: 16)
    file = FilePath("\(folder)/failed-\(hash)")
  }

  private static var folder: String? {
    if let own = Console.environment(.cacheFolder) { return own }
    if let bazel = Console.environment(.bazelTemporary) { return bazel + "/reactorctl" }
    if let cache = Console.environment(.userCache) { return cache + "/reactorctl" }
    return Console.environment(.home).map { $0 + "/.cache/reactorctl" }
  }

  private static var workingFolder: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// An id or a path as it is stored: the same for `shop.yaml` and `./shop.yaml`.
  static func key(_ id: String) -> String { id.hasPrefix("./") ? String(id.dropFirst(2)) : id }

  /// Whether a stored key is about the file or a scenario of it.
  static func isOf(_ path: String, _ key: String) -> Bool {
    let path = RunStore.key(path)
    return key == path || key.hasPrefix(path + "::")
  }

  /// The keys of what failed; nil where nothing is stored.
  func failures() -> Set<String>? {
    guard let bytes = try? FileReader.contents(of: file),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let lines = text.split(separator: "\n")
    guard lines.first.map(String.init) == RunStore.head else { return nil }
    var keys: Set<String> = []
    for line in lines.dropFirst() {
      if case .string(let key)? = try? JSON.parse(String(line)) { keys.insert(key) }
    }
    return keys
  }

  /// Replaces what was stored about these ids. Where the disk does not let us, nothing is
  /// remembered, and no run fails for it.
  func remember(failed: Set<String>, of ran: Set<String>) {
    let before = failures()
    var keys = before ?? []
    keys.subtract(ran)
    keys.formUnion(failed)
    if keys == before { return }
    var text = RunStore.head + "\n"
    for key in keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      text += JSON.string(key).text + "\n"
    }
    try? FileWriter.write(Array(text.utf8), to: file, makingFolders: true)
  }
}
