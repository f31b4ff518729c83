import Loader

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Golden files beside which no scenario file stands any more: it was renamed or removed.
enum OrphanGoldens {
  private static let ending = Array(".golden".utf8)

  /// A line of each in the folders that were searched, removed where goldens are written anew.
  static func remarks(in folders: [FilePath], _ mode: GoldenMode) -> [String] {
    folders.flatMap(find).map { path in
      guard mode.isUpdate else {
        return "obsolete \(path.shown): no file has this golden; run --update removes it"
      }
      if let code = FileRemoval.remove(path) {
        return "\(path.shown): cannot be removed: \(systemMessage(code))"
      }
      return "golden   \(path.shown)  removed"
    }
  }

  /// Sorted by name.
  private static func find(in folder: FilePath) -> [FilePath] {
    let names = names(in: folder)
    let goldens = names.filter { $0.count > ending.count && $0.suffix(ending.count) == ending[...] }
    if goldens.isEmpty { return [] }
    let all = Set(names)
    let orphans = goldens.filter { name in
      let stem = name.dropLast(ending.count)
      return ![".yaml", ".yml"].contains { all.contains(Array(stem) + Array($0.utf8)) }
    }
    return orphans.sorted { $0.lexicographicallyPrecedes($1) }.map { folder.appending($0) }
  }

  /// None where the folder cannot be read, which has been told by whoever searched it.
  private static func names(in folder: FilePath) -> [[UInt8]] {
    let entries = (folder.bytes + [0]).withUnsafeBytes {
      opendir($0.baseAddress!.assumingMemoryBound(to: CChar.self))
    }
    guard let entries else { return [] }
    defer { closedir(entries) }
    var names: [[UInt8]] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: UInt8.self, capacity: 256) { bytes in
          var count = 0
          while bytes[count] != 0 { count += 1 }
          return Array(UnsafeBufferPointer(start: bytes, count: count))
        }
      }
      names.append(name)
    }
    return names
  }
}
