import CEL
import Testing
import Values

/// What a formula asks its host for, in which order.
@Suite struct ReadTests {
  private func check(
    _ source: String, reads expected: [String], gives text: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bindings = Bindings([
      ("a", .int(1)), ("b", .int(2)), ("yes", .bool(true)), ("no", .bool(false)),
      ("key", .string("name")), ("zero", .int(0)),
      ("person", try .record([("name", .string("Ada")), ("age", .int(36))])),
      ("list", try .list(of: [try .record([("x", .int(7))])])),
      (
        "shop",
        try .record([
          ("list", try .list(of: [try .record([("x", .int(7))])])), ("name", .string("S")),
        ])
      ),
    ])
    let outcome = try Expression.parse(source).plan(in: bindings).evaluate(bindings)
    #expect(bindings.reads == expected, sourceLocation: sourceLocation)
    if let text { #expect(outcome.text == text, sourceLocation: sourceLocation) }
  }

  @Test func aPathIsOneRead() throws {
    try check("person.name", reads: ["person.name"], gives: #""Ada""#)
    try check("person['name']", reads: ["person.name"])
    try check("person[key]", reads: ["key", "person.name"], gives: #""Ada""#)
    try check("list[0].x", reads: ["list"], gives: "7")
    try check("list[zero].x", reads: ["zero", "list"], gives: "7")
    try check("person.name.size()", reads: ["person.name"], gives: "3")
  }

  /// An element is no dependency of its own: whoever reads one, or goes over all, reads the list.
  @Test func aReadOfAnElementDependsOnNoMoreThanItsList() throws {
    try check("shop.list[0].x", reads: ["shop.list"], gives: "7")
    try check("shop['list'][zero].x", reads: ["zero", "shop.list"], gives: "7")
    try check("shop.list[0].?y.orValue(b)", reads: ["shop.list", "b"], gives: "2")
    try check("has(shop.list[0].x)", reads: ["shop.list"], gives: "true")
    try check("shop.list.map(e, e.x + a)", reads: ["shop.list", "a"], gives: "[8]")
    try check("shop.list.sortBy(e, e.x)[0].x", reads: ["shop.list"], gives: "7")
    try check("list.reduce(n, e, n + e.x, a)", reads: ["list", "a"], gives: "8")
    try check("shop.transformList(k, v, k)", reads: ["shop"], gives: #"["list", "name"]"#)
    try check("shop.merge({'name': b}).name", reads: ["shop", "b"], gives: "2")
  }

  @Test func askingWhetherSomethingIsThereReadsItsPath() throws {
    try check("has(person.name)", reads: ["person.name"], gives: "true")
    try check("has(person.email)", reads: ["person.email"], gives: "false")
    try check(
      "has(person.email.host)", reads: ["person.email.host"], gives: "error: no such key: email")
    try check("person.?email.?host.orValue('-')", reads: ["person.email.host"], gives: #""-""#)
    try check("person.?name.orValue('-')", reads: ["person.name"], gives: #""Ada""#)
    try check("person[?key].orValue('-')", reads: ["key", "person.name"], gives: #""Ada""#)
  }

  @Test func untakenSidesAreNotRead() throws {
    try check("yes ? a : b", reads: ["yes", "a"])
    try check("no && a == 1", reads: ["no"])
    try check("yes || a == 1", reads: ["yes"])
    try check("1 / zero > 0 || yes", reads: ["zero", "yes"], gives: "true")
    try check("[1, 2].exists(x, x == a)", reads: ["a"])
    try check("cel.bind(x, a, yes ? b : x)", reads: ["yes", "b"])
    try check("person.?age.orValue(a)", reads: ["person.age"], gives: "36")
    try check("person.?x.or(optional.of(a)).value()", reads: ["person.x", "a"], gives: "1")
  }

  @Test func aBoundValueIsReadOnce() throws {
    try check("cel.bind(x, a + b, x + x)", reads: ["a", "b"], gives: "6")
  }

  @Test func readsGoFromLeftToRight() throws {
    try check("[b, a].map(x, x + a)[zero] + b", reads: ["b", "a", "a", "a", "zero", "b"])
  }

  @Test func missingKeysAreWordedByTheirParent() throws {
    try check("person.nmae", reads: ["person.nmae"], gives: "error: no such key: nmae")
    try check("person.age.x", reads: ["person.age.x"], gives: "error: an int has no property x")
    try check("list.x", reads: ["list.x"], gives: "error: a list has no property x")
    try check("person['x y']", reads: ["person.x y"], gives: "error: no such key: x y")
  }

  @Test func dottedNamesWinByLength() throws {
    let bindings = Bindings([("cart", try .record([("items", .int(1))])), ("cart.items", .int(2))])
    let program = try Expression.parse("cart.items + cart['items']").plan(in: bindings)
    #expect(program.evaluate(bindings).text == "3")
    #expect(bindings.reads == ["cart.items", "cart.items"])
    #expect(program.slots == [1, 0])
  }

  @Test func theHostsErrorsPassThrough() throws {
    struct Broken: Error {}
    final class Host: Activation, Scope {
      func slot(for name: String) -> Int? { name == "bad" ? 0 : name == "worse" ? 1 : nil }
      func resolve(slot: Int, path: [String]) -> Resolution {
        slot == 0 ? .failure(Broken()) : .abort(Broken())
      }
    }
    let host = Host()
    func outcome(_ source: String) throws -> Outcome {
      try Expression.parse(source).plan(in: host).evaluate(host)
    }
    guard case .error(let error) = try outcome("1 + bad") else {
      Issue.record("no error")
      return
    }
    #expect(error.hostError is Broken && error.range == 4..<7)
    #expect(try outcome("bad || true").text == "true")
    guard case .error(let last) = try outcome("worse || true") else {
      Issue.record("an abort was absorbed")
      return
    }
    #expect(last.hostError is Broken && !last.isAbsorbable)
  }
}
