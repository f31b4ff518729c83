"""What one formula may make: texts, bytes, patterns, lists that share their parts."""

from . import CHECK, JSONL, LIST, RUN, TEXT, TRACE, WORLD, attack, flow, lines


def scenarios(texts):
    rows = "\n".join(f"  - name: f{i}\n    steps:\n      - emit: {{log: {quoted('= ' + text)}}}"
                     for i, text in enumerate(texts))
    return f"cells:\n  t: {quoted('= ' + TEXT)}\n  l: {quoted('= ' + LIST)}\nscenarios:\n{rows}\n"


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


@attack(*WORLD)
def texts_that_double():
    return scenarios(["t" + " + t" * 2000, "[t, t, t, t, t, t, t, t].join(t)", "t.replace('x', t)", "t.replace('', t)",
                      "[t].map(x, x + x + x)", "l.map(x, t)", "l.map(x, t + string(x))", "l.map(x, string(x)).join(t)"])


@attack(*WORLD)
def texts_that_are_formatted():
    return scenarios(["'%s'.format([t]) + '%s%s%s%s%s%s'.format([t, t, t, t, t, t])", "'%s'.format([l])", "'%s'.format([l.map(x, l)])",
                      "'%.900f'.format([1.0])", "'%900000.3f'.format([1.0])", "'%x'.format([t])", "'%b'.format([1])",
                      "('%s' + t).format([l])", "l.map(x, '%s %s'.format([x, l]))", "'%x'.format([bytes(t)])"])


@attack(*WORLD)
def texts_that_are_split():
    return scenarios(["t.split('')", "t.split('x')", "t.split('').map(x, t)", "t.split('').map(x, x + x)", "t.reverse()",
                      "t.upperAscii() + t.lowerAscii()", "strings.quote(t)", "t.charAt(500000)", "t.lastIndexOf('y')",
                      "t.indexOf(t.substring(1) + 'y')", "t.substring(1).substring(1)", "[t.split('')].map(x, x.join(t))"])


@attack(*WORLD)
def bytes_and_base64():
    return scenarios(["base64.encode(bytes(t))", "base64.decode(t)", "base64.encode(bytes(base64.encode(bytes(t))))",
                      "bytes(t) + bytes(t)", "string(bytes(t))", "l.map(x, bytes(string(x)))", "[bytes(t), bytes(t)]",
                      "l.map(x, base64.encode(bytes(t)))"])


@attack(*WORLD)
def patterns():
    return scenarios(["t.matches('(x+x+)+y')", "t.matches('(x?){500}x{500}')", "t.matches('(((x{10}){10}){9})y')",
                      "regex.extractAll(t, 'x')", "regex.extractAll(t, '')", "regex.replace(t, 'x', t)", "regex.replace(t, '', t)",
                      "regex.replace(t, '(x)', '\\\\1\\\\1\\\\1\\\\1')", "l.all(x, t.matches('x*y|' + string(x)))",
                      "l.map(x, t.matches('[[:alpha:]]{900}'))", "l.map(x, 'abc'.matches(string(x) + '(a|b)*c'))"])


@attack(*WORLD)
def lists_that_share():
    return scenarios(["[l, l, l, l]", "l.map(x, l)", "l.map(x, [x, x, x])", "[l].flatten()", "l + l", "l.map(x, {'a': x, 'b': x})",
                      "l.sort()", "l.distinct()", "l.reverse()", "l.map(x, string(x)).distinct()", "sets.equivalent(l, l)",
                      "sets.contains(l, l.reverse())", "sets.intersects(l, l.map(x, x + 1000000))", "l.sortBy(x, -x)",
                      "l.map(x, l.slice(0, 10))", "lists.range(1000000000)", "[l.map(x, x)].map(x, [x].map(y, [y]))"])


@attack(*WORLD)
def nesting_that_grows():
    return f"""cells: {{c: 1, d: {{}}}}
scenarios:
  - name: lists
    steps: [{{repeat: 1000, do: [{{set: {{c: '= [c]'}}}}]}}]
  - name: lists of two
    steps: [{{repeat: 1000, do: [{{set: {{c: '= [c, c]'}}}}]}}]
  - name: maps
    steps: [{{repeat: 1000, do: [{{set: {{d: '= {{"a": d, "b": d}}'}}}}]}}]
  - name: optionals
    steps: [{{repeat: 1000, do: [{{set: {{c: '= optional.of(c)'}}}}]}}]
  - name: long keys
    steps:
      - set: {{d: '= lists.range(9000).map(i, {TEXT.replace("xxxxxxxxxxxxxxx", "x")} + string(i)).transformMapEntry(i, k, {{k: i}})'}}
"""


@attack(*WORLD)
def growing_by_one():
    return """cells: {l: [], m: {}, t: ""}
scenarios:
  - name: lists
    steps: [{for: {i: = lists.range(99000)}, do: [{set: {l: '= l + [i]'}}]}]
  - name: texts
    steps: [{for: {i: = lists.range(30000)}, do: [{set: {t: '= t + "0123456789"'}}]}]
  - name: maps
    steps: [{for: {i: = lists.range(3000)}, do: [{set: {m: '= lists.range(i).transformMapEntry(j, k, {string(k): k})'}}]}]
"""


@attack(*WORLD)
def versions_that_are_kept():
    return """cells: {l: [], t: ""}
actors: {a: {on: {Wait: [{wait: 1d}], M: []}}}
scenarios:
  - name: lists
    steps:
      - tell: {a: Wait}
      - for: {i: = lists.range(99000)}
        do: [{set: {l: '= l + [i]'}}, {tell: {a: {M: = l}}}]
  - name: texts
    steps:
      - tell: {a: Wait}
      - for: {i: = lists.range(99000)}
        do: [{set: {t: '= t + "0123456789"'}}, {tell: {a: {M: = t}}}]
  - name: properties
    steps:
      - tell: {a: Wait}
      - for: {i: = lists.range(99000)}
        do: [{set: {l: '= lists.range(100).map(x, [i])'}}, {tell: {a: {M: = l}}}]
"""


@attack("run --jobs 1 --timeout 2s FILE")
def formulas_that_take_long():
    return scenarios(["l.map(x, x + 1).map(x, x + 1).map(x, x + 1)",
                      "l.exists(x, t.contains('y' + string(x)))", "l.exists(x, t.matches('(x|y)*z' + string(x)))",
                      "l.exists(x, l.exists(y, x + y < 0))", "l.map(x, t.indexOf('y'))"] * 40)


@attack("run --jobs 1 --timeout 2s FILE")
def compilations_that_take_long():
    deep = "1"
    for i in range(80):
        deep = f"({deep} + {i})"
    return "cells:\n" + lines(3000, lambda i: f"  c{i}: '= {deep}'") + "\nsteps: [{assert: c0 == 1}]\n"


@attack(RUN, CHECK)
def floats_and_large_numbers():
    return scenarios(["l.map(x, 1.7976931348623157e308).map(x, string(x))", "l.map(x, string(5e-324))",
                      "[1.7976931348623157e308].map(x, '%.1000f'.format([x]))", "timestamp('9999-12-31T23:59:59.999999999Z')",
                      "l.map(x, duration(string(x) + 's')).map(x, string(x))"])
