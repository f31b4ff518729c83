import Scenarios
import Values

/// Actions and mutations: a bare name, a map of one key, or a formula that gives either.
extension ScenarioReader {
  /// Reads a case; nil where it is none, which has been reported. Actions and mutations of a reactor
  /// are numbered there.
  mutating func caseOf(
    _ what: String, _ id: ID, _ member: Symbols.Member? = nil, of part: String = ""
  ) -> Case? {
    let target = enter(id)
    defer { leave(id) }
    guard let (key, payload) = parts(ofCase: target, what) else { return nil }
    let span = document.span(target)
    guard let key else { return Case(.formula(formula(target)), at: span) }
    let name = name(key)
    let number = member.flatMap { symbols.numbers(of: $0, in: part)[name.text] }
    let named = Case.Named(name, number: number, payload: payload.map { datum($0) })
    return Case(.named(named), at: span)
  }

  /// The name in a case as written; nil where a formula gives it, or where it is no case, which has
  /// been reported.
  mutating func caseName(_ what: String, _ id: ID) -> Name? {
    let target = enter(id)
    defer { leave(id) }
    return parts(ofCase: target, what)?.key.map { name($0) }
  }

  /// The name and the payload of a case; no name where it is a formula.
  private mutating func parts(ofCase id: ID, _ what: String) -> (key: ID?, payload: ID?)? {
    switch document[id].kind {
    case .scalar:
      if document.withText(id, { $0.first }) == 0x3d { return (nil, nil) }
      guard !document.withText(id, { $0.isEmpty }), !isNothing(id) else {
        reportNoText(id, of: what, takes: "a name, or a map of a name and what goes with it")
        return nil
      }
      return (id, nil)
    case .map:
      return single(
        id, of: what, "a name, or a map of one name and what goes with it",
        "add, or {add: {sku: x, quantity: 2}}"
      ).map { ($0.key, $0.value) }
    case .list, .alias:
      reportType(what, takes: "a name, or a map of a name and what goes with it", id)
      return nil
    }
  }
}
