#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct FolderFailure: Error {
  var path: String
}

/// The names in a folder, sorted, without hidden ones.
func folderEntries(_ path: String) throws -> [String] {
  guard let folder = opendir(path) else { throw FolderFailure(path: path) }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names.sorted()
}
