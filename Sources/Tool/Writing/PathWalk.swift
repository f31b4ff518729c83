import Loader

/// The way along a path, a name at a time.
enum PathWalk {
  /// A link on the way: it may have come with the files, and leads where its author wants.
  struct Link {
    /// The folder that it lies in.
    let home: OpenFolder
    /// As far as the path leads to it.
    let path: FilePath
  }

  /// The folder that a path leads to, and the links that were followed.
  static func along(_ path: FilePath) throws(SystemError) -> (OpenFolder, [Link]) {
    let slash = UInt8(ascii: "/")
    var folder = try OpenFolder.open(path.bytes.first == slash ? "/" : ".")
    var links: [Link] = []
    for part in path.bytes.split(separator: slash) {
      let name = Array(part)
      do throws(SystemError) {
        folder = try folder.folder(name)
      } catch {
        guard folder.link(name) != nil else { throw error }
        links.append(Link(home: folder, path: FilePath(bytes: Array(path.bytes[..<part.endIndex]))))
        folder = try folder.folder(linkedAs: name)
      }
    }
    return (folder, links)
  }
}
