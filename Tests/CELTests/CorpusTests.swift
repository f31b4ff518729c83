import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Everything the fuzzers were started from, or ever found, once more.
@Suite struct CorpusTests {
  @Test func everyFormulaOfTheCorpusIsReadOrRefused() {
    let files = CorpusTests.files(in: "formula")
    #expect(files.count > 50)
    for file in files { FormulaProbe.parse(file) }
  }

  @Test func everyFormulaOfTheCorpusEvaluatesTheSameTwice() {
    let files = CorpusTests.files(in: "evaluation")
    #expect(files.count > 50)
    for file in files { FormulaProbe.evaluate(file) }
  }

  /// The contents of the files of a folder beside the tests.
  private static func files(in folder: String) -> [[UInt8]] {
    let path =
      #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
      .joined(separator: "/") + "/Corpora/" + folder
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var files: [[UInt8]] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix("."), let text = contents(of: path + "/" + name) else { continue }
      files.append(text)
    }
    return files
  }

  private static func contents(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }
}
