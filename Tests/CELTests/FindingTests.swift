import CEL
import Testing
import Values

@Suite struct FindingTests {
  private let mixed = " [numbers of two types do not mix]"

  private let order = StaticType.record(
    RecordType([
      .init("price", .int),
      .init("items", .list(.record(RecordType([.init("id", .int), .init("count", .int)])))),
      .init("note", .string),
    ]))

  /// The findings of a formula, one a line; `types` tells what some names are.
  private func check(
    _ source: String, _ expected: String, types: [String: StaticType] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expression = try Expression.parse(source)
    let judgement = expression.check { types[$0] ?? ($0.contains(".") ? nil : .dyn) }
    let findings = judgement.findings
    let text = findings.map { finding in
      "\(expression.text(finding.range)): \(finding.message)"
        + finding.help.map { " [\($0)]" }.joined()
    }.joined(separator: "\n")
    #expect(text == expected, sourceLocation: sourceLocation)
    let planned = expression.check(bySlots: types)
    #expect(planned.findings == findings, sourceLocation: sourceLocation)
    #expect(planned.type == judgement.type, sourceLocation: sourceLocation)
  }

  @Test func aCorrectFormulaHasNoFindings() throws {
    try check("a + 1 > 2 && name.startsWith('x') ? size(items) : 0", "")
    try check("[1, 2].map(x, x * 2).filter(y, y > 2).size() + 1", "")
    try check("cel.bind(x, 1.5, x * 2.0)", "")
    try check("timestamp('2026-01-01T00:00:00Z') + duration('1h') > now", "")
    try check("math.greatest(1, 2.5) * 2.0 + math.least([1.0])", "")
    try check("1 == 1.0 && dyn(1) + 1.5 > 0.0 && 1 < 2.5", "")
  }

  @Test func anUnknownFunctionIsNamedWithTheNearestOne() throws {
    try check("sise(x)", "sise: unknown function sise [did you mean size?]")
    try check(
      "x.startswith('a')", "startswith: unknown method startswith [did you mean startsWith?]")
    try check(
      "a.b.toUpperCase()", "toUpperCase: unknown method toUpperCase [write a.b.upperAscii()]")
    try check("(a + b).length()", "length: unknown method length [write size(a + b)]")
    try check("'a'.length", "'a'.length: a string has no property length [write size('a')]")
    // What has no size is offered none.
    try check("(1).count", "(1).count: an int has no property count")
    try check("[2, 1].sorted()", "sorted: unknown method sorted [write [2, 1].sort()]")
    try check(
      "math.max(a, b)",
      "max: max does not take 2 arguments [there is list.max()] [write math.greatest(a, b)]")
    try check("len(x) > 0", "len: unknown function len [write size(x)]")
    try check(
      "base64.encodes(b)",
      "base64.encodes: unknown function base64.encodes [did you mean base64.encode?]")
  }

  /// It is the name that is wrong, and not those that the macro would bind.
  @Test func aMisspeltMacroIsToldOnce() throws {
    let types = ["items": StaticType.list(.int)]
    for (name, macro) in [
      ("mp", "map"), ("fliter", "filter"), ("exsits", "exists"), ("exists_on", "exists_one"),
    ] {
      try check(
        "items.\(name)(i, i > 1)",
        "\(name): unknown method \(name) [did you mean \(macro)?]", types: types)
    }
    try check(
      "items.some(i, i.a > 1)", "some: unknown method some [write list.exists(x, condition)]",
      types: types)
    try check(
      "cel.bnd(i, 1, i + 1)",
      "cel.bnd: unknown function cel.bnd [did you mean cel.bind?]", types: types)
    for (source, names) in [
      ("items.fliter(i, i > 1) + i", ["items", "i"]),
      ("items.map(i, items.fliter(j, i > j && j > k))", ["items", "items", "k"]),
      ("items.unheard(i, i > 1)", ["items", "i", "i"]),
    ] {
      #expect(try Expression.parse(source).references.map(\.name) == names)
    }
  }

  @Test func operandsAreTakenWithTheirParentheses() throws {
    let types: [String: StaticType] = ["i": .int, "j": .int, "s": .string, "x": .double]
    func clash(_ source: String, _ part: String, _ types2: String, _ cure: String) throws {
      try check(source, "\(part): no such overload: \(types2) [write \(cure)]", types: types)
    }
    try clash("(i) + j + s", "(i) + j + s", "int + string", "string((i) + j) + s")
    try clash("s + (i) + j", "s + (i)", "string + int", "s + string(i)")
    let long = "i - ( (j) // )\n) + s"
    try clash(long, long, "int + string", "string(…) around the left side")
    let product = "((i) + j) * 2"
    try clash("\(product) + s", "\(product) + s", "int + string", "string(\(product)) + s")
    try clash("(s + (i))", "s + (i)", "string + int", "s + string(i)")
    try check(
      "i - (j + i) * x",
      "(j + i) * x: no such overload: int * double\(mixed) [write double(j + i) * x]", types: types)
    try check(
      "x - (i + j)",
      "x - (i + j): no such overload: double - int\(mixed) [write x - double(i + j)]", types: types)
    try check(
      "(x - x) - i",
      "(x - x) - i: no such overload: double - int\(mixed) [write (x - x) - double(i)]",
      types: types)
  }

  @Test func aCureIsOfferedWhereItWorks() throws {
    let types: [String: StaticType] = [
      "i": .int, "s": .string, "n": .null, "m": .map(.string, .int), "t": .timestamp,
      "w": .duration, "ns": .list(.int), "o": .optional(.int),
    ]
    func clash(_ source: String, _ operation: String, _ help: String...) throws {
      let told = help.map { " [\($0)]" }.joined()
      try check(source, "\(source): no such overload: \(operation)\(told)", types: types)
    }
    try clash("s + t", "string + timestamp", "write s + string(t)")
    try clash("w + s", "duration + string", "write string(w) + s")
    try clash("t + '1h'", "timestamp + string", "write t + duration('1h')")
    try clash("t - s", "timestamp - string", "write t - duration(s)")
    try clash("t < s", "timestamp < string", "write t < timestamp(s)")
    try clash("s + n", "string + null", "null is no text", "write s + (n == null ? '' : n)")
    try clash("s + null", "string + null", "null is no text")
    try clash("s + m", "string + map(string, int)", "write s + '%s'.format([m])")
    try clash("'a' - 1", "string - int")
    try clash("'5' - 1", "string - int", "write int('5') - 1")
    try clash("1 in 'a'", "int in string", "write 'a'.contains(string(1))")
    try clash("s in (s + s)", "string in string", "write (s + s).contains(s)")
    try clash("m in s", "map(string, int) in string", "the right side of in is a list or a map")
    let optional = "an optional may hold nothing"
    try clash("o + 1", "optional(int) + int", optional, "write o.orValue(0) + 1")
    try clash("ns + o", "list(int) + optional(int)", optional, "write ns + [?o]")
    try clash("s + o", "string + optional(int)", optional)
    let contains = "there is string.contains(string)"
    try clash("1.contains(1)", "int.contains(int)", contains, "write string(1).contains(string(1))")
    try clash("i.contains(ns)", "int.contains(list(int))", contains)
  }

  @Test func theOppositeIsToldOfTheWhole() throws {
    let types: [String: StaticType] = [
      "i": .int, "u": .uint, "s": .string, "ns": .list(.int), "o": .optional(.int), "ok": .bool,
    ]
    func opposite(_ source: String, _ type: String, _ cure: String) throws {
      try check(
        source, "\(source): the operand of ! must be a bool, not \(type) [\(cure)]", types: types)
    }
    try opposite("!ns", "a list(int)", "write size(ns) == 0")
    try opposite("!!ns", "a list(int)", "write size(ns) > 0")
    try opposite("!i", "an int", "write i == 0")
    try opposite("!u", "a uint", "write u == 0u")
    try opposite("!s", "a string", "write s == ''")
    try opposite("!o", "an optional(int)", "write !o.hasValue()")
    try check(
      "ok == !i", "!i: the operand of ! must be a bool, not an int [write (i == 0)]", types: types)
  }

  @Test func aWrongNumberOfArgumentsNamesTheKnownOverloads() throws {
    try check(
      "int(1, 2)",
      "int: int does not take 2 arguments"
        + " [there is int(int | uint | double | string | timestamp)]")
    try check(
      "startsWith(a, b)",
      "startsWith: startsWith is no function [there is string.startsWith(string)]"
        + " [write a.startsWith(b)]")
    try check(
      "1 + n.int()",
      "int: int is no method"
        + " [there is int(int | uint | double | string | timestamp)] [write int(n)]")
    try check(
      "lenght(x)", "lenght: unknown function lenght [write size(x)]"
    )
    try check(
      "x.map(1, 2)",
      "map: map is a macro and cannot be used so [there is list.map(x, formula), list.map(x, condition, formula)]"
    )
  }

  @Test func numbersOfTwoTypesDoNotMix() throws {
    try check("2 * 1.5", "2 * 1.5: no such overload: int * double\(mixed) [write 2.0 * 1.5]")
    try check(
      "price * 1.5",
      "price * 1.5: no such overload: int * double\(mixed) [write double(price) * 1.5]",
      types: ["price": .int])
    try check("price * 1.5", "", types: ["price": .double])
    try check("price * 1.5", "", types: ["price": .dyn])
    try check(
      "order['price'] * 1.5 + 1.0",
      "order['price'] * 1.5: no such overload: int * double"
        + "\(mixed) [write double(order['price']) * 1.5]",
      types: ["order": order])
    try check(
      "a + b + 1.5",
      "a + b + 1.5: no such overload: int + double\(mixed) [write double(a + b) + 1.5]",
      types: ["a": .int])
    try check(
      "size(order.items) / 2u",
      "size(order.items) / 2u: no such overload: int / uint"
        + "\(mixed) [write size(order.items) / int(2u)]")
  }

  @Test func anUnknownPropertyIsNamedWithTheNearestOne() throws {
    let types = ["order": order]
    try check(
      "order.prise > 0",
      "order.prise: order has no property prise [did you mean price?]", types: types)
    try check(
      "order.items[0].number",
      "order.items[0].number: order.items[0] has no property number [it has id, count]",
      types: types)
    try check(
      "order.items.map(i, i.cuont)",
      "i.cuont: i has no property cuont [did you mean count?]", types: types)
    try check(
      "order['size']", "order['size']: order has no property size [it has price, items, note]",
      types: types)
    try check(
      "order.size > 1", "order.size: order has no property size [a method is called: .size()]",
      types: types)
    // Whoever asks whether it is there knows that it may not be.
    try check("has(order.prise) ? order.prise : 0", "", types: types)
    try check("'prise' in order && order.prise > 0", "", types: types)
    try check("order.?prise.orValue(0) + order[?'x'].orValue(1)", "", types: types)
    try check("order[key]", "", types: types)
  }

  @Test func whatCanNeverBeEqualIsNoted() throws {
    try check(
      "status == 200",
      "status == 200: a string is never equal to an int [write status == string(200)]",
      types: ["status": .string])
    try check(
      "n != '1'", "n != '1': an int is always different from a string [write string(n) != '1']",
      types: ["n": .int])
    try check(
      "1 in names",
      "1 in names: an int is never in a list(string) "
        + "[its elements are of type string]", types: ["names": .list(.string)])
    try check("n == null || n == 1.0 || n == dyn('1') || [n] == []", "", types: ["n": .int])
  }

  @Test func typesClashWhereTheyCanOnlyFail() throws {
    try check(
      "'Total: ' + 5", "'Total: ' + 5: no such overload: string + int [write 'Total: ' + string(5)]"
    )
    try check(
      "'Total: ' + n",
      "'Total: ' + n: no such overload: string + int "
        + "[write 'Total: ' + string(n)]", types: ["n": .int])
    try check(
      "n > '5'", "n > '5': no such overload: int > string [write n > int('5')]",
      types: ["n": .int])
    try check(
      "size(5)", "size(5): no such overload: size(int) [there is size(string | bytes | list | map)]"
    )
    try check(
      "name.startsWith(5)",
      "name.startsWith(5): no such overload: string.startsWith(int) "
        + "[there is string.startsWith(string)] [write name.startsWith(string(5))]",
      types: ["name": .string])
    try check(
      "names + 'x'",
      "names + 'x': no such overload: list(string) + string "
        + "[a list grows by another list] [write names + ['x']]",
      types: ["names": .list(.string)])
    try check(
      "1 && true", "1: an operand of && must be a bool, not an int [compare it with something]")
    try check(
      "names ? 1 : 2",
      "names: the condition of ? : must be a bool, not a list(string) "
        + "[write size(names) > 0]", types: ["names": .list(.string)])
    try check("s.first", "s.first: a string has no property first", types: ["s": .string])
    try check(
      "order.?price + 1",
      "order.?price + 1: no such overload: optional(int) + int"
        + " [an optional may hold nothing] [write order.?price.orValue(0) + 1]",
      types: ["order": order])
    try check("'a'.b", "'a'.b: a string has no property b")
    try check(
      "name.size > 3", "name.size: a string has no property size [a method is called: .size()]",
      types: ["name": .string])
    try check("5.filter(x, x)", "5: an int has no elements to go over; a list or a map has")
    try check(
      "names.filter(n, n.size())",
      "n.size(): the condition must be a bool, not an int "
        + "[write n.size() != 0]", types: ["names": .list(.string)])
    try check("-'a'", "-'a': no such overload: -string")
    try check(
      "3 in 4", "3 in 4: no such overload: int in int [the right side of in is a list or a map]")
    try check(
      "'a' in name",
      "'a' in name: no such overload: string in string "
        + "[write name.contains('a')]", types: ["name": .string])
    try check(
      "[1]['a']", "[1]['a']: a list has no indexes of type string [the first element is [0]]")
    try check("{1: 2}['a']", "'a': the keys of the map are of type int, not string")
    try check(
      "{1.5: 2}",
      "1.5: a double cannot be a key of a map "
        + "[keys are texts, ints, uints and bools]")
    try check(
      "[?1]", "1: behind ? stands an optional, not an int [leave the ? out]")
    try check(
      "[1].optMap(x, x)",
      "[1]: optMap needs an optional, not a list(int) "
        + "[write optional.of(…).optMap(…)]")
  }

  @Test func namesThatNobodyDeclaredAreFound() throws {
    let expression = try Expression.parse("a + and.b")
    let findings = expression.check { ["a": .int][$0] }.findings
    #expect(findings.map(\.message) == ["undeclared reference to 'and'"])
    #expect(findings.map(\.help) == [["write &&"]])
  }

  @Test func literalsThatCannotBeReadAreFound() throws {
    try check(
      "duration('5 apples')",
      #"duration('5 apples'): cannot read "5 apples" as a duration [such as 1h30m, 1.5s or 300ms]"#)
    try check("int('a')", #"int('a'): cannot read "a" as an int [such as 42 or -7]"#)
    try check("int('1.5')", #"int('1.5'): cannot read "1.5" as an int [write int(double(x))]"#)
    // Neither is a number that has a whole part which an int can hold.
    try check("int('a.b')", #"int('a.b'): cannot read "a.b" as an int [such as 42 or -7]"#)
    try check("int('1e30')", #"int('1e30'): cannot read "1e30" as an int [such as 42 or -7]"#)
    try check(
      "int('9223372036854775808')",
      #"int('9223372036854775808'): cannot read "9223372036854775808" as an int "#
        + "[an int is at least -9223372036854775808, and at most 9223372036854775807]")
    try check(
      "uint('-1')",
      #"uint('-1'): cannot read "-1" as a uint [a uint is at least 0, and at most 18446744073709551615]"#
    )
    try check("double('x')", #"double('x'): cannot read "x" as a double [such as 1.5, -7 or 2e9]"#)
    try check("bool('yes')", #"bool('yes'): cannot read "yes" as a bool [such as true or false]"#)
    try check(
      "duration('9999999h')",
      #"duration('9999999h'): cannot read "9999999h" as a duration "#
        + "[a duration is at most 2562047h47m16s, which is 292 years]")
    try check(
      "name.matches('(')",
      "name.matches('('): not a regular expression: missing ): ( [the syntax is RE2's]")
    try check(
      "now.getHours('Mars')",
      #"now.getHours('Mars'): unknown time zone "Mars" [such as UTC, +02:00 or Europe/Berlin]"#)
  }

  @Test func noMoreAreReportedThanAnyoneWouldRead() throws {
    let source = "f()" + String(repeating: " + f()", count: 15_000)
    let expression = try Expression.parse(source)
    let time = ContinuousClock().measure { #expect(expression.check().findings.count == 20) }
    #expect(time < .seconds(5))
  }

  @Test func aMistakeIsReportedOnce() throws {
    try check(
      "((2 * 1.5) + 1 > 3 ? 'a' : 'b') + 'c'",
      "2 * 1.5: no such overload: int * double\(mixed) [write 2.0 * 1.5]")
  }
}

/// Every name without a dot, each time with a number of its own.
private final class NumberedNames: Scope {
  private(set) var names: [String] = []

  func slot(for name: String) -> Int? {
    if name.contains(".") { return nil }
    names.append(name)
    return names.count - 1
  }
}

extension Expression {
  /// What is known of the formula once it is planned.
  fileprivate func check(bySlots types: [String: StaticType]) -> Judgement {
    let scope = NumberedNames()
    let program = plan(in: scope)
    let names = scope.names
    return program.check { slot, property in
      property == nil ? types[names[slot]] ?? .dyn : types["\(names[slot]).\(property ?? "")"]
    }
  }
}
