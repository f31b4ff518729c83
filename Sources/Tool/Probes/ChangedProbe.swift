import Loader

/// What the fuzzer of `--changed` and the test of its corpus put to it: any bytes as what git answers,
/// in parts separated by lines of `%%`: the repository's folder, what differs, the list of its files,
/// and a path to ask for. A promise that is broken ends the process.
package enum ChangedProbe {
  /// A path counts as unchanged only where git says so in plain words: it lies in the repository,
  /// is listed as one that git looks at, and neither it nor a folder above it differs.
  package static func check(_ bytes: [UInt8]) {
    let parts = lines(bytes).split(separator: Array("%%".utf8), omittingEmptySubsequences: false)
      .map { Array($0.joined(separator: [0x0a])) }
    guard parts.count == 4 else { return }
    let files = ChangedFiles(top: parts[0], different: parts[1], listed: parts[2])
    let path = FilePath(bytes: parts[3])
    if files.isKept(path) { check(path.bytes, parts) }
  }

  private static func check(_ path: [UInt8], _ parts: [[UInt8]]) {
    let top = parts[0] + (parts[0].last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")])
    precondition(path.starts(with: top), "a file outside of the repository is unchanged")
    let name = Array(path.dropFirst(top.count))
    precondition(
      pieces(parts[2]).contains { $0.elementsEqual("H ".utf8 + name) },
      "a file that git does not list is unchanged")
    for other in pieces(parts[1]) {
      precondition(
        other != name && !name.starts(with: other + [UInt8(ascii: "/")]),
        "a file that differs is unchanged")
    }
  }

  private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: 0x0a, omittingEmptySubsequences: false).map { Array($0) }
  }

  /// In what git prints with `-z`.
  private static func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: 0).map { Array($0) }
  }
}
