"""Cells: inputs, derived cells in every order, records, cutoffs, properties."""

from . import flow, lines, shape


@shape(4000)
def inputs(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: {i}")}
steps:
  - set: {{c0: 1}}
    expect: {{c0: 1}}
"""


@shape(1000)
def derived_chain(n):
    return f"""cells:
  c0: 1
{lines(n, lambda i: f"  c{i + 1}: = c{i} + 1")}
computations: {{last: = c{n}}}
steps:
  - repeat: 5
    do: [{{set: {{c0: = c0 + 1}}}}]
    runs: {{last: 5}}
"""


@shape(1000)
def derived_chain_reader_first(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: = c{i + 1} + 1")}
  c{n}: 1
computations: {{first: = c0}}
steps:
  - set: {{c{n}: 2}}
    runs: {{first: 1}}
"""


@shape(1000)
def derived_chain_reader_first_of_many(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: = c{i + 1} + 1")}
  c{n}: 1
computations:
{lines(n, lambda i: f"  r{i}: = c{n - 1 - i}")}
steps:
  - set: {{c{n}: 2}}
    runs: {{r0: 1}}
"""


@shape(1000)
def derived_chain_reader_first_watched_backwards(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: = c{i + 1} + 1")}
  c{n}: 1
computations:
{lines(n, lambda i: f"  r{i}: = c{i}")}
steps:
  - set: {{c{n}: 2}}
    runs: {{r0: 1}}
"""


@shape(1000)
def derived_pairs_reader_first(n):
    return f"""cells:
{lines(n, lambda i: f"  above{i}: = below{i} + 1")}
{lines(n, lambda i: f"  below{i}: = source + {i}")}
  source: 1
computations:
{lines(n, lambda i: f"  r{i}: = above{i}")}
steps:
  - set: {{source: 2}}
    runs: {{r0: 1}}
"""


@shape(300)
def derived_grid_reader_first(n):
    def cell(layer, i):
        return f"c{layer}_{i} + c{layer}_{(i + 1) % 4}"

    return f"""cells:
{lines(n, lambda layer: lines(4, lambda i: f"  c{layer}_{i}: = ({cell(layer + 1, i)}) % 1000"))}
{lines(4, lambda i: f"  c{n}_{i}: = source + {i}")}
  source: 1
computations:
  a: = c0_0 + c0_1
steps:
  - set: {{source: 2}}
    runs: {{c{n}_0: 1}}
"""


@shape(1000)
def derived_switching(n):
    return f"""cells:
  at: 0
{lines(n, lambda i: f"  c{i}: '= at >= {i} ? {'base' if i == 0 else f'c{i - 1}'} + 1 : 0'")}
  base: 1
computations: {{last: = c{n - 1}}}
steps:
  - set: {{at: {n}}}
    runs: {{last: 1}}
"""


@shape(1500)
def derived_fan_out(n):
    return f"""cells:
  source: 1
{lines(n, lambda i: f"  c{i}: = source + {i}")}
computations:
{lines(n, lambda i: f"  r{i}: = c{i}")}
steps:
  - repeat: 3
    do: [{{set: {{source: = source + 1}}}}]
    runs: {{r0: 3}}
"""


@shape(1000)
def derived_tree(n):
    return f"""cells:
{lines(n, lambda i: f"  leaf{i}: {i}")}
{lines(n // 10, lambda i: f"  sum{i}: = " + " + ".join(f"leaf{i * 10 + k}" for k in range(10)))}
  all: = [{flow(n // 10, lambda i: f"sum{i}")}].map(x, x).size()
computations: {{top: = all}}
steps:
  - repeat: 10
    do: [{{set: {{leaf0: = leaf0 + 1}}}}]
"""


@shape(1000)
def derived_read_by_nobody(n):
    return f"""cells:
  source: 1
{lines(n, lambda i: f"  c{i}: = source + {i}")}
steps:
  - set: {{source: 2}}
    expect: {{{flow(n, lambda i: f"c{i}: {i + 2}")}}}
"""


@shape(1000)
def record_of_many_properties(n):
    return f"""cells:
  r: {{{flow(n, lambda i: f"p{i}: {i}")}}}
computations:
{lines(n, lambda i: f"  w{i}: = r.p{i}")}
scenarios:
  - name: each
    steps:
{lines(n, lambda i: f"      - set: {{r.p{i}: -1}}")}
"""


@shape(500)
def record_replaced(n):
    return f"""cells:
  r: {{{flow(n, lambda i: f"p{i}: {i}")}}}
computations:
{lines(n, lambda i: f"  w{i}: = r.p{i}")}
steps:
  - repeat: 5
    do: [{{set: {{r: {{{flow(n, lambda i: f"p{i}: = r.p{i} + 1")}}}}}}}]
"""


@shape(1000)
def record_of_records(n):
    return f"""cells:
  r:
{lines(n, lambda i: f"    g{i}: {{a: {{b: {{c: {i}}}}}}}")}
computations:
{lines(n, lambda i: f"  w{i}: = r.g{i}.a.b.c")}
steps:
{lines(n, lambda i: f"  - set: {{r.g{i}.a.b.c: -1}}")}
"""


@shape(1000)
def cutoff_formulas(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: {{value: 1, cutoff: = new - old < 2}}")}
computations:
{lines(n, lambda i: f"  w{i}: = c{i}")}
steps:
{lines(n, lambda i: f"  - set: {{c{i}: 9}}")}
"""


@shape(2000)
def writes_one_by_one(n):
    return f"""cells: {{a: 0, b: = a + 1}}
computations: {{w: = b}}
steps:
{lines(n, lambda i: f"  - set: {{a: {i + 1}}}{chr(10)}    expect: {{b: {i + 2}}}")}
"""


@shape(2000)
def writes_in_one_set(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: 0")}
computations: {{w: '= [{flow(n, lambda i: f"c{i}")}].size()'}}
steps:
  - set: {{{flow(n, lambda i: f"c{i}: {i + 1}")}}}
"""


@shape(2000)
def writes_in_one_batch(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: 0")}
computations: {{w: = c0}}
steps:
  - batch:
{lines(n, lambda i: f"      - set: {{c{i}: 1}}")}
"""


@shape(1000)
def cells_and_steps(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: 0")}
{lines(n, lambda i: f"  d{i}: = c{i} + 1")}
steps:
{lines(n, lambda i: f"  - set: {{c{i}: 1}}{chr(10)}    expect: {{d{i}: 2}}")}
"""


@shape(400)
def cells_and_strict_steps(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: 0")}
{lines(n, lambda i: f"  d{i}: = c{i} + 1")}
computations: {{w: = c0}}
scenarios:
  - name: strict
    strict: true
    steps:
{lines(n, lambda i: f"      - set: {{c{i}: 0}}")}
"""


@shape(1000)
def changed(n):
    return f"""cells: {{a: 0, b: = a + 1}}
computations: {{w: = b, v: = a}}
steps:
  - repeat: {n}
    do: [{{changed: a}}]
    runs: {{v: {n}}}
"""


@shape(2000)
def property_over_turns(n):
    return f"""cells: {{a: 0, b: = a + 1}}
always: [b == a + 1, a >= 0]
eventually: a == {n}
steps:
  - repeat: {n}
    do: [{{set: {{a: = a + 1}}}}]
"""


@shape(250)
def properties_and_turns(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: 0")}
always:
{lines(n, lambda i: f"  - c{i} >= 0")}
steps:
{lines(n, lambda i: f"  - set: {{c{i}: 1}}")}
"""


@shape(1000)
def properties(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: 0")}
always:
{lines(n, lambda i: f"  - c{i} >= 0")}
eventually:
{lines(n, lambda i: f"  - c{i} == 0")}
steps:
  - expect: {{c0: 0}}
"""


@shape(2000)
def given(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: 0")}
scenarios:
  - name: all
    given: {{{flow(n, lambda i: f"c{i}: {i}")}}}
    steps:
      - expect: {{{flow(n, lambda i: f"c{i}: {i}")}}}
"""


@shape(1000)
def given_properties(n):
    return f"""cells:
  r: {{{flow(n, lambda i: f"p{i}: 0")}}}
scenarios:
  - name: all
    given: {{{flow(n, lambda i: f"r.p{i}: {i}")}}}
    steps:
      - expect: {{{flow(n, lambda i: f"r.p{i}: {i}")}}}
"""


@shape(2000)
def elements_of_a_list_set_at_once(n):
    return f"""cells: {{a: {{l: [{flow(n, lambda i: "{x: 0}")}]}}}}
steps:
  - set: {{{flow(n, lambda i: f"'a.l[{i}].x': 1")}}}
"""


@shape(1000)
def elements_of_a_long_list_set_at_once(n):
    return f"""cells: {{a: []}}
steps:
  - set: {{a: '= lists.range({n * 20})'}}
  - set: {{{flow(n, lambda i: f"'a[{i}]': 1")}}}
  - set: {{{flow(n, lambda i: f"'a[{i}]': 1")}}}
"""


@shape(3000)
def writes_beside_a_circle(n):
    return f"""cells:
  i: 1
  one: '= i > 0 ? (other || i > 0) : false'
  other: '= i > 0 ? (one && i < 0) : false'
computations:
  seen: [{{emit: = one}}]
steps:
  - repeat: {n}
    do:
      - set: {{i: = i + 1}}
        expect: {{one: true}}
"""
