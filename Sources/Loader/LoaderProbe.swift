import Values

/// What fuzzers and the tests of their corpora put to the loader: any bytes, with the promises that
/// hold whatever they are. A promise that is broken ends the process.
public enum LoaderProbe {
  /// Every node lies in the file, every byte of a text has its place there, and the file is read or
  /// refused with a message that can be printed.
  public static func yaml(_ bytes: [UInt8]) {
    var sources = SourceMap()
    let source = SourceFile(name: "f.yaml", bytes: bytes)
    let file = sources.add(source)
    var problems = Problems()
    let document = DocumentBuilder.read(source, file: file, &problems)
    if let document {
      for id in document.nodes.indices { check(UInt32(id), of: document) }
      var load = DocumentLoad()
      let json = load.run(bytes, "f.yaml") { $0.json($0.document.root) }
      precondition(json != nil || load.problems.errors > 0, "refused without a reason")
    } else {
      precondition(problems.errors > 0, "refused without a reason")
    }
    render(problems.sorted().shown, in: sources)
  }

  /// The file is loaded or refused with messages that can be printed, and what is loaded can be
  /// checked.
  public static func scenario(_ bytes: [UInt8]) {
    let result = ScenarioLoader.load(bytes: bytes, name: "f.yaml")
    precondition(
      result.file != nil || result.problem != nil || !result.diagnostics.isEmpty,
      "refused without a reason")
    render(result.diagnostics, in: result.sources)
    render(ScenarioLoader.check(result), in: result.sources)
  }

  private static func check(_ id: UInt32, of document: YAMLDocument) {
    let node = document[id]
    let size = document.source.bytes.count
    precondition(node.start <= node.end && node.end <= size, "a node outside its file")
    guard node.kind == .scalar else { return }
    let text = document.text(id)
    let place = document.place(id)
    var last: UInt32 = 0
    for index in 0..<text.utf8.count {
      let span = place.span(of: index..<index + 1)
      precondition(span.start >= last && span.end <= size, "a text outside its file")
      last = span.start
    }
  }

  private static func render(_ diagnostics: [Diagnostic], in sources: SourceMap) {
    for diagnostic in diagnostics {
      precondition(!diagnostic.text(in: sources).isEmpty, "a message that says nothing")
    }
  }
}
