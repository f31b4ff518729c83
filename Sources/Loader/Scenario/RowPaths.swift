/// The paths under `each: {file: …}` of a document, wherever scenarios stand in it: they are known
/// before anything of the scenarios is read.
struct RowPaths {
  typealias ID = YAMLDocument.ID

  private let document: YAMLDocument
  /// The scalars that hold the paths, each once.
  private(set) var paths: [ID] = []

  init(_ document: YAMLDocument, scenarios: ID?) {
    self.document = document
    guard let list = scenarios.map(document.target), document[list].kind == .list else { return }
    for scenario in document.elements(list) {
      guard let each = document.value(of: ScenarioKey.each, in: scenario),
        let file = document.value(of: RowFileKey.file, in: each).map(document.target),
        document[file].kind == .scalar, document[file].count > 0
      else { continue }
      paths.append(file)
    }
  }
}
