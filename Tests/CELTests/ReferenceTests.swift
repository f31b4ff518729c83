import CEL
import Testing

@Suite struct ReferenceTests {
  /// The references, as `text(name path)`, `?` behind a conditional and `…` behind a partial one.
  private func check(
    _ source: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expression = try Expression.parse(source)
    let found = expression.references.map { reference in
      ([reference.name] + reference.path).joined(separator: "/")
        + (reference.isUnconditional ? "" : "?") + (reference.isWhole ? "" : "…")
    }
    #expect(found == expected, sourceLocation: sourceLocation)
    let names = Names(all: expression.references.map(\.name))
    let accesses = expression.plan(in: names).accesses.map { access in
      ([names.all[access.slot]] + access.path).joined(separator: "/")
        + (access.isUnconditional ? "" : "?")
    }
    let whole = expected.map { $0.hasSuffix("…") ? String($0.dropLast()) : $0 }
    #expect(accesses == whole, sourceLocation: sourceLocation)
  }

  /// A host that knows all names of a formula, by their first place.
  private struct Names: Scope {
    let all: [String]

    func slot(for name: String) -> Int? { all.firstIndex(of: name) }
  }

  @Test func aPathIsWhatIsSelectedByName() throws {
    try check("person.name + person['age']", ["person/name", "person/age"])
    try check("list[0].price + m[k].x", ["list…", "m…", "k"])
    try check("has(a.b.c) && a.?b.?c.hasValue()", ["a/b/c", "a/b/c?"])
    try check("a.`b-c`.d", ["a/b-c/d"])
  }

  @Test func variablesOfMacrosAreNoReferences() throws {
    try check("items.map(i, i * rate)", ["items", "rate?"])
    try check("[1].map(x, x + .x)", ["x?"])
    try check("cel.bind(x, y, x + z)", ["y?", "z"])
    try check("a.filter(a, a > 1).exists(b, b == a)", ["a", "a?"])
    try check("m.transformMap(k, v, v + k + w)", ["m", "w?"])
  }

  @Test func sidesThatMayBeLeftOutAreConditional() throws {
    try check("a.?x.orValue(b)", ["a/x", "b?"])
    try check("a && b || c ? d : e", ["a", "b?", "c?", "d?", "e?"])
  }

  @Test func namespacesOfFunctionsAreNoReferences() throws {
    try check("base64.encode(x) + optional.of(y).value()", ["x", "y"])
  }

  @Test func typeNamesAreMarked() throws {
    let found = try Expression.parse("type(x) == int || type(x) == google.protobuf.Duration")
      .references
    #expect(found.map(\.isTypeName) == [false, true, false, true])
  }

  @Test func rangesCoverWhatIsWritten() throws {
    let expression = try Expression.parse("1 + person . name['x'] + has( q.r )")
    let texts = expression.references.map { expression.text($0.range) }
    #expect(texts == ["person . name['x']", "q.r "])
    #expect(expression.references.map { expression.text($0.nameRange) } == ["person", "q"])
  }

  @Test func rangesOfSelectionsCoverTheirNames() throws {
    let expression = try Expression.parse("p . name['x'].?y[?\"z\"] + has( q.`a-b` ) + has(r.s )")
    let selections = expression.references.flatMap(\.selections)
    #expect(
      selections.map { expression.text($0.range) } == ["name", "'x'", "y", "\"z\"", "a-b", "s"])
    #expect(selections.map(\.isOptional) == [false, false, true, true, false, false])
  }

  @Test func callsAreListedWithTheirNames() throws {
    let expression = try Expression.parse("size(a.map(x, f(x))) + a.b.size() + base64.encode(b)")
    let found = expression.calls.map { call in
      "\(call.isMethod ? "." : "")\(call.name)/\(call.arity) \(expression.text(call.nameRange))"
    }
    #expect(found == ["size/1 size", "f/1 f", ".size/0 size", "base64.encode/1 base64.encode"])
  }
}
