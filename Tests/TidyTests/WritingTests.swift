import Testing

/// Files are written, renamed and removed in one room of the tool, which knows where that is right.
@Suite struct WritingTests {
  private static let room = "Sources/Tool/Writing/"
  /// Reports that are written as they come, and the file by which Bazel knows of shards.
  private static let others: Set<String> = [
    "Sources/Tool/Reporting/ReportStream.swift", "Sources/Tool/Session/Bazel.swift",
  ]

  private static let words = [
    "O_CREAT", "O_TRUNC", "O_RDWR", "rename(", "renameat", "unlink", "mkdir", "ftruncate",
  ]

  @Test(arguments: SourceTree.sources.filter { !FloorTests.isProgram($0.module) })
  func nobodyElseWritesFiles(_ file: SourceTree.File) {
    guard !file.path.hasPrefix(WritingTests.room), !WritingTests.others.contains(file.path) else {
      return
    }
    for line in file.lines {
      for word in WritingTests.words {
        #expect(!line.contains(word), "\(file.path): \(line)")
      }
    }
  }
}
