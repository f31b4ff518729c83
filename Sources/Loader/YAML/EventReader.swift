import CLibYAML

/// libyaml's event parser over bytes that must outlive it. Holds one event at a time. The document
/// API of libyaml is never used: it is quadratic in anchors and accepts recursive aliases.
struct EventReader: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  let event: UnsafeMutablePointer<yaml_event_t>

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    parser = .allocate(capacity: 1)
    event = .allocate(capacity: 1)
    event.initialize(to: yaml_event_t())
    precondition(yaml_parser_initialize(parser) == 1, "out of memory")
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    yaml_event_delete(event)
    yaml_parser_delete(parser)
    event.deallocate()
    parser.deallocate()
  }

  /// Reads the next event; false where the syntax is wrong.
  @inline(__always)
  borrowing func next() -> Bool {
    yaml_event_delete(event)
    return yaml_parser_parse(parser, event) == 1
  }

  /// What libyaml says is wrong, with its two places in characters.
  borrowing func failure() -> SyntaxFailure {
    let parser = self.parser.pointee
    return SyntaxFailure(
      problem: parser.problem.map { String(cString: $0) } ?? "",
      mark: parser.problem_mark.index,
      context: parser.context.map { String(cString: $0) } ?? "",
      contextMark: parser.context_mark.index)
  }
}

/// A syntax error as libyaml reports it.
struct SyntaxFailure {
  var problem: String
  /// Where it was noticed, in characters from the start of the text.
  var mark: Int
  /// What was being read then, and where that began.
  var context: String
  var contextMark: Int
}
