import Scenarios
import Values

/// Looks up the properties that a file names, in the shapes of what they are said to be of.
struct PropertyCheck {
  private var shapes: RecordShapes
  /// The names of the model's cells.
  let cells: TextSet

  init(_ model: Model, _ names: StoreNames?) {
    shapes = RecordShapes(model, names)
    cells = TextSet(model.cells.map(\.name.text))
  }

  /// Reports the foci of parcels that are no properties of the state around them.
  func checkFoci(_ problems: inout Problems) {
    var told: Set<SourceSpan> = []
    for lost in shapes.lostFoci {
      if let span = lost.span, told.insert(span).inserted { report(lost, at: span, &problems) }
    }
  }

  /// Looks up what a document names.
  mutating func run(
    _ uses: [PropertyUse], in document: YAMLDocument, _ problems: inout Problems
  ) {
    for use in uses {
      for site in sites(of: use.subject) {
        if check(use, at: site, document, &problems) { break }
      }
    }
  }

  private mutating func sites(of subject: PropertyUse.Subject) -> [RecordShapes.Site] {
    if case .promise = subject { return [PropertyCheck.promise] }
    return shapes.sites(of: subject)
  }

  /// What a promise is to a script.
  private static let promise = RecordShapes.Site(shape: RecordShape(["status", "value", "error"]))

  // MARK: Looking up

  /// Whether it names a property that is not there; that is reported.
  private func check(
    _ use: PropertyUse, at site: RecordShapes.Site, _ document: YAMLDocument,
    _ problems: inout Problems
  ) -> Bool {
    var shape = site.shape
    let names = use.names
    for (index, name) in names.enumerated() {
      guard case .closed(let properties) = shape else { return false }
      guard let next = properties[name] else {
        if index == 0, use.isRead, site.besides.contains(name) { return false }
        if index < use.implied { return false }
        report(
          Unknown(name: name, span: use.span(ofName: index), above: Array(names[..<index])),
          properties, use, site, &problems)
        return true
      }
      shape = next
    }
    guard let data = use.data else { return false }
    return check(data, shape, names, use, site, document, &problems)
  }

  /// The properties of a map that is written as data.
  private func check(
    _ data: YAMLDocument.ID, _ shape: RecordShape, _ above: [String], _ use: PropertyUse,
    _ site: RecordShapes.Site, _ document: YAMLDocument, _ problems: inout Problems
  ) -> Bool {
    let map = document.target(data)
    guard case .closed(let properties) = shape, document[map].kind == .map else { return false }
    var use = use
    if document[data].kind == .alias { use.alias = document.span(data) }
    var isReported = false
    for (key, value) in document.entries(map) {
      let key = document.target(key)
      let name = document.text(key)
      guard let next = properties[name] else {
        report(
          Unknown(name: name, span: document.span(key), above: above), properties, use, site,
          &problems)
        isReported = true
        continue
      }
      if check(value, next, above + [name], use, site, document, &problems) {
        isReported = true
      }
    }
    return isReported
  }
}
