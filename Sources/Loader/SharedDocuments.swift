import CEL
import Values

/// The documents of files under `use` that have been read in a run, for all of its files and threads:
/// each is parsed once, and never changed.
///
/// A file is known by its device and number, and a document is given again only where the bytes are
/// the very same: what has been written meanwhile is seen. Documents with anything to report are not
/// kept, so that every user is told of it.
public final class SharedDocuments: Sendable {
  /// Bytes of the files that are kept, together. With all formulas of it, a document takes up to 24
  /// times the bytes of its file.
  private static let mostBytes = 2 << 20

  private struct Kept {
    var documents: [FileIdentity: YAMLDocument] = [:]
    var bytes = 0
    var parsed = 0
  }

  private let kept = Guarded(Kept())

  public init() {}

  /// How many documents have been parsed.
  public var parsed: Int { kept.with { $0.parsed } }

  /// The document of that file if it holds these bytes; otherwise what `parse` gives, kept where it
  /// says so. Others wait meanwhile, since they are likely to want the same.
  func document(
    _ identity: FileIdentity, _ bytes: [UInt8], parse: () -> (YAMLDocument?, keeps: Bool)
  ) -> YAMLDocument? {
    kept.with { kept in
      let old = kept.documents[identity]
      if let old, old.source.bytes == bytes { return old }
      kept.parsed += 1
      let (parsed, keeps) = parse()
      guard var document = parsed, keeps else { return parsed }
      document.formulas = SharedFormulas()
      kept.bytes += bytes.count - (old?.source.bytes.count ?? 0)
      if kept.bytes <= SharedDocuments.mostBytes {
        kept.documents[identity] = document
      } else {
        kept.bytes -= bytes.count
        kept.documents[identity] = nil
      }
      return document
    }
  }
}
