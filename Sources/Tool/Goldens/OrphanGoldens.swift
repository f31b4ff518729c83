import Loader
import Reports
import Scenarios
import Values

/// Golden files beside which no scenario file stands any more: it was renamed or removed.
enum OrphanGoldens {
  private static let ending = Array(".golden".utf8)

  /// A line of each in the folders that were searched, removed where goldens are written anew.
  static func remarks(in folders: [FilePath], _ mode: GoldenMode, _ root: RootRule) -> [String] {
    folders.flatMap(find).map { path, _ in
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

  /// What is told of each where it is a failure: nobody would read a remark, and what it holds is compared
  /// with nothing.
  static func reports(in folders: [FilePath]) -> [FileReport] {
    folders.flatMap(find).map { path, bytes in
      var sources = SourceMap()
      let golden = SourceFile(name: path.shown, bytes: bytes)
      let file = sources.add(golden)
      let title = golden.line(1)
      var report = FileReport(path: path.shown, sources: sources, scenarios: [])
      report.verdict = .failed
      report.diagnostics = [
        Diagnostic(
          code: .goldenObsolete, "no file has this golden",
          at: SourceSpan(file: file, start: title.startIndex, end: title.endIndex),
          help: [
            "reactorctl run --update removes it; where its file was renamed, rename it likewise"
          ])
      ]
      return report
    }
  }

  /// Sorted by name. What does not begin as a golden does is somebody else's. Any file beside it of the same name but its
  /// ending may be the one whose golden it is: what a path names is run whatever its ending.
  private static func find(in folder: FilePath) -> [(path: FilePath, bytes: [UInt8])] {
    let listing = FolderListing(of: folder)
    // Of a part of a folder nobody can say what is not there.
    guard listing.code == 0 else { return [] }
    let names = listing.entries.map(\.name)
    let goldens = names.filter { $0.count > ending.count && $0.suffix(ending.count) == ending[...] }
    if goldens.isEmpty { return [] }
    let files = listing.entries.filter { !$0.isFolder }.map(\.name)
    let owners = Set(
      files.filter { $0.suffix(ending.count) != ending[...] }.map(stem))
    let orphans = goldens.filter { !owners.contains($0.dropLast(ending.count)) }
    return orphans.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { name in
      let path = folder.appending(name)
      // An empty one does not say whose it is.
      guard let bytes = (try? FileReader.regular(path))?.bytes, !bytes.isEmpty,
        GoldenFile.isOwn(bytes)
      else { return nil }
      return (path, bytes)
    }
  }

  /// The name of a file without its ending, of which a dot at its beginning is none.
  private static func stem(_ name: [UInt8]) -> ArraySlice<UInt8> {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name[...] }
    return name[..<dot]
  }
}
