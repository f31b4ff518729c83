"""Steps of scripts and bodies, rows, scenarios, outcomes."""

from . import flow, lines, shape


@shape(1500)
def lets_of_a_script(n):
    return f"""cells: {{a: 1}}
steps:
{lines(n, lambda i: f"  - let: {{x{i}: = a + {i}}}")}
  - expect: {{x0: 1}}
"""


@shape(1500)
def lets_between_events(n):
    return f"""cells: {{a: 1}}
steps:
{lines(n, lambda i: f"  - let: {{x{i}: = a + {i}}}{chr(10)}  - set: {{a: = x{i}}}{chr(10)}    expect: {{a: = x{i}}}")}
"""


@shape(1500)
def lets_of_one_step(n):
    return f"""cells: {{a: 1}}
steps:
  - let:
{lines(n, lambda i: f"      x{i}: = {'a' if i == 0 else f'x{i - 1}'} + 1")}
  - assert: x0 == 2
"""


@shape(1500)
def lets_of_a_body(n):
    return f"""cells: {{a: 1}}
computations:
  w:
    - depend: a
{lines(n, lambda i: f"    - let: {{x{i}: = a + {i}}}{chr(10)}    - emit: = x{i}")}
steps:
  - set: {{a: 2}}
"""


@shape(1500)
def lets_and_calls(n):
    return f"""services: {{s: {{methods: {{echo: = args}}}}}}
steps:
{lines(n, lambda i: f"  - let: {{x{i}: {i}}}{chr(10)}  - call: {{s.echo: = x{i}}}{chr(10)}    as: p{i}{chr(10)}    expect: {{p{i}.value: {i}}}")}
"""


@shape(1500)
def lets_and_later_events(n):
    return f"""reactors: {{r: {{state: 0, reduce: {{add: = state + mutation}}}}}}
steps:
{lines(n, lambda i: f"  - let: {{x{i}: {i}}}{chr(10)}  - send: {{r: {{add: = x{i}}}}}{chr(10)}    after: 1s")}
  - advance: 1m
    expect: {{r: {sum(range(n))}}}
"""


@shape(1000)
def lets_and_autoruns(n):
    return f"""cells: {{a: 1}}
steps:
{lines(n, lambda i: f"  - let: {{x{i}: {i}}}{chr(10)}  - autorun: {{name: w{i}, run: [{{emit: {{log: = a + x{i}}}}}]}}")}
  - set: {{a: 2}}
"""


@shape(5000)
def loop(n):
    return f"""cells: {{a: 0}}
steps:
  - for: {{i: = lists.range({n})}}
    do: [{{set: {{a: = a + i}}}}]
"""


@shape(5000)
def loop_of_a_body(n):
    return f"""cells: {{a: 0, b: 0}}
computations:
  w:
    - depend: b
    - for: {{i: = lists.range({n})}}
      do:
        - let: {{x: = i + 1}}
        - if: x % 2 == 0
          then: [{{set: {{a: = x}}}}]
steps:
  - set: {{b: 1}}
"""


@shape(60)
def loop_in_a_loop(n):
    return f"""cells: {{a: 0}}
steps:
  - repeat: {n}
    do:
      - for: {{i: = lists.range(60)}}
        do:
          - set: {{a: = i + 1}}
            expect: {{a: = i + 1}}
"""


@shape(3000)
def expectations_in_a_loop(n):
    return f"""cells: {{a: 0, b: = a + 1}}
computations: {{w: = b}}
steps:
  - repeat: {n}
    do:
      - set: {{a: = a + 1}}
        expect: {{b: = a + 1}}
        runs: {{b: 1}}
    assert: b == {n + 1}
"""


@shape(1000)
def assertions(n):
    return f"""cells: {{a: 0}}
steps:
  - assert:
{lines(n, lambda i: f"      - a + {i} == {i}")}
"""


@shape(1500)
def rows(n):
    return f"""cells: {{a: 0, b: = a + 1}}
scenarios:
  - name: "{{x}} gives {{y}}"
    each:
{lines(n, lambda i: f"      - {{x: {i}, y: {i + 1}}}")}
    given: {{a: = x}}
    steps:
      - expect: {{b: = y}}
"""


@shape(1500)
def scenarios(n):
    return f"""cells: {{a: 0, b: = a + 1}}
scenarios:
{lines(n, lambda i: f"  - name: number {i}{chr(10)}    steps: [{{set: {{a: {i}}}, expect: {{b: {i + 1}}}}}]")}
"""


@shape(1000, "run --list FILE")
def scenarios_listed(n):
    return scenarios(n)


@shape(1000, "run FILE --filter 7")
def scenarios_filtered(n):
    return scenarios(n)


# By a path that is always the same, for it says which shard tells of a file that cannot be loaded.
@shape(1000, "run . --shuffle=3 --shard 1/2 --repeat 2 --durations 5")
def scenarios_shuffled(n):
    return scenarios(n)


@shape(1000, "run FILE --report junit=HERE/out.xml --report tap=HERE/out.tap --report jsonl=HERE/out.jsonl")
def scenarios_reported(n):
    return scenarios(n)


@shape(300, "run FILE --report junit=HERE/out.xml --report tap=HERE/out.tap --report github=HERE/out.txt", code=1)
def scenarios_that_fail(n):
    return scenarios(n).replace("expect: {b: ", "expect: {b: -1")


@shape(1000, code=1)
def outcomes_that_differ(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: 0")}
steps:
  - expect: {{{flow(n, lambda i: f"c{i}: {i + 1}")}}}
"""


@shape(1000, code=1)
def list_that_differs(n):
    return f"""cells: {{l: [{flow(n, str)}]}}
steps:
  - expect: {{l: [{flow(n, lambda i: str(i + i % 2))}]}}
"""


@shape(1000, code=1)
def emissions_that_differ(n):
    return f"""cells: {{a: 0}}
computations: {{w: = a}}
steps:
  - repeat: {n}
    do: [{{set: {{a: = a + 1}}}}]
    emits: [{flow(n, lambda i: str(2 * i))}]
"""


@shape(1000)
def run_counts(n):
    return f"""cells:
  a: 0
{lines(n, lambda i: f"  c{i}: = a + {i}")}
computations: {{w: '= [{flow(n, lambda i: f"c{i}")}].size()'}}
steps:
  - set: {{a: 1}}
    runs: {{{flow(n, lambda i: f"c{i}: 1")}}}
"""


@shape(1500, code=1)
def failure_behind_much(n):
    return f"""cells: {{a: 0, b: = a + 1}}
computations: {{w: = b}}
steps:
  - repeat: {n}
    do: [{{set: {{a: = a + 1}}}}]
    expect: {{a: 0}}
"""


@shape(1500)
def steps_with_notes(n):
    return f"""cells: {{a: 0}}
steps:
{lines(n, lambda i: f"  - note: 'step {i}'{chr(10)}    set: {{a: {i}}}")}
"""


@shape(1000)
def conditions(n):
    return f"""cells: {{a: 0}}
steps:
{lines(n, lambda i: f"  - if: a == {i}{chr(10)}    then: [{{set: {{a: = a + 1}}}}]{chr(10)}    else: [{{set: {{a: -1}}}}]")}
  - expect: {{a: {n}}}
"""


@shape(1000)
def steps_that_fail_as_expected(n):
    return f"""cells: {{a: 0}}
steps:
  - repeat: {n}
    do:
      - set: {{a: = 1 / a}}
        fails: zero
"""


@shape(500)
def rows_of_formulas_beside_cells(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: {i}")}
scenarios:
  - name: row {{x}}
    each: [{flow(n, lambda i: f"{{x: = {i} + 1}}")}]
    skip: only the names are worked out
    steps: [{{set: {{c0: = x}}}}]
"""

@shape(3000)
def interleaved_scripts(n):
    return "cells: {a: 0}\nsteps:\n  - interleave:\n" + lines(n, lambda i: "    - [{set: {a: = a + 1}}]") + "\n"


@shape(2000)
def interleaved_scripts_that_bind(n):
    return "cells: {a: 0}\nsteps:\n  - interleave:\n" \
        + lines(n, lambda i: f"    - [{{let: {{x{i}: = a}}}}, {{set: {{a: = a + 1}}}}]") + "\n"


@shape(1000)
def strict_step_that_names_many_cells(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: 0")}
scenarios:
  - name: x
    strict: true
    steps:
      - set: {{{flow(n, lambda i: f"c{i}: 1")}}}
        expect: {{{flow(n, lambda i: f"c{i}: 1")}}}
"""


@shape(1000)
def strict_step_that_names_many_properties(n):
    return f"""cells:
  r: {{{flow(n, lambda i: f"c{i}: 0")}}}
scenarios:
  - name: x
    strict: true
    steps:
      - set: {{{flow(n, lambda i: f"r.c{i}: 1")}}}
        expect: {{r: {{{flow(n, lambda i: f"c{i}: 1")}}}}}
"""
