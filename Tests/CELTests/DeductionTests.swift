import CEL
import Testing
import Values

/// What type a formula is of, before it is evaluated.
@Suite struct DeductionTests {
  static let types: [String: StaticType] = [
    "n": .int, "x": .double, "s": .string, "ok": .bool, "any": .dyn, "t": .timestamp,
    "w": .duration, "ns": .list(.int), "m": .map(.string, .int), "o": .optional(.int),
    "maybe": .nullable(.int),
    "p": .record(RecordType([.init("name", .string), .init("age", .int)])),
    "ps": .list(.record(RecordType([.init("name", .string), .init("age", .int)]))),
  ]

  @Test(arguments: [
    // Operators.
    ("n + 1", "int"), ("x / 2.0", "double"), ("s + 'a'", "string"), ("t - t", "duration"),
    ("t + w", "timestamp"), ("w + w", "duration"), ("any + 1", "int"), ("any + any", "dyn"),
    ("any - w", "dyn"), ("n < 1.5", "bool"), ("n == 1 && ok || !ok", "bool"), ("-x", "double"),
    ("maybe + 1", "int"), ("n in ns", "bool"),
    // What lists and maps have in common.
    ("[]", "list(dyn)"), ("[1, 2]", "list(int)"), ("[1, 'a']", "list(dyn)"),
    ("[[], [1]]", "list(list(int))"), ("ns + []", "list(int)"), ("ns + ['a']", "list(dyn)"),
    ("{}", "map(dyn, dyn)"), ("{'a': 1}", "map(string, int)"), ("{1: true}", "map(int, bool)"),
    ("{'a': 1, 'b': 'x'}", "map(string, dyn)"), ("{'a': 1, 'b': 'x'}.b", "string"),
    ("[{'a': 1}, {'b': 'x'}][0].b", "string"), ("[null, o]", "list(optional_type(int))"),
    ("[null, t]", "list(timestamp)"), ("[null, 1]", "list(dyn)"),
    ("[maybe, 1]", "list(wrapper(int))"), ("[maybe, null]", "list(wrapper(int))"),
    ("[maybe, 'a']", "list(dyn)"), ("[any, 1]", "list(dyn)"),
    ("[?o, 1]", "list(int)"), ("{?'a': o}.a", "int"),
    // Choices.
    ("ok ? 1 : 2", "int"), ("ok ? 1 : 'a'", "dyn"), ("ok ? maybe : 1", "wrapper(int)"),
    ("ok ? [] : ns", "list(int)"), ("ok ? optional.none() : o", "optional_type(int)"),
    // Properties and elements.
    ("p.name", "string"), ("p['age']", "int"), ("p[s]", "dyn"), ("p.?age", "optional_type(int)"),
    ("p[?'age'].orValue(0)", "int"), ("has(p.name)", "bool"), ("m.x", "int"), ("m[s]", "int"),
    ("ns[0]", "int"), ("ns[?0]", "optional_type(int)"), ("ps[0].name", "string"),
    ("any.a.b[3]", "dyn"), ("optional.of(p).name", "optional_type(string)"),
    // Macros.
    ("ns.map(i, i * 2)", "list(int)"), ("ps.filter(i, i.age > 1)[0].age", "int"),
    ("ps.map(i, i.age > 1, i.name)", "list(string)"), ("m.map(k, k)", "list(string)"),
    ("ns.all(i, i > 0)", "bool"), ("ns.exists_one(i, i > 0)", "bool"),
    ("ns.transformList(i, v, i + v)", "list(int)"), ("m.transformList(k, v, k)", "list(string)"),
    ("m.transformMap(k, v, string(v))", "map(string, string)"),
    ("ns.transformMap(i, v, v > 1)", "map(int, bool)"),
    ("m.transformMapEntry(k, v, {v: k})", "map(int, string)"),
    ("ns.transformMapEntry(i, v, {'a': v})", "map(string, int)"),
    ("cel.bind(a, n + 1, [a, a])", "list(int)"),
    ("o.optMap(i, string(i))", "optional_type(string)"),
    ("o.optFlatMap(i, optional.of([i]))", "optional_type(list(int))"),
    ("[].map(i, i)", "list(dyn)"), ("ns.map(i, ns.map(j, [i, j]))", "list(list(list(int)))"),
    // Functions.
    ("size(ns) + size(s)", "int"), ("s.split(',')", "list(string)"), ("dyn(1)", "dyn"),
    ("optional.of('a')", "optional_type(string)"), ("optional.of(1).orValue(2)", "int"),
    ("optional.of(1).orValue('a')", "dyn"), ("optional.none()", "optional_type(dyn)"),
    ("optional.none().orValue(1)", "int"), ("o.value()", "int"),
    ("o.or(optional.of(1)).value()", "int"),
    ("math.greatest(1, 2)", "int"), ("math.greatest(1, 2.0)", "dyn"),
    ("math.greatest(ns)", "int"), ("math.greatest([1, 2.0])", "dyn"),
    ("math.greatest(any)", "dyn"), ("math.abs(x)", "double"), ("math.abs(any)", "dyn"),
    ("t.getHours()", "int"), ("duration('1h')", "duration"), ("ip('::1').family()", "int"),
    ("cidr('10.0.0.0/8').ip()", "net.IP"), ("f(1)", "dyn"),
    ("p.merge({'mail': 'x'}).mail", "string"), ("p.merge({'age': 'x'}).age", "dyn"),
    ("m.merge({'a': 2})", "map(string, int)"), ("m.merge(any)", "dyn"),
    ("ps.sortBy(i, i.age)[0].name", "string"), ("ns.first()", "optional_type(int)"),
    ("ns.reduce(sum, i, sum + i, 0)", "int"), ("ps.reduce(a, i, a + [i.name], [])", "list(dyn)"),
    ("ns.sum()", "int"), ("ns.min()", "int"), ("lists.range(3)", "list(int)"),
    ("[[1], [2]].flatten()", "list(dyn)"), ("lists.setAtIndex(ns, 0, 'a')", "list(dyn)"),
    // Types of types.
    ("int", "type(int)"), ("type(1)", "type(int)"), ("type(any)", "type"),
    ("[int, string]", "list(type)"), ("type(n) == int", "bool"),
    ("google.protobuf.Timestamp", "type(timestamp)"),
    // Names.
    ("undeclared", "dyn"), ("undeclared.x", "dyn"), ("ns.map(s, s)", "list(int)"),
    ("ns.map(s, .s)", "list(string)"),
  ])
  func aTypeIsDeduced(formula: String, type: String) throws {
    let judgement = try Expression.parse(formula).check { Self.types[$0] }
    #expect("\(judgement.type)" == type)
  }

  @Test(arguments: [
    ("a.b", "int"), ("a.b.c", "dyn"), ("a.c", "dyn"), ("b", "string"), (".b", "bool"),
    ("x.b", "string"),
  ])
  func namesAreLookedForUnderTheContainerWithAllTheirDots(formula: String, type: String) throws {
    let types: [String: StaticType] = [
      "a.b": .int, "a": .record(RecordType([.init("c", .dyn)])), "x.b": .string, "b": .bool,
    ]
    let judgement = try Expression.parse(formula).check(container: "x") { types[$0] }
    #expect("\(judgement.type)" == type)
  }

  /// Of a name that the host answers in its own way, whatever the slot holds.
  @Test(arguments: [
    ("s.n", "int"), ("s.shown", "string"), ("s['shown']", "string"), ("s.shown.x", "dyn"),
    ("has(s.shown)", "bool"), ("[s.n, size(s.shown)]", "list(int)"), ("s", "map(string, int)"),
    ("t.all.n", "int"), ("int", "type(int)"),
  ])
  func aPlannedNameHasTheTypeOfItsSlot(formula: String, type: String) throws {
    struct Names: Scope {
      func slot(for name: String) -> Int? { ["s": 0, "t.all": 1][name] }
    }
    let program = try Expression.parse(formula).plan(in: Names())
    let judgement = program.check { slot, property in
      switch (slot, property) {
      case (0, "shown"): formula.contains(".x") ? .dyn : .string
      case (_, nil): .record(RecordType([.init("n", .int)]))
      case (_, _?): nil
      }
    }
    #expect("\(judgement.type)" == type)
    #expect(judgement.findings.isEmpty)
  }

  @Test func noFormulaHasATypeThatIsLargerThanAnyoneWouldWrite() throws {
    var formula = "'a'"
    for _ in 0..<100 { formula = "cel.bind(x, \(formula), {'a': x, 'b': x})" }
    let clock = ContinuousClock()
    let time = try clock.measure { _ = try Expression.parse(formula).check().type.description }
    #expect(time < .seconds(1))
    var type = StaticType.int
    for _ in 0..<10_000 {
      let inner = type
      type = try Expression.parse("[a, [a]]").check { _ in inner }.type
    }
    #expect(type.description.utf8.count < 1_000)
  }
}
