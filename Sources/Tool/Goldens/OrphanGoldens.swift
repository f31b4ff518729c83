import Loader
import Reports

/// Golden files beside which no scenario file stands any more: it was renamed or removed.
enum OrphanGoldens {
  private static let ending = Array(".golden".utf8)

  /// A line of each in the folders that were searched, removed where goldens are written anew.
  static func remarks(in folders: [FilePath], _ mode: GoldenMode, _ root: RootRule) -> [String] {
    folders.flatMap(find).map { path in
      guard mode.isUpdate else {
        return "obsolete \(path.shown): no file has this golden; run --update removes it"
      }
      do throws(FileWriter.Failure) {
        let place = try WritePlace.inProject(path, root)
        try FileWriter.remove(place, if: .own(GoldenFile.isOwn))
        return "golden   \(path.shown)  removed"
      } catch {
        return "\(path.shown): \(error.message)"
      }
    }
  }

  /// Sorted by name. What does not begin as a golden does is somebody else's.
  private static func find(in folder: FilePath) -> [FilePath] {
    let listing = FolderListing(of: folder)
    // Of a part of a folder nobody can say what is not there.
    guard listing.code == 0 else { return [] }
    let names = listing.entries.map(\.name)
    let goldens = names.filter { $0.count > ending.count && $0.suffix(ending.count) == ending[...] }
    if goldens.isEmpty { return [] }
    let all = Set(names)
    let orphans = goldens.filter { name in
      let stem = name.dropLast(ending.count)
      return ![".yaml", ".yml"].contains { all.contains(Array(stem) + Array($0.utf8)) }
    }
    return orphans.sorted { $0.lexicographicallyPrecedes($1) }.map { folder.appending($0) }
      .filter { (try? FileReader.regular($0)).map { GoldenFile.isOwn($0.bytes) } ?? false }
  }
}
