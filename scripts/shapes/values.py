"""Values and formulas: lists and maps that grow, texts, long formulas."""

from . import flow, lines, shape


@shape(1500)
def list_by_append(n):
    return f"""cells: {{l: []}}
steps:
  - for: {{i: = lists.range({n})}}
    do: [{{set: {{l: '= l + [i]'}}}}]
"""


@shape(1500)
def list_by_append_watched(n):
    return f"""cells: {{l: []}}
computations: {{w: = l.size()}}
steps:
  - for: {{i: = lists.range({n})}}
    do: [{{set: {{l: '= l + [i]'}}, emits: [= i + 1]}}]
"""


@shape(1500)
def list_of_a_state(n):
    return f"""reactors: {{r: {{state: {{l: []}}, reduce: {{add: {{l: '= state.l + [mutation]'}}}}}}}}
steps:
  - for: {{i: = lists.range({n})}}
    do: [{{send: {{r: {{add: {{id: = i, text: abc}}}}}}}}]
"""


@shape(1000)
def map_by_insertion(n):
    return f"""cells: {{m: {{}}}}
steps:
  - for: {{i: = lists.range({n})}}
    do: [{{set: {{m: '= m.merge({{string(i): i}})'}}}}]
"""


@shape(1000)
def map_by_insertion_watched(n):
    return f"""cells: {{m: {{}}}}
computations: {{w: = m.size()}}
steps:
  - for: {{i: = lists.range({n})}}
    do: [{{set: {{m: '= m.merge({{i: i}})'}}, emits: [= i + 1]}}]
"""


@shape(1000)
def map_of_maps_by_insertion(n):
    return f"""cells: {{m: {{inner: {{deep: {{}}}}}}}}
steps:
  - for: {{i: = lists.range({n})}}
    do: [{{set: {{m: '= m.merge({{"inner": m.inner.merge({{"deep": m.inner.deep.merge({{string(i): [i]}})}})}})'}}}}]
"""


@shape(1000)
def map_in_a_cell_by_insertion(n):
    return f"""cells: {{m: {{inner: {{deep: {{}}}}}}}}
steps:
  - for: {{i: = lists.range({n})}}
    do: [{{set: {{m.inner.deep: '= m.inner.deep.merge({{string(i): [i]}})'}}}}]
"""


@shape(1500)
def list_by_prepend(n):
    return f"""cells: {{l: []}}
steps:
  - for: {{i: = lists.range({n})}}
    do: [{{set: {{l: '= [i] + l'}}}}]
"""


@shape(1500)
def list_by_append_and_read(n):
    return f"""cells: {{l: [0]}}
steps:
  - for: {{i: = lists.range({n})}}
    do: [{{set: {{l: '= l + [(l[i] + l[i / 2]) % 1000]'}}}}]
"""


@shape(1000)
def properties_by_insertion(n):
    return f"""cells: {{m: {{}}}}
steps:
{lines(n, lambda i: f"  - set: {{m.p{i}: {i}}}")}
"""


@shape(1500)
def text_by_append(n):
    return f"""cells: {{t: ""}}
steps:
  - for: {{i: = lists.range({n})}}
    do: [{{set: {{t: = t + "x"}}}}]
"""


@shape(5000)
def list_literal(n):
    return f"""cells: {{l: [{flow(n, str)}]}}
computations: {{w: = l.size()}}
steps:
  - expect: {{l: [{flow(n, str)}]}}
"""


@shape(3000)
def list_of_records(n):
    return f"""cells:
  l:
{lines(n, lambda i: f"    - {{id: {i}, name: n{i}}}")}
computations: {{w: '= l.filter(x, x.id % 2 == 0).map(x, x.name).size()'}}
steps:
  - expect: {{w: {(n + 1) // 2}}}
"""


@shape(1500)
def formula_with_many_elements(n):
    return f"""cells: {{a: 1}}
computations: {{w: "= [{flow(n, lambda i: f'a + {i}')}].size()"}}
steps:
  - repeat: 5
    do: [{{set: {{a: = a + 1}}}}]
"""


@shape(1000)
def formula_over_a_map(n):
    return f"""cells: {{m: {{{flow(n, lambda i: f"k{i}: {i}")}}}}}
computations: {{w: '= m.map(k, m[k]).size()', v: '= "k7" in m'}}
steps:
  - repeat: 5
    do: [{{set: {{m.k1: = m.k1 + 1}}}}]
"""


@shape(1000)
def sorting(n):
    return f"""cells: {{l: '= lists.range({n}).map(i, (i * 7919) % {n})'}}
computations: {{w: = l.sort().first().orValue(0), v: = l.distinct().size()}}
steps:
  - assert: w == 0
"""


@shape(2000)
def formulas(n):
    return f"""cells:
  a: 1
{lines(n, lambda i: f"  d{i}: '= a * {i} + (a > 1 ? {i} : a) - size([a, {i}])'")}
steps:
  - set: {{a: 2}}
"""


@shape(2000)
def long_text(n):
    return f"""cells: {{t: "{'lorem ipsum ' * n}"}}
computations: {{w: = t.size(), v: '= t.contains("nothing")', u: '= t.split(" ").size()'}}
steps:
  - expect: {{w: {12 * n}}}
""".replace("u: '= t.split(\" \").size()'", "u: = t.upperAscii().size()")


@shape(1000, code=1)
def long_text_that_differs(n):
    return f"""cells: {{t: "{'lorem ipsum ' * n}"}}
steps:
  - expect: {{t: "{'lorem ipsum ' * n}."}}
"""


@shape(1000)
def regular_expression(n):
    return f"""cells: {{t: "{'lorem ipsum ' * n}"}}
computations: {{w: '= t.matches("(a|b)*ipsum$")'}}
steps:
  - expect: {{t: {{}}}}
""".replace("expect: {t: {}}", "assert: t != null")


def state_by(change, start):
    def make(n):
        return f"""actors:
  a: {{state: {{all: {start}}}, on: {{Add: [{{set: {{all: '= {change}'}}}}]}}}}
steps:
  - for: {{i: = lists.range({n})}}
    do: [{{tell: {{a: {{Add: = i}}}}}}]
"""

    return make


shape(1500, name="actor-state-list-by-append")(state_by("state.all + [message]", "[]"))
shape(1500, name="actor-state-list-by-prepend")(state_by("[message] + state.all", "[]"))
shape(1500, name="actor-state-map-by-insertion")(state_by("state.all.merge({message: message})", "{}"))


@shape(1500)
def store_state_map_by_insertion(n):
    return f"""stores:
  app:
    state: {{all: {{}}}}
    reducers: {{add: {{all: '= state.all.merge({{action: action}})'}}}}
steps:
  - for: {{i: = lists.range({n})}}
    do: [{{dispatch: {{app: {{add: = i}}}}}}]
"""


@shape(3000, "eval --batch HERE/batch.jsonl")
def evaluated_batch(n):
    return {
        "batch.jsonl": lines(n, lambda i: f'{{"expr": "x + {i}", "bindings": {{"x": {{"int64": "{i}"}}}}}}') + "\n"
    }


@shape(8000, code=1)
def marks_that_differ(n):
    """A text of one character, which has many marks."""
    return "cells:\n  r: \"a" + "\u0323\u0301" * n + "\"\nsteps: [{expect: {r: b}}]\n"


@shape(1000, code=1)
def keys_that_are_missing(n):
    return f"""cells:
  a: '= lists.range({n}).transformMapEntry(i, v, {{"k" + string(i): v}})'
steps:
  - expect: {{a: {{{flow(n, lambda i: f"q{i}: {i}")}}}}}
"""


@shape(1000, code=1)
def keys_that_are_missing_of_formulas(n):
    return f"""cells:
  a: '= lists.range({n}).transformMapEntry(i, v, {{"k" + string(i): v}})'
  b: '= lists.range({n}).transformMapEntry(i, v, {{"q" + string(i): v}})'
steps:
  - expect: {{a: = b}}
"""


@shape(2000)
def keys_that_are_all_named(n):
    return f"""cells: {{a: {{{flow(n, lambda i: f"k{i}: {i}")}}}}}
steps:
  - exactly: {{a: {{{flow(n, lambda i: f"k{i}: {i}")}}}}}
"""


@shape(1000, code=1)
def keys_that_nobody_named(n):
    return f"""cells: {{a: {{{flow(n, lambda i: f"k{i}: {i}")}}}}}
steps:
  - exactly: {{a: {{k0: 0}}}}
"""


@shape(2000, "check FILE")
def comparisons_that_never_hold(n):
    chain = "".join(" == 'a'" for _ in range(n))
    return f"""cells: {{a: 1, b: "= 1{chain}"}}
steps: [{{expect: {{a: 1}}}}]
"""


@shape(8000, "check FILE")
def key_of_many_marks(n):
    return "cells:\n  m:\n    ? \"a" + "\u0323\u0301" * n + "\"\n    : 1\n    b: 2\nsteps: [{expect: {m.b: 2}}]\n"
