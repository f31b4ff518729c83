import CEL
import Scenarios
import Values

extension PropertyCheck {
  /// A property that is not there.
  struct Unknown {
    let name: String
    let span: SourceSpan
    let above: [String]
  }

  func report(
    _ unknown: Unknown, _ properties: RecordShape.Properties, _ use: PropertyUse,
    _ site: RecordShapes.Site, _ problems: inout Problems
  ) {
    var related: [Diagnostic.Related] = []
    if let origin = properties.origin {
      related.append(.init(origin, "its properties are named here"))
    }
    if let place = site.use { related.append(.init(place, "the parcel stands here")) }
    if let alias = use.alias { related.append(.init(alias, "it is used here")) }
    problems.error(
      .unknownProperty,
      "\(use.wording(unknown.above)) has no property \"\(unknown.name)\"",
      at: unknown.span,
      help: [misplaced(unknown, use) ?? offer(unknown.name, properties, &problems), site.cure]
        .compactMap { $0 },
      related: related)
  }

  func report(
    _ lost: RecordShapes.LostFocus, at span: SourceSpan, _ problems: inout Problems
  ) {
    let names = lost.names[...lost.missing].joined(separator: ".")
    let near = problems.nearest(to: lost.names[lost.missing], among: lost.known)
    let isInUse = lost.use.start <= span.start && span.end <= lost.use.end
    problems.error(
      .unknownProperty,
      "the state of \"\(lost.store.text)\" has no \"\(names)\" for \"\(lost.parcel.text)\" to "
        + "focus on",
      at: span,
      help: (near.map { ["did you mean \"\($0)\"?"] } ?? []) + [
        "write it into the store's state, null where nothing is there yet, or give the parcel one",
        "to let the store's state have others, write beside it: open: true",
      ],
      related: isInUse ? [] : [.init(lost.use, "the parcel stands here")])
  }

  /// What to write in place of a path that is written as if it were the world's.
  private func misplaced(_ unknown: Unknown, _ use: PropertyUse) -> String? {
    guard case .ownPath(let path) = use.text, case .own(let part) = use.subject,
      unknown.above.isEmpty
    else { return nil }
    let own = path.properties.joined(separator: ".")
    if !own.isEmpty, unknown.name == "state" || unknown.name == part {
      return "\"set\" writes the own state here; leave \"\(unknown.name)\" out: set: {\(own): …}"
    }
    guard cells.contains(unknown.name) else { return nil }
    return "\"set\" writes the own state here; only scripts, computations and reactors set cells"
  }

  /// The nearest property, or a few of those that there are.
  private func offer(
    _ name: String, _ properties: RecordShape.Properties, _ problems: inout Problems
  ) -> String? {
    guard problems.isHelpWanted else { return nil }
    if let near = problems.nearest(to: name, among: properties.names) {
      return "did you mean \"\(near)\"?"
    }
    let shown = properties.names.prefix(8).joined(separator: ", ")
    return "it has: \(shown)\(properties.names.count > 8 ? ", …" : "")"
  }
}

extension PropertyUse {
  /// What the names above it lead to: `"person.address"`, `"user" in the state of "search"`.
  fileprivate func wording(_ above: [String]) -> String {
    func quoted(_ root: String) -> String { "\"\(([root] + above).joined(separator: "."))\"" }
    switch text {
    case .path(let path): return quoted(path.root)
    case .formula(_, let reference, _) where !["state", "it"].contains(reference.name):
      return quoted(reference.name)
    case .formula(_, let reference, _):
      if reference.name == "it", case .part(let name) = subject { return quoted(name) }
    case .ownPath, .name, .none: break
    }
    switch (subject, text) {
    case (.part(let name), .name), (.part(let name), .none), (.promise(let name), _):
      return quoted(name)
    case (.part(let name), _), (.own(let name), _), (.parcel(let name), _):
      let state = "the state of \"\(name)\""
      return above.isEmpty ? state : "\"\(above.joined(separator: "."))\" in \(state)"
    }
  }
}
